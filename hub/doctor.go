package hub

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
)

// Level is how bad a check's finding is.
type Level string

const (
	OK   Level = "ok"
	Warn Level = "warn" // nothing is broken, something is worth doing
	Fail Level = "fail" // broken
)

// Check is one line of doctor's report.
type Check struct {
	Name   string   `json:"name"`
	Level  Level    `json:"level"`
	Detail string   `json:"detail"`
	Fix    string   `json:"fix,omitempty"`   // what a person can do, or what --fix does
	Files  []string `json:"files,omitempty"` // with reasons, where files are meant
}

// Doctor looks at every part of the store and repairs nothing.
func (h *Hub) Doctor(ctx context.Context) []Check {
	defer stopwatch.On(ctx, stopwatch.Checks)()
	checks := append([]Check{
		h.checkStore(),
		h.checkTrust(ctx),
		h.checkSettings(),
		h.checkProject(ctx),
		h.checkItems(ctx),
		h.checkAudit(ctx),
		h.checkBack(ctx),
		h.checkPurges(ctx),
		h.checkProjections(ctx),
		h.checkSentences(ctx),
		h.checkPending(ctx),
		h.checkUnfinished(ctx),
		h.checkEvidence(ctx),
		h.checkLock(ctx),
		h.checkLedger(ctx),
		h.checkHooks(ctx),
		h.checkLeftovers(ctx),
		h.checkTranscripts(ctx),
		h.checkGit(ctx),
		h.checkMerge(ctx),
		h.checkConflicts(ctx),
	}, slices.Concat(h.checkUser(ctx), h.checkOneID(ctx), h.checkUserVectors(ctx), h.checkDoubts(ctx))...)
	// What stops something comes first, then what is worth doing; within a level the order above.
	rank := map[Level]int{Fail: 0, Warn: 1, OK: 2}
	slices.SortStableFunc(checks, func(a, b Check) int { return cmp.Compare(rank[a.Level], rank[b.Level]) })
	return checks
}

func (h *Hub) checkStore() Check {
	c := Check{Name: "store", Level: OK, Detail: fmt.Sprintf("%s (%s), writable", h.Dir, h.Chosen)}
	if h.user != nil {
		c.Detail += "; searched after it: " + h.user.Dir
	}
	if err := probe(filepath.Join(h.Dir, "items")); err != nil {
		c.Level, c.Detail = Fail, fmt.Sprintf("%s cannot be written: %v", h.Dir, err)
		c.Fix = "make room, or change the owner or mode of the directory; a missing directory comes back with memory doctor --fix"
		return c
	}
	return c
}

// probe writes and removes a file of an item's size in the directory that the next item would go to.
func probe(dir string) error {
	if years, err := os.ReadDir(dir); err == nil && len(years) > 0 && years[len(years)-1].IsDir() {
		dir = filepath.Join(dir, years[len(years)-1].Name())
	}
	path := filepath.Join(dir, atomicfile.TempPrefix+"doctor")
	defer os.Remove(path)
	return atomicfile.Write(path, make([]byte, 8<<10), 0o600)
}

func (h *Hub) checkItems(ctx context.Context) Check {
	files, bad, err := h.Items.Files(ctx)
	if err != nil {
		return Check{Name: "items", Level: Fail, Detail: err.Error(), Fix: "memory doctor --fix makes missing directories"}
	}
	candidates := 0
	for _, f := range files {
		if f.Candidate {
			candidates++
		}
		if _, _, err := h.Items.Read(ctx, f); err != nil {
			bad = append(bad, items.Bad{Path: f.Path, Reason: strings.TrimPrefix(err.Error(), f.Path+": ")})
		}
	}
	c := Check{Name: "items", Level: OK, Detail: fmt.Sprintf("%s, %d in review, all parse", count(len(files)-candidates, "item"), candidates)}
	if len(bad) > 0 {
		c.Level, c.Detail = Fail, fmt.Sprintf("%d of %s %s no item and left out of every answer", len(bad), count(len(files), "file"), are(len(bad)))
		c.Fix = "correct the named line in an editor, or move the file out of the store"
		for _, b := range bad {
			c.Files = append(c.Files, b.Path+": "+b.Reason)
		}
	}
	return c
}

func (h *Hub) checkProjections(ctx context.Context) Check {
	state, err := h.Projections.Inspect(ctx)
	vectors, lacking := h.vectorsLine(state)
	c := Check{Name: "projections", Level: OK, Detail: fmt.Sprintf("%s, fresh, %s", count(state.Docs, "document"), vectors)}
	switch {
	case err != nil:
		c.Level, c.Detail, c.Fix = Fail, err.Error(), "memory reindex"
	case state.Damage != "":
		c.Level, c.Detail, c.Fix = Fail, state.Damage, "memory reindex (searches repair or bypass it meanwhile)"
	case !state.Present:
		c.Detail = "none yet; the next search builds them"
	case state.Stale > 0:
		c.Detail = fmt.Sprintf("%s, %s changed since; the next search brings them in", count(state.Docs, "document"), count(state.Stale, "file"))
	}
	if lacking && c.Level == OK && state.Present {
		c.Level = Warn
		if state.Stale > 0 {
			c.Detail += "; " + vectors
		}
		c.Fix = h.vectorsFix()
	}
	return c
}

func (h *Hub) checkPending(ctx context.Context) Check {
	state, err := h.Writes.PendingState(ctx)
	if err == nil {
		err = h.replayErr
	}
	if err != nil {
		return Check{Name: "pending", Level: Fail, Detail: err.Error(), Fix: "look at " + filepath.Join(h.Dir, "pending")}
	}
	c := Check{Name: "pending", Level: OK, Detail: "no writes wait"}
	if n := len(state.Waiting); n > 0 {
		c.Level, c.Detail, c.Files = Fail, fmt.Sprintf("%s could not be completed yet", count(n, "write")), state.Waiting
		c.Fix = "memory repair, once the store can be written again"
	}
	if n := len(state.Dead); n > 0 {
		c.Level, c.Files = Fail, append(c.Files, state.Dead...)
		c.Detail = fmt.Sprintf("%s given up after the last try; nothing is lost", count(n, "write"))
		c.Fix = "read them in pending/dead; write them again or delete them"
	}
	return c
}

func (h *Hub) checkUnfinished(ctx context.Context) Check {
	halves, err := h.Writes.Unfinished(ctx)
	c := Check{Name: "unfinished", Level: OK, Detail: "no command was interrupted half way"}
	switch {
	case err != nil:
		c.Level, c.Detail = Fail, err.Error()
	case h.namePurges(&c):
	case len(halves) > 0:
		c.Level, c.Detail, c.Files = Warn, count(len(halves), "change")+" of two files stopped between them", halves
		c.Fix = "memory repair finishes them"
	}
	return c
}

func (h *Hub) checkEvidence(ctx context.Context) Check {
	wide, permErr := h.Evidence.CheckPermissions(ctx)
	sessions, listErr := h.Evidence.Sessions(ctx)
	damaged, verifyErr := h.Evidence.Verify(ctx)
	unread, badErr := h.Evidence.BadLines(ctx)
	c := Check{Name: "evidence", Level: OK, Detail: count(len(sessions), "session") + ", private, as it was written"}
	if len(unread) > 0 {
		lines := 0
		for _, u := range unread {
			lines += u.Lines
		}
		c.Detail += fmt.Sprintf("; %s of %s could not be read when they were ingested", count(lines, "line"), count(len(unread), "transcript"))
	}
	h.nameWaiting(&c)
	switch {
	case firstError(permErr, listErr, verifyErr, badErr) != nil:
		c.Level, c.Detail = Fail, firstError(permErr, listErr, verifyErr, badErr).Error()
		if errors.Is(firstError(permErr, listErr, verifyErr, badErr), fs.ErrPermission) {
			c.Fix = "give " + filepath.Join(h.Dir, "evidence") + " back to yourself (chown -R): another user made it, or a container; items are read without it"
		}
	case len(damaged) > 0:
		c.Level, c.Detail = Fail, count(len(damaged), "place")+" in the evidence "+are(len(damaged))+" not what was written"
		c.Fix = "memory ingest the transcripts again, as far as they are still there; memory doctor --fix puts damaged lines aside"
		for _, d := range damaged {
			c.Files = append(c.Files, fmt.Sprintf("%s:%d: %s", d.Path, d.Line, d.Reason))
		}
	case len(wide) > 0:
		c.Level, c.Detail = Fail, count(len(wide), "private file")+" can be read by others"
		c.Fix = "memory doctor --fix sets 0600 and 0700"
		for _, f := range wide {
			c.Files = append(c.Files, fmt.Sprintf("%s: %o, want %o", f.Path, f.Mode, f.Want))
		}
	}
	return c
}

// are is the verb for n things.
func are(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// count is "1 item", "2 items".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// checkLock tries the writers' lock. The kernel frees it with its holder, so a held lock means a living writer.
func (h *Hub) checkLock(ctx context.Context) Check {
	unlock, err := filelock.Lock(ctx, filepath.Join(h.Dir, "lock"), lockPatience)
	if err != nil {
		return Check{Name: "lock", Level: Fail, Detail: "a writer holds the store's lock for longer than a write takes",
			Fix: "find and end the process that hangs (lsof or fuser on the store's file named lock)"}
	}
	unlock()
	return Check{Name: "lock", Level: OK, Detail: "free"}
}

func (h *Hub) checkLedger(ctx context.Context) Check {
	broken := 0
	for _, kind := range ledger.Kinds() {
		n, err := h.Ledger.Broken(ctx, kind)
		if err != nil {
			return Check{Name: "ledger", Level: Fail, Detail: err.Error(), Fix: "change the owner or mode of " + h.Ledger.Dir}
		}
		broken += n
	}
	c := Check{Name: "ledger", Level: OK, Detail: "every line reads"}
	if broken > 0 {
		c.Level, c.Detail = Warn, fmt.Sprintf("%s (a process was killed while writing); passed over", count(broken, "broken line"))
		c.Fix = "nothing needs to be done; to look at them, search for lines that are no JSON in " + h.Ledger.Dir
	}
	return c
}

func (h *Hub) checkLeftovers(ctx context.Context) Check {
	var left []string
	for _, dir := range []string{"items", "review", "pending", "."} {
		root := filepath.Join(h.Dir, dir)
		for _, path := range temporary(root, dir != ".") {
			rel, _ := filepath.Rel(h.Dir, path)
			left = append(left, filepath.ToSlash(rel))
		}
	}
	stale, err := h.Items.Leftovers(ctx)
	for _, f := range stale {
		left = append(left, f.Path+": approved already")
	}
	c := Check{Name: "leftovers", Level: OK, Detail: "none"}
	if err != nil {
		c.Level, c.Detail = Fail, err.Error()
	} else if len(left) > 0 {
		c.Level, c.Detail, c.Files = Warn, count(len(left), "file")+" of interrupted writes", left
		c.Fix = "memory doctor --fix removes them"
	}
	return c
}

// claudeKeeps is how long Claude Code keeps a transcript by default (its setting cleanupPeriodDays).
const claudeKeeps = "Claude Code deletes transcripts after 30 days"

func (h *Hub) checkTranscripts(ctx context.Context) Check {
	return checkTranscripts(ctx, h.Evidence, h.home, h.getenv)
}

// Missing is doctor's report where there is no store yet: how to make one, and what it could read.
func Missing(ctx context.Context, place Place, home string, getenv func(string) string) []Check {
	return []Check{
		{Name: "store", Level: Fail, Detail: "none at " + place.Dir, Fix: "memory init makes one here; without one, memory ingest and memory write make " + place.Dir},
		checkTranscripts(ctx, &evidence.Store{Dir: place.Dir}, home, getenv),
	}
}

func checkTranscripts(ctx context.Context, store *evidence.Store, home string, getenv func(string) string) Check {
	var parts, done []string
	claude, missing := false, 0
	for _, l := range evidence.Locations(home, getenv) {
		pending, err := store.Pending(ctx, l.Paths)
		if err != nil {
			return Check{Name: "transcripts", Level: Warn, Detail: fmt.Sprintf("%s: %v", l.Agent, err)}
		}
		claude = claude || l.Agent == "claude-code" && len(pending) > 0
		if missing += len(pending); len(pending) == 0 {
			done = append(done, l.Agent)
			continue
		}
		parts = append(parts, fmt.Sprintf("%s: %d not ingested", l.Agent, len(pending)))
	}
	if len(done) > 0 {
		parts = append(parts, strings.Join(done, ", ")+": all ingested")
	}
	c := Check{Name: "transcripts", Level: OK, Detail: "no agent's transcripts on this machine"}
	if len(parts) > 0 {
		c.Detail = strings.Join(parts, ", ")
	}
	if missing > 0 {
		c.Level, c.Fix = Warn, "memory ingest --all"
	}
	if claude {
		c.Detail += "; " + claudeKeeps
	}
	return c
}
