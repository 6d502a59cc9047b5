package evidence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Session is one session in the store.
type Session struct {
	Agent    string    `json:"agent"`
	Session  string    `json:"session"`
	Project  string    `json:"project,omitempty"`
	CWD      string    `json:"cwd,omitempty"`
	Branch   string    `json:"branch,omitempty"`
	Start    time.Time `json:"start,omitzero"`
	End      time.Time `json:"end,omitzero"`
	Events   int       `json:"events"`
	Turns    int       `json:"turns"`            // messages typed by a person
	Driven   int       `json:"driven,omitempty"` // of them, those that a program gave
	Title    string    `json:"title,omitempty"`  // first words of the first typed message
	Dir      string    `json:"-"`                // relative to the store, slash-separated
	Modified int64     `json:"-"`                // Unix nanoseconds of the newest record file: a cheap freshness key
}

// Sessions lists all sessions, oldest first by start, then by agent and session. A session without times comes first. What a
// summary file does not cover is read from the records, and the summary is renewed if nobody is appending.
func (s *Store) Sessions(ctx context.Context) ([]Session, error) {
	t, err := s.open(false)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	defer t.Close()
	dirs, err := t.sessionDirs(ctx)
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	var list []Session
	stale := map[string]summary{}
	var month monthReader
	defer month.close()
	for _, dir := range dirs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		sum, modified, old, err := month.summary(t, dir)
		if errors.Is(err, fs.ErrNotExist) { // nothing written yet
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read session %s: %w", dir, err)
		}
		if old {
			stale[dir] = sum
		}
		if sum.Events == 0 {
			continue
		}
		sum.Dir, sum.Modified = path.Join(treeDir, dir), modified
		list = append(list, sum.Session)
	}
	t.renew(ctx, stale)
	slices.SortFunc(list, func(a, b Session) int {
		return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Session, b.Session))
	})
	return list, nil
}

// monthReader keeps the month directory open from one session to the next: a listing spends its time on opening directories.
type monthReader struct {
	dir  string
	tree *tree
}

func (m *monthReader) summary(t *tree, dir string) (sum summary, modified int64, stale bool, err error) {
	if month := path.Dir(dir); month != m.dir {
		m.close()
		root, err := t.OpenRoot(month)
		if err != nil {
			return summary{}, 0, false, err
		}
		m.dir, m.tree = month, &tree{Root: root, path: t.path}
	}
	return m.tree.summary(path.Base(dir))
}

func (m *monthReader) close() {
	if m.tree != nil {
		m.tree.Close()
	}
	m.dir, m.tree = "", nil
}

// renew writes rebuilt summaries, best effort: they save the next reader work, and a read-only store works without.
func (t *tree) renew(ctx context.Context, stale map[string]summary) {
	if len(stale) == 0 {
		return
	}
	unlock, err := t.lock(ctx, 0)
	if err != nil {
		return
	}
	defer unlock()
	for dir, sum := range stale {
		if err := t.writeSummary(dir, sum); err != nil {
			return
		}
	}
}

// sessionDirs lists the directories of all sessions.
func (t *tree) sessionDirs(ctx context.Context) ([]string, error) {
	agents, err := t.agents()
	if err != nil {
		return nil, err
	}
	var dirs []string
	for _, agent := range agents {
		months, err := t.months(agent)
		if err != nil {
			return nil, err
		}
		for _, month := range months {
			names, err := t.names(month)
			if err = errors.Join(err, ctx.Err()); err != nil {
				return nil, err
			}
			for _, name := range names {
				dirs = append(dirs, path.Join(month, name))
			}
		}
	}
	return dirs, nil
}

// ambiguousShown is how many fitting sessions an error names.
const ambiguousShown = 5

// Find resolves a session by its id, a unique prefix of it, or "latest": the one whose last event is newest. No session that
// fits is ErrNotFound; several are ErrAmbiguous, naming some.
func (s *Store) Find(ctx context.Context, ref string) (Session, error) {
	list, err := s.Sessions(ctx)
	if err != nil {
		return Session{}, err
	}
	if ref == "latest" && len(list) > 0 {
		return slices.MaxFunc(list, func(a, b Session) int {
			return cmp.Or(a.lastSeen().Compare(b.lastSeen()), cmp.Compare(b.Agent, a.Agent), cmp.Compare(b.Session, a.Session))
		}), nil
	}
	var exact, prefix []Session
	for _, sess := range list {
		if sess.Session == ref {
			exact = append(exact, sess)
		}
		if ref != "" && strings.HasPrefix(sess.Session, ref) {
			prefix = append(prefix, sess)
		}
	}
	fits := exact
	if len(fits) == 0 {
		fits = prefix
	}
	switch len(fits) {
	case 0:
		return Session{}, fmt.Errorf("session %.80q: %w", ref, ErrNotFound)
	case 1:
		return fits[0], nil
	}
	var names []string
	for _, sess := range fits[:min(len(fits), ambiguousShown)] {
		names = append(names, fmt.Sprintf("%s (%s)", sess.Session, sess.Agent))
	}
	if more := len(fits) - len(names); more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return Session{}, fmt.Errorf("session %.80q: %w: %s; give more of the id", ref, ErrAmbiguous, strings.Join(names, ", "))
}

// lastSeen is when the session's last event was, or else when it was last written to.
func (s Session) lastSeen() time.Time {
	if s.End.IsZero() {
		return time.Unix(0, s.Modified)
	}
	return s.End
}
