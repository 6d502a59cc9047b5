package ledger

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	monthLayout = "2006-01"
	suffix      = ".jsonl"
)

func monthFile(kind Kind, at time.Time) string {
	return string(kind) + "-" + at.UTC().Format(monthLayout) + suffix
}

// months lists the files of one kind, oldest month first. Other names and anything but regular files are not part of the
// ledger. A directory that is not there holds nothing.
func (l *Ledger) months(kind Kind) ([]string, error) {
	entries, err := os.ReadDir(l.Dir) // sorted by name, which is by month
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list ledger: %w", err)
	}
	var paths []string
	for _, e := range entries {
		month, ok := strings.CutPrefix(e.Name(), string(kind)+"-")
		month, isLedger := strings.CutSuffix(month, suffix)
		if !ok || !isLedger || !e.Type().IsRegular() {
			continue
		}
		if _, err := time.Parse(monthLayout, month); err == nil {
			paths = append(paths, filepath.Join(l.Dir, e.Name()))
		}
	}
	return paths, nil
}
