//go:build unix

package writeservice

import (
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// limitFileSize makes every write beyond n bytes of a file fail, as a full disk does.
func limitFileSize(n uint64) error {
	signal.Ignore(syscall.SIGXFSZ)
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: n})
}
