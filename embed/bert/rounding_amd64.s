#include "textflag.h"

// func largestAVX2(row *float32, n int) uint32
//
// The bits without the sign, as whole numbers.
TEXT ·largestAVX2(SB), NOSPLIT, $0-20
	MOVQ     row+0(FP), SI
	MOVQ     n+8(FP), CX
	VPCMPEQD Y8, Y8, Y8
	VPSRLD   $1, Y8, Y8
	VPXOR    Y0, Y0, Y0
	VPXOR    Y1, Y1, Y1

loop:
	VPAND   (SI), Y8, Y2
	VPAND   32(SI), Y8, Y3
	VPMAXUD Y2, Y0, Y0
	VPMAXUD Y3, Y1, Y1
	ADDQ    $64, SI
	SUBQ    $16, CX
	JNZ     loop

	VPMAXUD      Y1, Y0, Y0
	VEXTRACTI128 $1, Y0, X1
	VPMAXUD      X1, X0, X0
	VPSHUFD      $0x4E, X0, X1
	VPMAXUD      X1, X0, X0
	VPSHUFD      $0xB1, X0, X1
	VPMAXUD      X1, X0, X0
	VMOVD        X0, AX
	VZEROUPPER
	MOVL         AX, ret+16(FP)
	RET

// func scaleAVX2(out *int16, row *float32, n int, scale float32)
//
// The conversion rounds to the nearest, halves to the even one. Packing works within halves of a register: VPERMQ puts them in order.
TEXT ·scaleAVX2(SB), NOSPLIT, $0-28
	MOVQ         out+0(FP), DI
	MOVQ         row+8(FP), SI
	MOVQ         n+16(FP), CX
	VBROADCASTSS scale+24(FP), Y8

loop:
	VMULPS    (SI), Y8, Y0
	VMULPS    32(SI), Y8, Y1
	VCVTPS2DQ Y0, Y0
	VCVTPS2DQ Y1, Y1
	VPACKSSDW Y1, Y0, Y0
	VPERMQ    $0xD8, Y0, Y0
	VMOVDQU   Y0, (DI)
	ADDQ      $64, SI
	ADDQ      $32, DI
	SUBQ      $16, CX
	JNZ       loop
	VZEROUPPER
	RET
