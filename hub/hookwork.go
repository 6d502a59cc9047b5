package hub

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/ledger"
)

// sessionsKept is how long the ledger keeps what a session got: longer than anybody resumes one.
const sessionsKept = 30 * 24 * time.Hour

// Work does what a hook left: it reads the new part of the session's transcript, or brings in what was spooled where there is none, and
// clears away what old sessions left. Any number of processes may do it at once; the evidence's own lock puts them in order.
func (h *Hub) Work(ctx context.Context, j Job) (evidence.Result, error) {
	res, err := h.work(ctx, j, false)
	if err == nil {
		err = h.bringInSilent(ctx, j, &res)
	}
	if err == nil {
		_, err = h.Meet(ctx, meetBehind) // what came by git since; here alone, since nobody waits for it
	}
	if err != nil {
		h.Ledger.Fault(ctx, ledger.Fault{At: h.Now(), Where: "hook work", Agent: j.Agent, Error: err.Error()})
	}
	return res, err
}

// work is the job alone. Of a session under way whose transcript can be read, that is all: what it lacks of the spool may come there yet.
func (h *Hub) work(ctx context.Context, j Job, underWay bool) (res evidence.Result, err error) {
	res = evidence.Result{Skipped: []evidence.SkipAt{}, Redactions: map[string]int{}}
	read := false
	if j.Transcript != "" {
		res, err = h.Evidence.Ingest(ctx, []string{j.Transcript}, evidence.Options{})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return res, err
		}
		read = err == nil && res.Files > 0
	}
	if read && underWay {
		return res, nil
	}
	drained, err := h.Evidence.Drain(ctx, j.Agent, j.Session, func(l evidence.Live) bool { return !read || !inTranscript(l.Kind) })
	res.New, res.Events, res.Sessions = res.New+drained.Added, res.Events+drained.Added, max(res.Sessions, drained.Sessions)
	if err != nil {
		return res, err
	}
	return res, h.forgetSessions()
}

// How long a session keeps still before what its hooks kept of it is brought in without its end, which may never come: a crash, a closed terminal.
// One that goes on gets more later.
const (
	silentAfter = 5 * time.Minute  // where a transcript counts instead: its agent has written there by then what it told a hook
	quietAfter  = 10 * time.Second // where there is none: two hooks of one event have both told it by then
)

// silent lists the sessions that keep still, of which hooks kept something that no end of a turn brought in.
func (h *Hub) silent() ([]evidence.Spooled, error) {
	list, err := h.Evidence.Spooled()
	return slices.DeleteFunc(list, func(one evidence.Spooled) bool {
		return h.still(one) < quietAfter || one.Transcript != "" && h.still(one) < silentAfter
	}), err
}

// still is how long nothing more came of a session.
func (h *Hub) still(one evidence.Spooled) time.Duration { return h.Now().Sub(one.Last) }

// bringInSilent does the work of the sessions that nobody ended, beside the job's own.
func (h *Hub) bringInSilent(ctx context.Context, j Job, res *evidence.Result) error {
	list, err := h.silent()
	for _, one := range list {
		if one.Agent == j.Agent && one.Session == j.Session {
			continue
		}
		more, workErr := h.work(ctx, Job{Agent: one.Agent, Session: one.Session, Transcript: one.Transcript}, false)
		add(res, more)
		err = errors.Join(err, workErr)
	}
	return err
}

// CatchUp brings in what hooks kept, also of sessions under way, so that words that were said a moment ago are found and can be cited.
func (h *Hub) CatchUp(ctx context.Context) (evidence.Result, error) {
	var res evidence.Result
	list, err := h.Evidence.Spooled()
	for _, one := range list {
		more, workErr := h.work(ctx, Job{Agent: one.Agent, Session: one.Session, Transcript: one.Transcript}, h.still(one) < silentAfter)
		add(&res, more)
		err = errors.Join(err, workErr)
	}
	return res, err
}

// add puts what one job more did to what others did.
func add(res *evidence.Result, more evidence.Result) {
	res.New, res.Events, res.Sessions = res.New+more.New, res.Events+more.Events, res.Sessions+more.Sessions
}

// forgetSessions removes what the ledger keeps of sessions that ended long ago.
func (h *Hub) forgetSessions() error {
	dir := filepath.Join(h.Ledger.Dir, "sessions")
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("list sessions: %w", err)
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if newest, ok := newestFile(path); ok && h.Now().Sub(newest) > sessionsKept {
			if err := os.RemoveAll(path); err != nil {
				return fmt.Errorf("forget an old session: %w", err)
			}
		}
	}
	return nil
}

func newestFile(dir string) (newest time.Time, ok bool) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return newest, false
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().After(newest) {
			newest, ok = info.ModTime(), true
		}
	}
	return newest, ok
}
