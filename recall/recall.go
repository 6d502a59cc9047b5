// Package recall turns a query into ranked, explained hits. Every step is a pure function over a projections.View and leaves a
// trace, also for what it dropped and why. It never decides what may be shown.
package recall

import (
	"context"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// Query is one question to the store.
type Query struct {
	Text        string
	Project     string // "" = all projects; items without a project belong to every project
	Types       []items.Type
	Tags        []string          // all of them
	Statuses    []items.Status    // none = active; candidates only when proposed is named
	Since       time.Time         // updated at or after
	Sensitivity items.Sensitivity // most private allowed; "" = private
	K           int               // at most this many hits; 0 = 10
	Now         time.Time
}

// Part is one named part of a score.
type Part struct {
	Name  string  `json:"name"` // bm25.title, bm25.body, vector, rrf, phrase, title, recency, confidence, ...
	Value float64 `json:"value"`
	Note  string  `json:"note,omitempty"`
}

// Hit is one ranked item.
type Hit struct {
	ID        items.ID   `json:"id"`
	Head      items.Head `json:"-"`
	Score     float64    `json:"score"`
	Relevance float64    `json:"relevance"` // 0..1, comparable across queries
	Parts     []Part     `json:"parts,omitempty"`
	Dropped   string     `json:"dropped,omitempty"` // why it is not among the hits
}

// Result is what Find returns. Dropped holds the candidates that matched and were not kept, best first.
type Result struct {
	Hits     []Hit    `json:"hits"`
	Dropped  []Hit    `json:"dropped,omitempty"`
	Degraded []string `json:"degraded,omitempty"`
	Stages   []Stage  `json:"-"`
}

// Stage is the time that one step took.
type Stage struct {
	Name string
	Took time.Duration
}

// Find ranks the documents of a view for a query. The order is total: score, then id.
func Find(ctx context.Context, v *projections.View, q Query) (Result, error) { return Result{}, nil }
