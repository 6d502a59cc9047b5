//go:build !unix

package gates

import (
	"os"
	"time"
)

// processCPU is not told here.
func processCPU() time.Duration { return 0 }

// forgetPeak has nothing to do where memory is not told.
func forgetPeak() {}

// maxRSS is not told here.
func maxRSS(*os.ProcessState) int64 { return 0 }
