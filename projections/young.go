package projections

import "github.com/factline/memory/items"

// Steps of the times that file systems keep, in nanoseconds. A file that changed within one step before it was read may change once more and
// look the same; git calls it racily clean.
const (
	racyWindow = int64(2e9)  // the coarsest of a file system in use (FAT: 2 s)
	tickWindow = int64(20e6) // two ticks of a kernel at 100 Hz, where files are stamped by its clock
)

// young reports whether what bears these times may change, after the moment at, and bear them still. Where the kernel stamps files in
// nanoseconds the time of change alone decides, which no program sets. A round second is one of a file system that keeps no parts of it.
func (r *reader) young(mtime, ctime, at int64) bool {
	if r.exact && ctime%1e9 != 0 {
		return ctime > at-tickWindow
	}
	return max(mtime, ctime) > at-racyWindow
}

func (r *reader) statOf(f items.File, readAt int64) fileStat {
	return fileStat{size: f.Size, mtime: f.ModTime, ctime: f.ChangeTime, racy: r.young(f.ModTime, f.ChangeTime, readAt)}
}
