//go:build unix && !linux

package projections

import "golang.org/x/sys/unix"

const mapFlags = unix.MAP_SHARED
