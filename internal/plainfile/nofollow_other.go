//go:build !unix

package plainfile

// NoFollow is nothing where the system has no such flag: the check alone counts.
const NoFollow = 0
