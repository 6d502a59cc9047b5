//go:build !unix

package projections

import (
	"github.com/factline/memory/internal/plainfile"
)

// mapFile reads a file: a mapped one could not be removed here while a process searches.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	data, err = plainfile.Read(path, plainfile.Any)
	return data, func() error { return nil }, err
}
