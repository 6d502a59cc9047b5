//go:build unix

package gates

import (
	"os"
	"runtime/debug"
	"syscall"
	"time"
)

// processCPU is the processor time that this process has used.
func processCPU() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// forgetPeak makes this process small before it starts another: Linux counts the peak of the parent as the child's own.
func forgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // not there on other systems, which need it not
}

// maxRSS is the largest memory of a finished process in bytes, 0 where the system does not tell.
func maxRSS(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return int64(u.Maxrss) * rssUnit
}
