package evidence

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path"
	"strings"
)

// summaryVersion changes when the meaning of a field does; a summary of another version is rebuilt.
const summaryVersion = 1

// summary is summary.json: what a session's records add up to. It is valid while Size is the size of events.jsonl, which
// only grows.
type summary struct {
	Version int   `json:"version"`
	Size    int64 `json:"size"`
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
	if err == nil && json.Unmarshal(data, &sum) == nil && sum.Version == summaryVersion && sum.Size == info.Size() {
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
	sum := summary{Version: summaryVersion}
	lines := newLineReader(f)
	for {
		line, err := lines.next()
		if err == io.EOF {
			sum.Size = lines.offset
			return sum, nil
		}
		if errors.Is(err, ErrDamaged) {
			continue
		}
		if err != nil {
			return summary{}, err
		}
		if r, err := decodeRecord(line, lines.number); err == nil {
			sum.add(&r)
		}
	}
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
