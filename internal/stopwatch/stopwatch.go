// Package stopwatch measures the stages of a command for --timings. The watch travels in the context, so that any package marks its own stage and
// none hands measures up; without one nothing is measured. No result depends on it.
package stopwatch

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Stage is one part of the way of a command. It may be gone through several times, and beside others.
type Stage string

// The stages, in the order in which they are shown.
const (
	Start      Stage = "start"      // the program is loaded, up to its first line
	Flags      Stage = "flags"      // the command line is read
	Settings   Stage = "settings"   // where the store is, whose, its settings, what other processes left pending
	Audit      Stage = "audit"      // a draft: its fields, its evidence, secrets
	Find       Stage = "find"       // an item by its id
	Open       Stage = "open"       // what the index holds
	Files      Stage = "files"      // every item file against the index
	Sync       Stage = "sync"       // files that differ: read, and brought into the index
	Build      Stage = "build"      // the index, of all item files
	Prove      Stage = "prove"      // hashes over an index
	Neighbours Stage = "neighbours" // what a new item repeats, replaces or contradicts
	Lock       Stage = "lock"       // other writers
	Decide     Stage = "decide"     // what becomes of a new item
	Write      Stage = "write"      // the files of items, to the disk
	Question   Stage = "question"   // its words, and what they may mean
	Period     Stage = "period"     // a question for nothing but a time
	Lexical    Stage = "lexical"
	Vector     Stage = "vector"
	Sentence   Stage = "sentence"
	Fuse       Stage = "fuse" // one order of all
	Boost      Stage = "boost"
	Order      Stage = "order"
	Pick       Stage = "pick"    // items by kind, state and age, as a session starts with them and lists show them
	Checks     Stage = "checks"  // of doctor
	Remarks    Stage = "remarks" // what else is to be said of what was found: disputes, files changed by other hands, another name of the project
	Judge      Stage = "judge"   // the firewall, on the items read
	Render     Stage = "render"  // what fits into the budget
	Ledger     Stage = "ledger"
	Print      Stage = "print"
)

var shown = []Stage{Start, Flags, Settings, Audit, Find, Open, Files, Sync, Build, Prove, Neighbours, Lock, Decide, Write, Question, Period, Lexical, Vector,
	Sentence, Fuse, Boost, Order, Pick, Checks, Remarks, Judge, Render, Ledger, Print}

// Watch collects laps from any goroutine.
type Watch struct {
	began time.Time
	mu    sync.Mutex
	laps  []lap
}

type lap struct {
	stage    Stage
	from, to time.Time
}

// New makes a watch that runs since began.
func New(began time.Time) *Watch { return &Watch{began: began} }

type key struct{}

// In gives a watch to all that is called with the context.
func (w *Watch) In(ctx context.Context) context.Context { return context.WithValue(ctx, key{}, w) }

func nothing() {}

// On begins a stage, which ends when the caller calls what it returns.
func On(ctx context.Context, s Stage) (end func()) {
	w, _ := ctx.Value(key{}).(*Watch)
	if w == nil {
		return nothing
	}
	from := time.Now()
	return func() { w.Add(s, from, time.Now()) }
}

// Add notes a lap that was measured otherwise.
func (w *Watch) Add(s Stage, from, to time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.laps = append(w.laps, lap{s, from, to})
}

// Row is what one stage took.
type Row struct {
	Stage  Stage
	Took   time.Duration
	Beside bool // a part of it ran beside another stage
}

// Rows are the stages that were gone through until now. other is the time in which none ran; total is all of it.
func (w *Watch) Rows(now time.Time) (rows []Row, other, total time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := covered(w.laps)
	for _, s := range shown {
		own, rest := split(w.laps, s)
		if len(own) == 0 {
			continue
		}
		took := covered(own)
		rows = append(rows, Row{s, took, covered(rest)+took > all})
	}
	total = now.Sub(w.began)
	return rows, max(0, total-all), total
}

func split(laps []lap, s Stage) (own, rest []lap) {
	for _, l := range laps {
		if l.stage == s {
			own = append(own, l)
		} else {
			rest = append(rest, l)
		}
	}
	return own, rest
}

// covered is the time in which at least one of the laps ran.
func covered(laps []lap) (sum time.Duration) {
	laps = slices.Clone(laps)
	slices.SortFunc(laps, func(a, b lap) int { return a.from.Compare(b.from) })
	var until time.Time
	for _, l := range laps {
		from := l.from
		if until.After(from) {
			from = until
		}
		if l.to.After(from) {
			sum += l.to.Sub(from)
			until = l.to
		}
	}
	return sum
}
