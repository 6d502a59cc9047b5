package drift

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// candidate is a file that may hold lost text.
type candidate struct {
	name string
	size int64
	rank int // 0: it has the name of a lost anchor's file
}

// skipped are directories of other people's code and of git.
func skipped(name string) bool {
	switch name {
	case ".git", ".memory", "node_modules", ".hg", ".svn", ".venv", "__pycache__":
		return true
	}
	return false
}

// list returns the candidates in the order in which they are read, as far as the limits allow.
func (t *tree) list(ctx context.Context, lost []*Report, limits Limits) (files []candidate, bounded bool, err error) {
	names, endings := map[string]bool{}, map[string]bool{}
	for _, r := range lost {
		names[path.Base(r.Anchor.Path)], endings[path.Ext(r.Anchor.Path)] = true, true
	}
	seen := 0
	err = filepath.WalkDir(t.root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil // what cannot be read holds nothing for us
		case d.IsDir():
			if skipped(d.Name()) && file != t.root {
				return fs.SkipDir
			}
			return nil
		case !d.Type().IsRegular():
			return nil
		}
		if seen++; seen > limits.Files {
			bounded = true
			return fs.SkipAll
		}
		if !endings[path.Ext(d.Name())] {
			return nil
		}
		rel, err := filepath.Rel(t.root, file)
		if err != nil {
			return nil
		}
		rank := 1
		if names[d.Name()] {
			rank = 0
		}
		files = append(files, candidate{filepath.ToSlash(rel), -1, rank})
		return nil
	})
	if err == nil {
		err = t.measure(ctx, files)
	}
	if err != nil {
		return nil, false, err
	}
	files = slices.DeleteFunc(files, func(c candidate) bool { return c.size < 0 || c.size > maxFile })
	slices.SortFunc(files, func(a, b candidate) int { return cmp.Or(cmp.Compare(a.rank, b.rank), strings.Compare(a.name, b.name)) })
	var bytes int64
	for i := range files {
		if bytes += files[i].size; bytes > limits.Bytes {
			return files[:i], true, nil
		}
	}
	return files, bounded, nil
}

// measure fills in the sizes on all cores: each is a question to the system. What is no regular file any more has none.
func (t *tree) measure(ctx context.Context, files []candidate) error {
	return onAllCores(ctx, len(files), func(i int) {
		if info, err := os.Lstat(filepath.Join(t.root, filepath.FromSlash(files[i].name))); err == nil && info.Mode().IsRegular() {
			files[i].size = info.Size()
		}
	})
}

// share is how many files a goroutine takes at a time.
const share = 64

// onAllCores calls do for 0..n-1, in order as far as several goroutines have one.
func onAllCores(ctx context.Context, n int, do func(i int)) error {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n/share+1) {
		wg.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(share)) - share
				if from >= n {
					return
				}
				for i := from; i < min(from+share, n); i++ {
					do(i)
				}
			}
		})
	}
	wg.Wait()
	return ctx.Err()
}
