package evidence

import (
	"context"
	"fmt"
	"slices"

	"github.com/factline/memory/secrets"
)

// SkipAt is one piece of one file that could not be read. Line 0 stands for the whole file.
type SkipAt struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// Result counts one ingest. Events is New + Unchanged of the files that were looked at.
type Result struct {
	Files      int            `json:"files"` // transcripts, read or found unchanged
	Sessions   int            `json:"sessions"`
	Events     int            `json:"events"`
	New        int            `json:"new"`
	Unchanged  int            `json:"unchanged"`
	Skipped    []SkipAt       `json:"skipped"`
	Redactions map[string]int `json:"redactions"`        // by rule, in new records
	Ignored    int            `json:"ignored,omitempty"` // files of a directory that are no transcripts
}

// Options steer one ingest.
type Options struct {
	Project  string                  // overrides detection
	Progress func(done, total int64) // bytes; may be nil; called from the calling goroutine
}

// A batch ends, its records synced and the lock given back, at the first file after either mark. Both keep the wait of
// another process to a fraction of a second and the cost of syncing below that of parsing.
const (
	batchBytes = 8 << 20
	batchFiles = 64
)

// pendingMax is how many bytes of encoded records wait in memory before they are written.
const pendingMax = 1 << 20

// skippedMax bounds the entries of one file in Result.Skipped; the rest is counted in one more.
const skippedMax = 1000

// Ingest reads files and directories (recursively; only files that a parser recognises by content count) into the store.
// It is idempotent and resumable: an unchanged file costs a stat, a grown file only its new part, a rewritten file is read
// again and adds only events not yet kept, and so is one whose records are no longer all there. One bad line is counted in Skipped and never fatal. A path that does not exist is
// an error before anything is read. On an error the result tells what was done until then; running again does the rest.
func (s *Store) Ingest(ctx context.Context, paths []string, opt Options) (res Result, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("ingest: %w", err)
		}
	}()
	in := &ingest{
		store:      s,
		home:       s.home(),
		progress:   opt.Progress,
		projects:   projects{override: opt.Project},
		sessions:   map[string]bool{},
		redactions: map[string]int{},
		door:       door{mask: s.Mask},
		res:        Result{Skipped: []SkipAt{}, Redactions: map[string]int{}},
	}
	files, err := s.gather(ctx, paths, in.skip)
	if err != nil {
		return in.res, err
	}
	for _, f := range files {
		in.total += f.info.Size()
	}
	if in.tree, err = s.open(true); err != nil {
		return in.res, err
	}
	defer in.tree.Close()
	in.kept.tree = in.tree
	err = in.files(ctx, files)
	// What is queued goes in also after an error or a cancelled context: those files need not be read again.
	if endErr := in.endBatch(); err == nil {
		err = endErr
	}
	in.res.Events = in.res.New + in.res.Unchanged
	in.res.Sessions = len(in.sessions)
	return in.res, err
}

// ingest is the state of one call of Ingest.
type ingest struct {
	store    *Store
	tree     *tree
	door     door
	projects projects
	home     string // shortened to ~; "": nothing is
	progress func(done, total int64)
	done     int64 // bytes, also of files that needed no reading
	total    int64
	sessions map[string]bool // <agent>-<10 hex>
	res      Result

	// The current batch; unlock is nil between batches.
	unlock  func()
	logs    map[sessionKey]*sessionLog
	index   map[string]map[string]string // by agent: directories of the sessions that were there when the batch first asked
	pending int                          // bytes queued in logs
	read    int64
	states  []readSource
	kept    keptRecords // as this run found them

	redactions map[string]int // by rule, in queued records
	broken     error          // a failed write: nothing more is written
}

// readSource is a state to write once the records before it are durable.
type readSource struct {
	real  string
	state source
}

func (in *ingest) files(ctx context.Context, files []candidate) error {
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		before := in.done
		if err := in.file(ctx, f); err != nil {
			return err
		}
		in.report(before + f.info.Size() - in.done)
		if in.read >= batchBytes || len(in.states) >= batchFiles {
			if err := in.endBatch(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (in *ingest) report(n int64) {
	in.done += n
	if in.progress != nil {
		in.progress(in.done, in.total)
	}
}

func (in *ingest) skip(at SkipAt) {
	at.Reason, _ = secrets.Redact(at.Reason)
	in.res.Skipped = append(in.res.Skipped, at)
}

func (in *ingest) beginBatch(ctx context.Context) error {
	if in.unlock != nil {
		return nil
	}
	unlock, err := in.tree.lock(ctx, lockWait)
	if err != nil {
		return err
	}
	in.unlock = unlock
	in.logs = map[sessionKey]*sessionLog{}
	in.index = map[string]map[string]string{}
	in.read = 0
	return nil
}

// endBatch writes what is queued, makes it durable, writes the states of the sources, and gives the lock back.
func (in *ingest) endBatch() error {
	if in.unlock == nil {
		return nil
	}
	defer func() {
		in.unlock()
		in.unlock, in.logs, in.states, in.pending = nil, nil, nil, 0
	}()
	if in.broken != nil {
		return in.broken
	}
	if err := in.flush(); err != nil {
		return err
	}
	if err := in.tree.settle(in.orderedLogs()); err != nil {
		return in.fail("make durable", err)
	}
	for _, st := range in.states {
		if err := in.tree.writeSource(st.real, st.state); err != nil {
			return fmt.Errorf("note how far %s was read: %w", st.state.Path, err)
		}
	}
	return nil
}

// flush writes all queued records. Only what is written counts as new.
func (in *ingest) flush() error {
	for _, l := range in.orderedLogs() {
		queued := l.queued
		if err := in.tree.flush(l); err != nil {
			return in.fail("write", err)
		}
		in.res.New += queued
	}
	for rule, n := range in.redactions {
		in.res.Redactions[rule] += n
	}
	clear(in.redactions)
	in.pending = 0
	return nil
}

func (in *ingest) fail(doing string, err error) error {
	in.broken = fmt.Errorf("%s records in %s: %w; free space or make it writable, then run again: what is missing is added", doing, in.tree.path, err)
	return in.broken
}

func (in *ingest) orderedLogs() []*sessionLog {
	logs := make([]*sessionLog, 0, len(in.logs))
	for _, l := range in.logs {
		logs = append(logs, l)
	}
	slices.SortFunc(logs, func(a, b *sessionLog) int { return compareKeys(a.key, b.key) })
	return logs
}
