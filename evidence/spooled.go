package evidence

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/internal/plainfile"
)

// takenExt follows the name of a session's file while it is brought in. A process that is killed then leaves it so.
const takenExt = ".drain"

// Spooled is one session's file in the spool.
type Spooled struct {
	File, Agent, Session, Transcript string    // Transcript as the latest delivery names it
	Last                             time.Time // of its latest event
}

// Spooled lists the sessions of which something lies in the spool, by file name. Lines that do not read are passed over.
func (s *Store) Spooled() ([]Spooled, error) {
	names, err := s.spoolFiles()
	if err != nil {
		return nil, err
	}
	var list []Spooled
	for _, name := range names {
		one := Spooled{File: name}
		for _, path := range []string{name + takenExt, name} { // in the order in which they were kept
			b, err := plainfile.Read(filepath.Join(s.Dir, treeDir, spoolDir, path), plainfile.MaxText)
			if err != nil {
				continue // it has the other alone, or it was brought in since it was listed
			}
			one.read(b)
		}
		if one.Agent != "" {
			list = append(list, one)
		}
	}
	return list, nil
}

func (one *Spooled) read(b []byte) {
	for line := range bytes.Lines(b) {
		var live Live
		if json.Unmarshal(line, &live) == nil && len(live.Events) > 0 {
			one.Agent, one.Session, one.Transcript = live.Events[0].Agent, live.Events[0].Session, live.Transcript
			one.Last = live.Events[0].Time
		}
	}
}

// SpoolHolds reports whether something lies in the spool of another session than this one. It reads names alone, for a hook that has no time.
func (s *Store) SpoolHolds(agent, session string) bool {
	names, err := s.spoolFiles()
	return err == nil && slices.ContainsFunc(names, func(name string) bool { return name != spoolFile(agent, session) })
}

// spoolFiles are the names of the sessions' files in the spool, in order, also of those of which only what a killed process took is left.
func (s *Store) spoolFiles() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(s.Dir, treeDir, spoolDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := strings.TrimSuffix(e.Name(), takenExt)
		if e.Type().IsRegular() && filepath.Ext(name) == ".jsonl" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}
