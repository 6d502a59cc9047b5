//go:build !linux

package items

import "time"

// FileClock is the clock that the system stamps files with.
func FileClock() time.Time { return time.Now() }

// StampsByClock reports whether it is known that the file system below items/ stamps its files with FileClock, in nanoseconds.
func (s *Store) StampsByClock() bool { return false }
