//go:build unix

package plainfile

import "syscall"

// noWait makes the open of a pipe return at once. On a regular file it does nothing.
const noWait = syscall.O_NONBLOCK
