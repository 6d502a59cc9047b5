#include "textflag.h"

// Sums stand in Y0 to Y7, two for each of the four rows. A pair of numbers of a row is spread over a register, multiplied with the pairs of
// eight columns and added in 32 bits; the callers' limits keep every sum below 2^31.
#define SPREAD(offset) \
	VPBROADCASTD offset(DI)(BX*1), Y10; \
	VPBROADCASTD offset(R9)(BX*1), Y11; \
	VPMADDWD     Y8, Y10, Y12; \
	VPMADDWD     Y9, Y10, Y13; \
	VPMADDWD     Y8, Y11, Y14; \
	VPMADDWD     Y9, Y11, Y15; \
	VPADDD       Y12, Y0, Y0; \
	VPADDD       Y13, Y1, Y1; \
	VPADDD       Y14, Y2, Y2; \
	VPADDD       Y15, Y3, Y3; \
	VPBROADCASTD offset(R10)(BX*1), Y10; \
	VPBROADCASTD offset(R11)(BX*1), Y11; \
	VPMADDWD     Y8, Y10, Y12; \
	VPMADDWD     Y9, Y10, Y13; \
	VPMADDWD     Y8, Y11, Y14; \
	VPMADDWD     Y9, Y11, Y15; \
	VPADDD       Y12, Y4, Y4; \
	VPADDD       Y13, Y5, Y5; \
	VPADDD       Y14, Y6, Y6; \
	VPADDD       Y15, Y7, Y7

#define BEGIN \
	MOVQ  panel+0(FP), SI; \
	MOVQ  in+8(FP), DI; \
	MOVQ  width+16(FP), R8; \
	MOVQ  pairs+24(FP), CX; \
	LEAQ  (DI)(R8*1), R9; \
	LEAQ  (R9)(R8*1), R10; \
	LEAQ  (R10)(R8*1), R11; \
	XORQ  BX, BX; \
	VPXOR Y0, Y0, Y0; \
	VPXOR Y1, Y1, Y1; \
	VPXOR Y2, Y2, Y2; \
	VPXOR Y3, Y3, Y3; \
	VPXOR Y4, Y4, Y4; \
	VPXOR Y5, Y5, Y5; \
	VPXOR Y6, Y6, Y6; \
	VPXOR Y7, Y7, Y7

// A row of sums becomes numbers: times the step of the row, times the steps of the columns, plus the biases, each rounded by itself.
#define STORE(low, high, row) \
	VCVTDQ2PS    low, low; \
	VCVTDQ2PS    high, high; \
	VBROADCASTSS row(DX), Y12; \
	VMULPS       Y12, low, low; \
	VMULPS       Y12, high, high; \
	VMULPS       Y8, low, low; \
	VMULPS       Y9, high, high; \
	VADDPS       Y10, low, low; \
	VADDPS       Y11, high, high; \
	VMOVUPS      low, (DI); \
	VMOVUPS      high, 32(DI); \
	ADDQ         R8, DI

#define END \
	MOVQ    rowSteps+32(FP), DX; \
	MOVQ    steps+40(FP), R9; \
	MOVQ    biases+48(FP), R10; \
	MOVQ    out+56(FP), DI; \
	MOVQ    stride+64(FP), R8; \
	VMOVUPS (R9), Y8; \
	VMOVUPS 32(R9), Y9; \
	VMOVUPS (R10), Y10; \
	VMOVUPS 32(R10), Y11; \
	STORE(Y0, Y1, 0); \
	STORE(Y2, Y3, 4); \
	STORE(Y4, Y5, 8); \
	STORE(Y6, Y7, 12); \
	VZEROUPPER; \
	RET

// func tile8AVX2(panel *byte, in *int16, width, pairs int, rowSteps, steps, biases, out *float32, stride int)
TEXT ·tile8AVX2(SB), NOSPLIT, $0-72
	BEGIN

loop:
	VPMOVSXBW (SI), Y8
	VPMOVSXBW 16(SI), Y9
	SPREAD(0)
	VPMOVSXBW 32(SI), Y8
	VPMOVSXBW 48(SI), Y9
	SPREAD(4)
	ADDQ      $64, SI
	ADDQ      $8, BX
	SUBQ      $2, CX
	JNZ       loop
	END

// func tile16AVX2(panel, in *int16, width, pairs int, rowSteps, steps, biases, out *float32, stride int)
TEXT ·tile16AVX2(SB), NOSPLIT, $0-72
	BEGIN

loop:
	VMOVDQU (SI), Y8
	VMOVDQU 32(SI), Y9
	SPREAD(0)
	VMOVDQU 64(SI), Y8
	VMOVDQU 96(SI), Y9
	SPREAD(4)
	ADDQ    $128, SI
	ADDQ    $8, BX
	SUBQ    $2, CX
	JNZ     loop
	END
