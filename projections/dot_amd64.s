#include "textflag.h"

// func dotAVX2(row *byte, query *int8, n int) int32
//
// Sixteen bytes at a time: widened to 16 bits, multiplied and added in pairs to 32 bits, which cannot overflow below 2^16 values.
TEXT ·dotAVX2(SB), NOSPLIT, $0-28
	MOVQ  row+0(FP), SI
	MOVQ  query+8(FP), DI
	MOVQ  n+16(FP), CX
	VPXOR Y0, Y0, Y0

loop:
	VPMOVSXBW (SI), Y1
	VPMOVSXBW (DI), Y2
	VPMADDWD  Y1, Y2, Y1
	VPADDD    Y1, Y0, Y0
	ADDQ      $16, SI
	ADDQ      $16, DI
	SUBQ      $16, CX
	JNZ       loop

	VEXTRACTI128 $1, Y0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPADDD       X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPADDD       X1, X0, X0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL         AX, ret+24(FP)
	RET
