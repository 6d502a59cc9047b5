// Package hub opens one memory store and connects its parts: evidence, items, the write service, projections, recall, the
// firewall and packs. Every door (command line, tests, gates) does its work through a Hub; it holds no rule of its own.
package hub

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/factline/memory/config"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/project"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/trust"
	"github.com/factline/memory/writeservice"
)

// AllProjects is the project name that stands for no restriction.
const AllProjects = "all"

// Options say which store to open and who asks.
type Options struct {
	Place     Place
	Project   string                  // "" = detect from the store or the working directory; AllProjects = any
	CWD       string                  // working directory of the caller
	Home      string                  // home directory, for the user's own things
	Getenv    func(key string) string // nil = an empty environment
	Now       func() time.Time        // nil = the machine's clock
	Random    func() [5]byte          // nil = crypto/rand, or derived from MEMORY_NOW where that is set
	Lenient   bool                    // go on with the settings before this store's where its file is wrong: to show what is wrong
	Wait      time.Duration           // how long a writer waits for the store's lock; 0 = the service's default
	Most      int                     // changed files that may be analysed while the caller waits; more is an error that matches projections.ErrUnindexed. 0 = any number
	Waits     func()                  // told when a search begins to wait for another process that builds the index; nil = nobody is told
	Sentences *projections.Sentences  // second vectors, for a process that lives long: see NewSentences. nil = the word table alone
	Trust     *trust.Book             // the user's trusted stores; nil = the caller made the store himself and vouches for it
	Ahead     bool                    // a search or pack is what the store is opened for: what it needs is read beside the rest

	begun *projections.Begun // that, where it was begun before; whoever opens closes it
}

// begin reads ahead in the store of a place: see projections.Begin.
func (o *Options) begin(ctx context.Context, search, look bool) {
	dir, book := o.Place.Dir, o.Trust
	store := &items.Store{Dir: dir}
	if book != nil {
		store = itemStore(dir, sync.OnceValue(func() *trust.Store { s, _, _, _ := book.Look(dir); return s }))
	}
	o.begun = projections.Begin(ctx, filepath.Join(dir, "projections"), store, search, look)
}

// Hub is one open store, for one goroutine at a time. Close ends the view that its methods share.
type Hub struct {
	Dir         string
	Chosen      string // why this store: flag, environment, project, user
	Project     string // the caller's project; "" = any
	Branch      string // the caller's git branch, "" where there is none
	CWD         string
	Items       *items.Store
	Evidence    *evidence.Store
	Ledger      *ledger.Ledger
	Projections *projections.Projections
	Writes      *writeservice.Service
	Config      config.Config          // the settings that hold here: defaults, the user's store, this store
	Replayed    []writeservice.Receipt // pending writes that opening the store completed
	Shut        []string               // directories of the store that this user may not look into: what needs them fails, and nothing else

	KeepPersonal bool // exports keep personal data, which they mask otherwise

	tree   string   // the directory that the project is named by, "" where it was asked for
	former []string // see formerNames; of the harvest under way
	now    func() time.Time
	random func() [5]byte
	getenv func(string) string
	home   string
	user   *Hub // the user's own store, searched after this one; nil without one
	stand  stand
	view   *projections.View
	keys   *projections.Keys      // what the write under way asks
	until  time.Time              // see answerBy
	sparse bool                   // see sparing
	moot   <-chan struct{}        // see ahead
	late   error                  // why the view could not be opened, or that it does not speak for all files
	uses   map[items.ID]time.Time // when each lesson was used last, once one was read; nil = not known
	pairs  map[items.ID][]met     // see metPairs; nil = not read
	looked bool                   // the write under way compared the projections with the store

	objections map[items.ID][]objection // see objectionsTo; nil = not read

	upstream upstream
	wary     int // see uncrowded

	embedTrouble string // why the configured vectors are not used; "" when they are

	settingsErr error // of a lenient opening
	replayErr   error // pending/ could not be read; doctor names it, and everything else goes on
}

// Open connects the store's parts and completes writes left pending. It opens no index: a command that needs none pays for none.
func Open(ctx context.Context, o Options) (*Hub, error) {
	o = o.withDefaults()
	if err := checkLayout(o.Place.Dir); err != nil {
		return nil, err
	}
	keepPrivate(ctx, o.Place.Dir, o.Home)
	if o.Ahead && o.begun == nil {
		o.begin(ctx, true, true)
	}
	h, err := connect(ctx, o)
	if err != nil {
		o.begun.Close()
	}
	return h, err
}

func connect(ctx context.Context, o Options) (*Hub, error) {
	defer stopwatch.On(ctx, stopwatch.Settings)()
	h := &Hub{
		Dir: o.Place.Dir, Chosen: o.Place.Why, CWD: o.CWD,
		Items:    &items.Store{Dir: o.Place.Dir},
		Evidence: &evidence.Store{Dir: o.Place.Dir, Now: o.Now},
		Ledger:   &ledger.Ledger{Dir: filepath.Join(o.Place.Dir, "ledger")},
		now:      o.Now, random: o.Random, getenv: o.Getenv, home: o.Home,
		stand: look(o.Trust, o.Place.Dir), Shut: closedDirs(o.Place.Dir),
	}
	if o.Trust != nil {
		h.Items = itemStore(h.Dir, func() *trust.Store { return h.stand.store })
	}
	h.Projections = &projections.Projections{
		Dir: filepath.Join(h.Dir, "projections"), Items: h.Items, Evidence: h.Evidence, Most: o.Most, Waits: o.Waits, Begun: o.begun,
	}
	h.Writes = &writeservice.Service{
		Dir: h.Dir, Items: h.Items, Evidence: h.Evidence, Ledger: h.Ledger, Seals: h.stand.store, Origin: h.origin, Planted: h.evidencePlanted, Asserted: harvest.Asserted, Now: o.Now, Random: o.Random,
		Index: func(ctx context.Context) (writeservice.Index, error) {
			return h.neighbours(ctx)
		},
		Near: h.nearWritten,
	}
	h.Project, h.tree = callerProject(o)
	h.Branch = project.Branch(o.CWD)
	if o.Place.UserDir != "" {
		side := o
		side.Ahead, side.begun = false, nil // a person's own store is small
		side.Place = Place{Dir: o.Place.UserDir, Why: "user", Exists: true}
		user, err := Open(ctx, side)
		if err != nil {
			return nil, err
		}
		user.Project = h.Project
		h.user = user
	}
	var err error
	if h.Config, err = h.settings(ctx); err != nil {
		if !o.Lenient {
			return nil, err
		}
		h.settingsErr = err
	}
	h.takeName(o)
	if err := h.chooseEmbedder(); err != nil {
		return nil, err
	}
	if h.sentencesOff() == "" {
		h.Projections.Sentences = o.Sentences
	}
	h.Evidence.Mask = h.Config.Privacy.Mask
	h.Replayed, h.replayErr = h.Writes.Replay(ctx)
	if len(h.Replayed) > 0 {
		o.begun.Close()
		return h, h.Refresh() // the view that the replay looked at does not hold what it wrote
	}
	return h, nil
}

// callerProject names the project that a request speaks for: the one asked for, else the one that an explicitly named store lies
// in, else the one of the working directory. tree is the directory that gave the name, "" where somebody asked for it.
func callerProject(o Options) (name, tree string) {
	switch {
	case o.Project == AllProjects:
		return "", ""
	case o.Project != "":
		return o.Project, ""
	case o.Place.Why == "flag" || o.Place.Why == "environment":
		tree = filepath.Dir(o.Place.Dir)
	default:
		tree = o.CWD
	}
	return project.Detect(tree), tree
}

// View returns the store as it is on disk now. It is opened once; a write through this hub drops it.
func (h *Hub) View(ctx context.Context) (*projections.View, error) {
	if h.view == nil {
		ahead, err := h.Projections.OpenBy(ctx, projections.Haste{Until: h.until})
		if err = h.inTime(err); err != nil {
			return nil, err
		}
		v, _, err := ahead.Settle(ctx)
		if err = h.inTime(err); err != nil {
			return nil, err
		}
		h.see(v)
	}
	return h.view, nil
}

// neighbours opens what a write is compared with, afresh for each write: another process may have written the same fact since.
func (h *Hub) neighbours(ctx context.Context) (writeservice.Index, error) {
	if err := h.Refresh(); err != nil {
		return nil, err
	}
	keys, err := h.Projections.OpenKeys(ctx)
	if err == nil {
		h.keys, h.looked = keys, true
		return keys, nil
	}
	view, err := h.View(ctx)
	h.looked = err == nil
	return view, err
}

// Refresh drops the shared view, so that the next use sees what was written since.
func (h *Hub) Refresh() error {
	var err error
	if h.keys != nil {
		err = h.keys.Close()
	}
	if h.view != nil {
		err = errors.Join(err, h.view.Close())
	}
	h.keys, h.view, h.looked = nil, nil, false
	return err
}

// Close releases what the hub holds.
func (h *Hub) Close() error {
	err := h.Refresh()
	h.upstream.close()
	h.Projections.Begun.Close()
	if h.user != nil {
		err = errors.Join(err, h.user.Close())
	}
	return err
}

// Now is the hub's clock, in UTC.
func (h *Hub) Now() time.Time { return h.now().UTC() }
