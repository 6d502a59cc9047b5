//go:build !unix

package gates

import (
	"os"
	"time"
)

// processCPU is not told here.
func processCPU() time.Duration { return 0 }

// maxRSS is not told here.
func maxRSS(*os.ProcessState) int64 { return 0 }
