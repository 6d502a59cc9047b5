package projections

import (
	"path/filepath"

	"github.com/factline/memory/items"
)

// fileTimes are those of a file when it was complete, in Unix nanoseconds.
type fileTimes struct {
	Modified int64 `json:"modified"`
	Changed  int64 `json:"changed"`
}

// timesOf looks at a file of a directory; nil where the system or the file system keeps no time of change, which no program can set.
func timesOf(dir, name string) *fileTimes {
	at := &items.Store{Dir: filepath.Dir(dir)}
	if !at.KeepsTimes(filepath.Base(dir)) {
		return nil
	}
	sight, err := at.Sight(filepath.Base(dir), name)
	if err != nil {
		return nil
	}
	return &fileTimes{sight.ModTime, sight.ChangeTime}
}

// asWritten says that a file is the one that its writer left, by what the manifest says of its times. So its bytes need not be summed by
// each process that searches, which takes longer than to search them. A file that was copied or restored has other times.
func (e segmentEntry) asWritten(dir, name string) bool {
	for _, f := range e.Files {
		if f.Name == name && f.Times != nil {
			now := timesOf(dir, name)
			return now != nil && *now == *f.Times
		}
	}
	return false
}
