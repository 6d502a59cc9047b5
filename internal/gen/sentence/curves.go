package main

import (
	"encoding/binary"
	"math"
)

// The curves of the network are tables in the file: exponential and error function differ in their last bits between processors,
// and reading a table is quicker.
const (
	geluReach = 8   // the table goes from -8 to 8
	geluSteps = 256 // a unit
	expSteps  = 768 // a unit
	expSize   = 8192
	expOne    = 16383 // what stands for 1
)

func gelu() []float32 {
	var table []float32
	for i := -geluReach * geluSteps; i <= geluReach*geluSteps; i++ {
		x := float64(i) / geluSteps
		table = append(table, float32(x/2*(1+math.Erf(x/math.Sqrt2))))
	}
	return table
}

// exponential is exp(-x) for the middle of each step, in units of 1/expOne.
func exponential() (table []byte) {
	for i := range expSize {
		x := float64(i) / expSteps
		table = binary.LittleEndian.AppendUint16(table, uint16(math.RoundToEven(expOne*math.Exp(-x))))
	}
	return table
}
