//go:build !unix

package plainfile

// noWait: no pipe lies in the file system here.
const noWait = 0
