package adapters

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/splice"
)

// original is what a file was before the first of our entries came into it, whichever agent, scope or part that was for. It is the person's backup,
// and the way back to the byte where those that share a file go in another order than they came: what one of them put in may stand within what
// another did. It goes with the last of them.
type original struct {
	Path    string    `json:"path"`
	At      time.Time `json:"at"`
	Absent  bool      `json:"absent,omitempty"` // there was no file
	Dirs    []string  `json:"dirs,omitempty"`   // directories that did not exist, innermost first
	Before  string    `json:"before_sha256"`
	Written string    `json:"written_sha256"` // of the file as one of us left it: any other bytes are somebody's edit
	bytes   []byte
}

// originals is the directory of the records' own in which these lie.
const originals = "files"

func (m *Machine) originalFile(place string) string {
	return filepath.Join(m.State, originals, sum([]byte(place))[:12]+".json")
}

// place is the one name of a file, whatever links lead to it and whether or not it is there.
func place(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(place(dir), filepath.Base(path))
	}
	return path
}

// original reads what is known of a file; nil where nothing is, or where it is damaged.
func (m *Machine) original(place string) *original {
	file := m.originalFile(place)
	b, err := plainfile.Read(file, plainfile.MaxText)
	var o original
	if err != nil || json.Unmarshal(b, &o) != nil || o.Path != place {
		return nil
	}
	if !o.Absent {
		if o.bytes, err = plainfile.Read(file+".before", plainfile.MaxText); err != nil || sum(o.bytes) != o.Before {
			return nil
		}
		o.bytes = append([]byte{}, o.bytes...) // an empty file is one, too
	}
	return &o
}

// remember keeps what a change makes of the original, nil = nothing.
func (m *Machine) remember(place string, was, o *original) error {
	file := m.originalFile(place)
	switch {
	case o == was:
		return nil
	case o == nil:
		return drop(file)
	}
	if was == nil || was.Before != o.Before || was.Absent != o.Absent {
		if err := drop(file); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if !o.Absent && !there(file+".before") {
		if err := atomicfile.Write(file+".before", o.bytes, 0o600); err != nil {
			return err
		}
	}
	b, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	return atomicfile.Write(file, append(b, '\n'), 0o600)
}

// holds reports that nobody but us wrote the file since: it is as one of us left it, or as it was before any did.
func (o *original) holds(src []byte) bool {
	switch {
	case o == nil:
		return false
	case src == nil:
		return o.Absent
	}
	return sum(src) == o.Written || !o.Absent && sum(src) == o.Before
}

func (o *original) written(src []byte) *original {
	next := *o
	next.Written = sum(src)
	return &next
}

// lacked is how many containers at the end of a path the file did not hold; of one that was null its own edit knows.
func (o *original) lacked(format splice.Format, path []string) int {
	if o == nil {
		return 0
	}
	for depth, key := range path {
		outer, err := splice.Lookup(format, o.bytes, path[:depth]...)
		if err != nil {
			return 0
		}
		in, ok := outer.(map[string]any)
		switch held, there := in[key]; {
		case outer != nil && !ok, there && held == nil:
			return 0
		case !there:
			return len(path) - depth
		}
	}
	return 0
}

// alone reports that no record but the change's own speaks of its file.
func (d *disk) alone(c *Change) bool {
	if d.records == nil {
		d.records = map[string]string{}
		for _, o := range d.m.records("") {
			d.records[o.file] = place(o.Path)
		}
	}
	for file, where := range d.records {
		if file != c.file && where == c.place {
			return false
		}
	}
	return true
}

// settle says what becomes of the original with a change, and gives the bytes of before back with the last of ours.
func (d *disk) settle(c *Change) {
	c.then = c.first
	intact, alone := c.first.holds(c.before), d.alone(c)
	switch {
	case c.keep == nil && c.was != nil: // out
		delete(d.records, c.file)
		if alone {
			c.then = nil
		}
		if alone && intact {
			c.after, c.dirs = c.first.bytes, c.first.Dirs
		} else if intact && c.after != nil {
			c.then = c.first.written(c.after)
		}
	case c.keep == nil && intact && alone && !bytes.Equal(c.after, c.before) && !namesAny(c.after): // out, and the record is lost
		c.after, c.dirs, c.then = c.first.bytes, c.first.Dirs, nil
	case c.keep != nil && c.keep != c.was: // in
		d.records[c.file] = c.place
		if intact {
			c.then = c.first.written(c.after)
		} else if alone {
			c.then = &original{Path: c.place, At: c.keep.At, Absent: c.absent, Dirs: c.keep.Dirs, Before: sum(c.bare), Written: sum(c.after), bytes: c.bare}
		}
	}
	d.originals[c.place] = c.then
}
