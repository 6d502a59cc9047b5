package evidence

import (
	"encoding/json"
	"errors"
	"os"
	"path"
	"strings"
)

// summaryVersion changes when the meaning of a field does; a summary of another version is rebuilt.
const summaryVersion = 2

// summary is summary.json: what a session's records add up to. It is valid while size and time of events.jsonl are those it
// was made for; a file changed in place is read again, and every record in it checked.
type summary struct {
	Version int   `json:"version"`
	Size    int64 `json:"size"`
	ModTime int64 `json:"mtime_ns"`
	Damaged int   `json:"damaged,omitempty"` // lines that are no whole record; Events does not count them
	Session
}

const titleRunes = 80

// add counts one more record, the next in Seq order.
func (s *summary) add(r *Record) {
	s.Agent, s.Session.Session = r.Agent, r.Session
	s.Events++
	if !r.Time.IsZero() {
		if s.Start.IsZero() || r.Time.Before(s.Start) {
			s.Start = r.Time
		}
		if r.Time.After(s.End) {
			s.End = r.Time
		}
	}
	if s.Project == "" {
		s.Project = r.Project
	}
	if s.CWD == "" {
		s.CWD = r.CWD
	}
	if s.Branch == "" {
		s.Branch = r.Branch
	}
	if r.typedByPerson() {
		s.Turns++
		if r.Driven {
			s.Driven++
		}
		if s.Title == "" {
			s.Title = title(r.Text)
		}
	}
}

// title is the first line with words in it, cut at a word where it is long.
func title(text string) string {
	for line := range strings.Lines(text) {
		words := strings.Join(strings.Fields(line), " ")
		runes := []rune(words)
		if len(runes) > titleRunes {
			words = string(runes[:titleRunes])
			if i := strings.LastIndexByte(words, ' '); i > len(words)/2 {
				words = words[:i]
			}
			words += "..."
		}
		if words != "" {
			return words
		}
	}
	return ""
}

// summary reads the summary of a session directory, or builds it from the records when it does not fit them.
func (t *tree) summary(dir string) (sum summary, modified int64, stale bool, err error) {
	info, err := t.Lstat(path.Join(dir, eventsFile))
	if err != nil {
		return summary{}, 0, false, err
	}
	modified = info.ModTime().UnixNano()
	data, err := t.ReadFile(path.Join(dir, summaryFile))
	if err == nil && json.Unmarshal(data, &sum) == nil && sum.Version == summaryVersion && sum.Size == info.Size() && sum.ModTime == modified {
		return sum, modified, false, nil
	}
	sum, err = t.rebuildSummary(dir)
	return sum, modified, true, err
}

func (t *tree) rebuildSummary(dir string) (summary, error) {
	f, err := t.openEvents(dir)
	if err != nil {
		return summary{}, err
	}
	defer f.Close()
	info, err := f.Stat() // before reading: a file that grows meanwhile does not fit its summary
	if err != nil {
		return summary{}, err
	}
	sum := summary{Version: summaryVersion, ModTime: info.ModTime().UnixNano()}
	sum.Size, err = eachLine(f, func(_ []byte, _ int, rec *Record, reason string) error {
		if reason != "" {
			sum.Damaged++
		} else {
			sum.add(rec)
		}
		return nil
	})
	return sum, err
}

func (t *tree) writeSummary(dir string, sum summary) error {
	sum.Version = summaryVersion
	data, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	return t.replace(path.Join(dir, summaryFile), data)
}

// openEvents opens a session's record file for reading. Only a regular file is one.
func (t *tree) openEvents(dir string) (*os.File, error) {
	name := path.Join(dir, eventsFile)
	if info, err := t.Lstat(name); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: name, Err: errors.New("not a regular file")}
	}
	return t.Open(name)
}
