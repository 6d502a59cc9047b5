package evidence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/transcript"
)

// Pending reports which of the files (directories are walked as by Ingest) are transcripts not yet, or not wholly, ingested,
// sorted. A file that was read before is judged by stat and its state; one that was not is opened and parsed up to its first
// event. A path that does not exist is an error.
func (s *Store) Pending(ctx context.Context, paths []string) ([]string, error) {
	files, err := s.gather(ctx, paths, func(SkipAt) {})
	if err != nil {
		return nil, fmt.Errorf("look for new transcripts: %w", err)
	}
	t, err := s.open(false)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look for new transcripts: %w", err)
	}
	if t != nil {
		defer t.Close()
	}
	kept := keptRecords{tree: t}
	var pending []string
	for _, c := range files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var state source
		if t != nil {
			state = t.source(c.real)
			if lost, err := kept.lost(state); err != nil {
				return nil, fmt.Errorf("look for new transcripts: %w", err)
			} else if lost {
				pending = append(pending, c.path)
				continue
			}
		}
		if state.unchanged(c.info) || c.info.Size() == 0 {
			continue
		}
		if state.Version != 0 || isTranscript(ctx, c.real) {
			pending = append(pending, c.path)
		}
	}
	slices.Sort(pending)
	return pending, nil
}

// errSeen ends a parse at its first event.
var errSeen = errors.New("seen enough")

// isTranscript reports whether a parser knows the file.
func isTranscript(ctx context.Context, name string) bool {
	f, err := plainfile.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	seen := false
	_, _, err = transcript.Parse(ctx, transcript.Source{Path: name, R: f}, func(transcript.Event) error {
		seen = true
		return errSeen
	}, func(transcript.Skip) {})
	return seen || err == nil
}
