package transcript

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// parsed is everything that one parse gives.
type parsed struct {
	events    []Event
	skips     []Skip
	ignored   []Skip
	pos       Position
	resumable bool
	err       error
}

func parseFrom(ctx context.Context, path string, data []byte, pos Position) parsed {
	var p parsed
	src := Source{Path: path, R: bytes.NewReader(data), Pos: pos, Ignored: func(s Skip) { p.ignored = append(p.ignored, s) }}
	p.pos, p.resumable, p.err = Parse(ctx, src, func(e Event) error {
		p.events = append(p.events, e)
		return nil
	}, func(s Skip) { p.skips = append(p.skips, s) })
	return p
}

func parseBytes(t testing.TB, path string, data []byte) parsed {
	t.Helper()
	return parseFrom(t.Context(), path, data, Position{})
}

// dataFiles lists all shared transcript files but the two that describe the others.
func dataFiles(t testing.TB) []string {
	t.Helper()
	dir := dataDir(t)
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() && path != filepath.Join(dir, "FORMATS.md") && path != filepath.Join(dir, "MANIFEST.json") {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func relative(t testing.TB, path string) string {
	rel, err := filepath.Rel(dataDir(t), path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel)
}

func tally[T any](list []T, key func(T) string) string {
	n := map[string]int{}
	for _, x := range list {
		n[key(x)]++
	}
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(n)) {
		parts = append(parts, fmt.Sprintf("%s=%d", k, n[k]))
	}
	return strings.Join(parts, " ")
}

// Every shared file is read without error, or is no transcript and says so. -v prints what each gave.
func TestSurveyOfAllSharedFiles(t *testing.T) {
	for _, path := range dataFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := parseBytes(t, path, data)
		name := relative(t, path)
		if errors.Is(p.err, ErrUnknown) {
			t.Logf("%-90s UNKNOWN %v", name, p.err)
			continue
		}
		if p.err != nil {
			t.Errorf("%s: %v", name, p.err)
			continue
		}
		t.Logf("%-90s %-18s events=%d skips=%d partial=%v | %s | %s | ignored %s", name, p.pos.Format, len(p.events), len(p.skips), p.pos.Partial,
			tally(p.events, func(e Event) string { return string(e.Kind) }), tally(p.events, func(e Event) string { return string(e.Channel) }),
			tally(p.ignored, func(s Skip) string { return s.Reason }))
	}
}
