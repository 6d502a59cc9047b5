// Package recall turns a query into ranked, explained hits. Every step is a pure function over a projections.View and leaves a
// trace, also for what it dropped and why. It never decides what may be shown.
//
// The path of one query, a file each:
//
//	question.go   text -> units (what is asked about, with a mass) and terms (what is looked up)
//	period.go     a text of times alone, which dates answer and no words
//	focus.go      what a text asks, before what stands beside it (pieces.go, printed.go)
//	topics.go     several questions in one text
//	expand.go     what the words mean in the other language (translate.go) and other words of software work (software.go), as terms of
//	              less weight
//	asof.go       what was in force at a time in the past
//	filter.go     which documents may answer; asked for each document before it takes a rank, never after a cut (heads.go)
//	lexical.go    BM25F over the fields and the share of the question that a document covers
//	pairs.go      neighbouring words of the question that stand side by side in a document
//	sentence.go   the second vectors of processes that live long
//	fuse.go       lexical and vector evidence -> base score
//	session.go    what other candidates of the same session add
//	stretch.go    the times that a text names (latintime.go, hantime.go) against when an item was true
//	agents.go     the agent that a text asks about, against the sessions that an item cites
//	boosts.go     small, bounded nudges that decide among near-equals
//	relevance.go  0..1, comparable across queries: what the firewall's floor reads
//	order.go      supersession, total order, cut
//	passage.go    which part of a long text answers, for whoever shows it
//
// near.go answers another question, at a cost that does not grow with the store: which claims a write must be compared with.
//
// What was fitted to questions stands in weights.go.
package recall

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// Query is one question to the store.
type Query struct {
	Text        string
	Project     string // "" = all projects; items without a project belong to every project
	Types       []items.Type
	Tags        []string            // all of them
	Statuses    []items.Status      // none = active; candidates only when proposed is named
	Since       time.Time           // updated at or after
	AsOf        time.Time           // what was in force then, instead of Statuses: see asof.go; zero = now
	Sensitivity items.Sensitivity   // most private allowed; "" = private
	K           int                 // at most this many hits; 0 = 10
	Now         time.Time           // zero = no recency factor
	Said        map[items.ID][]Word // what readers said of items; see Weights.Feedback
	HitsOnly    bool                // Dropped is not asked for: what a filter drops by facets takes no memory and no time. The hits are the same
	Moot        <-chan struct{}     // closed when nobody needs the answer any more: Find gives up with ErrMoot. It never touches what the view holds
	Unvouched   func(items.ID) bool // items whose word that they supersede another counts for nothing; nil = none
	Want        items.ID            // "" = none; this item is always explained: it comes back in Dropped if not among the hits
}

// ErrMoot says that Query.Moot was closed before the answer was found.
var ErrMoot = errors.New("the answer is not needed any more")

func (q Query) moot() error {
	select {
	case <-q.Moot:
		return ErrMoot
	default:
		return nil
	}
}

// Word is one reader's opinion of an item: above zero that it helped, below that it was wrong or no longer so.
type Word struct {
	At    time.Time
	Value float64
}

// byAgent is how much an agent's word counts against a person's 1. That somebody said it often counts for nothing.
const byAgent = 0.5

// Opinion is the word of a reader who found an item useful, or not.
func Opinion(at time.Time, useful, person bool) Word {
	w := Word{At: at, Value: 1}
	if !person {
		w.Value = byAgent
	}
	if !useful {
		w.Value = -w.Value
	}
	return w
}

// Part is one named part of a score. A hit's score is the sum of its parts' values, in their order.
type Part struct {
	Name  string  `json:"name"` // bm25.<field>, pairs, coverage, vector, sentence, rrf.bm25, rrf.vector, session, phrase, title, agent, when, type, recency, confidence, feedback, superseded
	Value float64 `json:"value"`
	Note  string  `json:"note,omitempty"`
}

// Hit is one ranked item.
type Hit struct {
	ID        items.ID   `json:"id"`
	Head      items.Head `json:"-"`
	Score     float64    `json:"score"`
	Relevance float64    `json:"relevance"` // 0..1, comparable across queries; see relevance.go
	Parts     []Part     `json:"parts,omitempty"`
	Dropped   string     `json:"dropped,omitempty"` // why it is not among the hits: one of the Drop constants
	Nearest   bool       `json:"nearest,omitempty"` // the sentence vectors place it clearly nearest, whatever its words
	Asked     *Asked     `json:"-"`                 // the question that found it; nil = words did not
}

// Result is what Find returns. Dropped holds the candidates that matched and were not kept, best first, at most MaxDropped.
type Result struct {
	Hits     []Hit    `json:"hits"`
	Dropped  []Hit    `json:"dropped,omitempty"`
	Degraded []string `json:"degraded,omitempty"`
}

// index is what Find needs of a view. Counts are over live documents, whatever the segments.
type index interface {
	Len() int
	Head(doc int) items.Head
	Classes() *projections.Classes // of the facets of all documents
	Lookup(id items.ID) (doc int, ok bool)
	Analyze(text string) []projections.Term
	Words(text string) []projections.Term // of Analyze those that are no identifiers
	DocFreq(term string) int
	TermsWith(prefix string, each func(term []byte)) // in any order, also terms of documents that are gone
	Edges(id items.ID) []projections.Edge
	Postings(term string, each func(doc int, freqs *[projections.NumFields]uint32)) error
	FieldLens(doc int) *[projections.NumFields]uint32
	AvgFieldLen(f projections.Field) float64
	NearestOf(ctx context.Context, text string, k int, may, allow func(doc int) bool) ([]projections.VectorHit, error)
	SentenceCosines(ctx context.Context, text string) ([]float32, error) // by document, below -1 where it has none; nil = nothing has
	Known(text string) float64                                           // how much of a text the vectors were made for, 0..1
	Degraded() []string
}

// Find ranks the documents of a view for a query. The order is total: score, then id. No query text is an error; a text that
// asks nothing finds nothing. Vectors that cannot be read degrade the result and do not fail it.
func Find(ctx context.Context, v *projections.View, q Query) (Result, error) {
	return find(ctx, v, q, Defaults())
}

func find(ctx context.Context, ix index, q Query, w Weights) (Result, error) {
	if q.K <= 0 {
		q.K = defaultK
	}
	if !q.AsOf.IsZero() {
		q.Now = q.AsOf
	}
	done := stopwatch.On(ctx, stopwatch.Question)
	ask := parse(ix, clip(q.Text, mostRead*w.MaxText), q.Now, w)
	done()

	read := newHeads(ix, newFilter(q, func(id items.ID) []items.Head { return Successors(ix, id, q.Unvouched) }))
	done = stopwatch.On(ctx, stopwatch.Period)
	if res, ok, err := findInPeriod(ctx, ix, &ask, q, read, w); ok || err != nil {
		done()
		return res, err
	}
	var lex lexical
	var near []projections.VectorHit
	var second sentences
	var nearErr, secondErr error
	var both errgroup.Group
	both.Go(func() (err error) {
		defer stopwatch.On(ctx, stopwatch.Lexical)()
		wanted, passing := read.wanted(q, w)
		lex, err = scoreLexical(ctx, ix, ask, w, wanted, passing, q.moot)
		return err
	})
	both.Go(func() error {
		defer stopwatch.On(ctx, stopwatch.Vector)()
		near, nearErr = nearest(ctx, ix, ask, depth(q.K, w), read, w)
		return ctx.Err()
	})
	both.Go(func() error {
		done := stopwatch.On(ctx, stopwatch.Sentence)
		if second, secondErr = nearestSentences(ctx, ix, ask, depth(q.K, w), read, w); second.cosines != nil {
			done()
		}
		return ctx.Err()
	})
	if err := both.Wait(); err != nil {
		return Result{}, fmt.Errorf("search items: %w", err)
	}

	done = stopwatch.On(ctx, stopwatch.Fuse)
	fused := newFusion(ask, lex, near, second, read, w)
	kept, dropped := fused.best(depth(q.K, w), read)
	done()
	if err := q.moot(); err != nil {
		return Result{}, err
	}
	done = stopwatch.On(ctx, stopwatch.Boost)
	boost(ix, ask, kept, q, w)
	agree(kept, w)
	done()
	done = stopwatch.On(ctx, stopwatch.Order)
	res := arrange(kept, dropped, q)
	asked := &Asked{ask, ix}
	for n := range res.Hits {
		res.Hits[n].Asked = asked
	}
	explainWanted(ix, &res, q.Want, fused, read)
	if q.HitsOnly {
		res.Dropped = nil
	}
	done()

	res.Degraded = append(res.Degraded, ix.Degraded()...)
	if nearErr != nil {
		res.Degraded = append(res.Degraded, fmt.Sprintf("vectors were not used: %v", nearErr))
	}
	if secondErr != nil {
		res.Degraded = append(res.Degraded, fmt.Sprintf("sentence vectors were not used: %v", secondErr))
	}
	return res, nil
}

// nearest asks the vectors. A question without a unit has no meaning that a vector could be near to.
func nearest(ctx context.Context, ix index, ask question, k int, read *heads, w Weights) ([]projections.VectorHit, error) {
	if len(ask.units) == 0 || w.Vector == 0 {
		return nil, nil
	}
	allow := func(doc int) bool { return read.drop(doc) == "" }
	near, err := ix.NearestOf(ctx, ask.meant(), k, read.may, allow)
	if ask.told() == "" || err != nil {
		return near, err
	}
	more, err := ix.NearestOf(ctx, ask.told(), k, read.may, allow) // "what does that mean?" means what was told
	return nearer(near, more, k), err
}

// nearer joins two lists of the nearest, each document with its larger cosine.
func nearer(a, b []projections.VectorHit, k int) []projections.VectorHit {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y projections.VectorHit) int { return cmp.Or(x.Doc-y.Doc, cmp.Compare(y.Cosine, x.Cosine)) })
	all = slices.CompactFunc(all, func(x, y projections.VectorHit) bool { return x.Doc == y.Doc })
	slices.SortFunc(all, func(x, y projections.VectorHit) int { return cmp.Or(cmp.Compare(y.Cosine, x.Cosine), x.Doc-y.Doc) })
	return all[:min(len(all), k)]
}

// depth is how many candidates are looked at closely for k hits.
func depth(k int, w Weights) int { return max(w.Depth, 5*k) }
