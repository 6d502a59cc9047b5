package trust

import (
	"fmt"
	"os"
	"syscall"
)

// markOf is the inode of a file and the time of its birth, since numbers are used again. Devices have other numbers after a restart.
func markOf(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return ""
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return fmt.Sprintf("%d-%d", st.Ino, st.Birthtimespec.Nano())
}
