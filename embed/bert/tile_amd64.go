package bert

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

var hasAVX2 = cpu.X86.HasAVX2

// tile8AVX2 and tile16AVX2 work on four rows of in, width bytes apart, and one panel; pairs is a multiple of 2 and not 0. Four rows of out,
// stride bytes apart, get sixteen numbers each.
//
//go:noescape
func tile8AVX2(panel *byte, in *int16, width, pairs int, rowSteps, steps, biases, out *float32, stride int)

//go:noescape
func tile16AVX2(panel, in *int16, width, pairs int, rowSteps, steps, biases, out *float32, stride int)

// tile8 checks what the assembly would read and write before it does.
func (m *Model) tile8(panel string, in []int16, width int, rowSteps, steps, biases, out []float32, stride int) {
	if m.plain || !hasAVX2 {
		plain8(panel, in, width, rowSteps, steps, biases, out, stride)
		return
	}
	panel, in, out = panel[:tileColumns*width], in[:tileRows*width], out[:(tileRows-1)*stride+tileColumns]
	rowSteps, steps, biases = rowSteps[:tileRows], steps[:tileColumns], biases[:tileColumns]
	tile8AVX2(unsafe.StringData(panel), &in[0], 2*width, width/2, &rowSteps[0], &steps[0], &biases[0], &out[0], 4*stride)
}

func (m *Model) tile16(panel, in []int16, width, pairs int, rowSteps, steps, out []float32, stride int) {
	if m.plain || !hasAVX2 {
		plain16(panel, in, width, pairs, rowSteps, steps, out, stride)
		return
	}
	panel, in, out = panel[:2*pairs*tileColumns], in[:(tileRows-1)*width+2*pairs], out[:(tileRows-1)*stride+tileColumns]
	rowSteps, steps = rowSteps[:tileRows], steps[:tileColumns]
	tile16AVX2(&panel[0], &in[0], 2*width, pairs, &rowSteps[0], &steps[0], &noBias[0], &out[0], 4*stride)
}
