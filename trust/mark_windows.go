package trust

import (
	"fmt"
	"os"
	"syscall"
)

// markOf is the time of a file's making: a listing brings no number of it here.
func markOf(path string) string {
	info, err := os.Lstat(path)
	if err != nil {
		return ""
	}
	st, ok := info.Sys().(*syscall.Win32FileAttributeData)
	if !ok {
		return ""
	}
	return fmt.Sprintf("0-%d", st.CreationTime.Nanoseconds())
}
