package items

import (
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

// FileClock is the clock that the kernel stamps files with. It advances by ticks and stands behind time.Now by up to one, so what changes
// after it was read bears its time or a later one, never an earlier one: also where a whole machine was stopped in between.
func FileClock() time.Time {
	var at unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &at); err != nil {
		return time.Now()
	}
	return time.Unix(at.Unix())
}

// StampsByClock reports whether the file system below items/ stamps its files with FileClock, in nanoseconds: one of this kernel's own, and
// none that another machine serves.
func (s *Store) StampsByClock() bool { return keepsTimes(filepath.Join(s.Dir, ItemsDir)) }
