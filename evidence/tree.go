package evidence

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/plainfile"
)

const (
	treeDir     = "evidence"
	sourcesDir  = "sources"
	eventsFile  = "events.jsonl"
	summaryFile = "summary.json"
	damagedFile = "damaged.jsonl"
	lockFile    = ".lock"
)

// lockWait bounds the wait for another ingest. Its holder lets go after each batch, and one huge file may take a minute.
const lockWait = 10 * time.Minute

// tree is the open evidence directory. All paths are relative to it and slash-separated; os.Root keeps every access inside,
// also where the store came with symbolic links.
type tree struct {
	*os.Root
	path string          // of the directory, for messages and the lock
	made map[string]bool // directories that mkdirs found or made

	guard atomicfile.Guard
}

// open opens the evidence directory; without create a missing one is fs.ErrNotExist.
func (s *Store) open(create bool) (*tree, error) {
	dir := filepath.Join(s.Dir, treeDir)
	if create {
		if err := os.MkdirAll(s.Dir, 0o700); err != nil {
			return nil, err
		}
		if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a directory (a symbolic link is refused): move it away and run again", dir)
	}
	if create && info.Mode().Perm() != 0o700 {
		if err := os.Chmod(dir, 0o700); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &tree{Root: root, path: dir, made: map[string]bool{".": true}, guard: s.Guard}, nil
}

// Open, OpenFile and ReadFile take regular files and directories only, as everything of this package does: a branch can bring a pipe.
func (t *tree) Open(name string) (*os.File, error) { return t.OpenFile(name, os.O_RDONLY, 0) }

func (t *tree) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if flag != os.O_RDONLY {
		if err := t.guard.Step("open evidence"); err != nil {
			return nil, err
		}
	}
	return plainfile.OpenIn(t.Root, name, flag, perm)
}

func (t *tree) Rename(from, to string) error {
	if err := t.guard.Step("rename evidence"); err != nil {
		return err
	}
	return t.Root.Rename(from, to)
}

func (t *tree) Remove(name string) error {
	if err := t.guard.Step("remove evidence"); err != nil {
		return err
	}
	return t.Root.Remove(name)
}

func (t *tree) ReadFile(name string) ([]byte, error) {
	f, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return plainfile.ReadAll(f, plainfile.Any)
}

// lock takes the one lock for appending. One lock for all sessions, because a file may hold many sessions and a session may
// lie in many files, so finer locks would have to be taken in an order that is only known after parsing. It is not the lock
// of the item writers: a long ingest does not delay them.
func (t *tree) lock(ctx context.Context, wait time.Duration) (unlock func(), err error) {
	return filelock.Lock(ctx, filepath.Join(t.path, lockFile), wait)
}

// mkdirs makes a directory and its parents, each 0700 whatever the umask. It returns the directories that got a new entry.
func (t *tree) mkdirs(dir string) (changed []string, err error) {
	if t.made[dir] {
		return nil, nil
	}
	parent := path.Dir(dir)
	if changed, err = t.mkdirs(parent); err != nil {
		return nil, err
	}
	err = t.Mkdir(dir, 0o700)
	if err == nil {
		changed = append(changed, parent)
		err = t.Chmod(dir, 0o700)
	} else if errors.Is(err, fs.ErrExist) {
		err = nil // what stands there is used; if it is no directory, its use says so
	}
	t.made[dir] = err == nil
	return changed, err
}

// syncs is how many files are synced at once: the file system then commits many of them together.
const syncs = 16

// syncAll makes the content of files and the entries of directories durable. Windows cannot sync a directory; there the file
// system's journal does it.
func (t *tree) syncAll(files, dirs []string) error {
	if err := t.guard.Step("sync evidence"); err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(syncs)
	for _, name := range files {
		group.Go(func() error { return t.sync(name, os.O_WRONLY) })
	}
	if runtime.GOOS != "windows" {
		for _, name := range dirs {
			group.Go(func() error { return t.sync(name, os.O_RDONLY) })
		}
	}
	return group.Wait()
}

func (t *tree) sync(name string, flag int) error {
	f, err := plainfile.OpenIn(t.Root, name, flag, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// replace writes a derived file whole or not at all. It is not synced: after a power cut the file may be gone or empty, which
// costs a second reading and nothing else. The caller holds the lock, so that the temporary name is free.
func (t *tree) replace(name string, data []byte) error {
	tmp := path.Join(path.Dir(name), ".tmp-"+path.Base(name))
	f, err := t.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Chmod(0o600), f.Close()); err != nil {
		_ = t.Remove(tmp)
		return err
	}
	return t.Rename(tmp, name)
}

// months lists the month directories of an agent's directory, newest first.
func (t *tree) months(agent string) ([]string, error) {
	years, err := t.names(agent)
	if err != nil {
		return nil, err
	}
	var months []string
	for _, year := range years {
		names, err := t.names(path.Join(agent, year))
		if err != nil {
			return nil, err
		}
		for _, month := range names {
			months = append(months, path.Join(agent, year, month))
		}
	}
	slices.Sort(months)
	slices.Reverse(months)
	return months, nil
}

// names lists the directories in dir, sorted; none when dir does not exist. Symbolic links and hidden names are passed over.
func (t *tree) names(dir string) ([]string, error) {
	f, err := t.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	slices.Sort(names)
	return names, nil
}

// agents lists the agent directories.
func (t *tree) agents() ([]string, error) {
	names, err := t.names(".")
	return slices.DeleteFunc(names, func(name string) bool { return name == sourcesDir || name == spoolDir }), err
}

// sessionIndex maps the directory names of an agent's sessions to their directories.
func (t *tree) sessionIndex(agent string) (map[string]string, error) {
	months, err := t.months(agentDir(agent))
	if err != nil {
		return nil, err
	}
	index := map[string]string{}
	for _, month := range months {
		names, err := t.names(month)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			index[name] = path.Join(month, name)
		}
	}
	return index, nil
}

// findSession returns the directory of a session, or "" when it has none yet.
func (t *tree) findSession(agent, session string) (string, error) {
	months, err := t.months(agentDir(agent))
	if err != nil {
		return "", err
	}
	name := sessionDir(agent, session)
	for _, month := range months {
		if info, err := t.Lstat(path.Join(month, name)); err == nil && info.IsDir() {
			return path.Join(month, name), nil
		}
	}
	return "", nil
}
