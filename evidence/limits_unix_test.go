//go:build unix

package evidence

import "syscall"

// limitFileSize makes every write beyond n bytes of a file fail, as a full disk does.
func limitFileSize(n int64) error {
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(n), Max: uint64(n)})
}

func clearUmask() { syscall.Umask(0) }
