//go:build unix

package plainfile

import "syscall"

// NoFollow makes opening a link an error.
const NoFollow = syscall.O_NOFOLLOW
