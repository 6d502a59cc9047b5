package gates

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"time"

	"github.com/factline/memory/items"
)

// Suite is one labelled set with its adapter. A suite is plain data: Load reads the files and says what is stored and what is asked.
type Suite struct {
	Name  string
	About string   // one line for people
	Heavy bool     // runs only when it is named
	Cold  string   // why it is measured without sentence vectors; "" = with them, and without them beside
	Many  bool     // asks so many stores that several are asked at once; its times are then no measure
	Files []string // what it reads, relative to the data directory; their hash is printed
	Load  func(dir string) ([]Task, error)

	// Measure replaces Load for a suite that is no list of questions.
	Measure func(ctx context.Context, o Options, rep *SuiteReport) error
}

// Reasons for Suite.Cold.
const (
	tooLarge    = "by the word table alone, as a cold process ranks: sentence vectors of it take minutes"
	otherTongue = "by the word table alone: the sentence model knows English"
	ofPrompts   = "by the word table alone, as a prompt's hook ranks"
)

// atOnce is how many stores are asked at the same time.
func (s Suite) atOnce() int {
	if s.Many {
		return runtime.GOMAXPROCS(0)
	}
	return 1
}

// cold makes a suite one that is measured without sentence vectors.
func (s Suite) cold(why string) Suite {
	s.Cold = why
	return s
}

// Task is one list of questions under one kind of answer. Its figures stand in one block of the report.
type Task struct {
	Name       string   // turn, session, zh-en, ...
	Note       string   // what a reader must know to compare the figures
	Metrics    []string // names from Metrics, in the order of the columns
	ByGroup    bool     // an answer is a group of documents, ranked by its best document; else a document
	Packs      bool     // each question is asked through a pack: tokens and injection are measured
	ByCategory bool     // figures of each category stand below those of all
	Sought     bool     // the pack is that of a search that an agent makes, not of a prompt
	Prompts    bool     // the questions are prompts of people, which reach a store through the gate of the hook (hook.Gate)
	Budget     int      // tokens of that pack; 0 = the product's default
	Parts      []Part
}

// Part is some questions and the collection that they are asked of. Parts that share a *Corpus share one store.
type Part struct {
	Corpus    *Corpus
	Questions []Question
}

// Corpus is what one throw-away store holds.
type Corpus struct {
	Name string
	Docs []Doc
	Now  time.Time // the store's clock; zero = defaultNow

	ByGroup bool // an answer is a group of documents, whatever the task says: a task may ask of collections of both kinds
}

// Doc is one document of a collection; it becomes one item file.
type Doc struct {
	ID    string // the data set's id
	Group string // session, file or other whole that the document is a passage of; "" = ID
	Item  items.Item
}

// group is the whole that a document belongs to.
func (d Doc) group() string {
	if d.Group == "" {
		return d.ID
	}
	return d.Group
}

// cited is the document's item; a passage of a session cites a record of that session, as an item that was harvested from it would.
func (d Doc) cited() items.Item {
	it := d.Item
	if d.Group != "" {
		hash := func(text string, n int) string {
			sum := sha256.Sum256([]byte(text))
			return hex.EncodeToString(sum[:])[:n]
		}
		it.Evidence = []items.Citation{{
			ID: "ev-gate-" + hash(d.Group, 10) + "-" + hash(d.ID, 12), Span: fmt.Sprintf("0-%d", len(it.Body)), SHA256: hash(it.Body, 64),
		}}
	}
	return it
}

// Text is what a control reads of a document: the same words that the item holds.
func (d Doc) Text() string {
	text := d.Item.Title
	for _, tag := range d.Item.Tags {
		text += " " + tag
	}
	for _, part := range []string{d.Item.Summary, d.Item.Body} {
		if part != "" {
			text += "\n" + part
		}
	}
	for _, path := range d.Item.Refs.Files {
		text += "\n" + path
	}
	return text
}

// Question is one query with its key.
type Question struct {
	ID        string // decides the split, unless Split does: see SplitOf
	Split     Split  // "" = by the ID
	Text      string
	Category  string
	Project   string // "" = every project
	Now       time.Time
	Relevant  map[string]float64 // document or group id -> gain, above 0
	Forbidden []string           // must not come back
	Silent    bool               // nothing may be injected for it
}

// split is the part of the set that the question belongs to.
func (q Question) split() Split { return cmp.Or(q.Split, SplitOf(q.ID)) }
