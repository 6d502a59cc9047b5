// Package items is the Markdown source of truth: it parses, encodes, reads and (through Writer) changes item files. It
// never decides what is true, and only writeservice may make a Writer.
package items

import (
	"time"
)

// Status is where an item stands in its life.
type Status string

const (
	Active     Status = "active"
	Proposed   Status = "proposed"
	Superseded Status = "superseded"
	Retired    Status = "retired"
	Archived   Status = "archived"
)

// Sensitivity says how far an item may travel, least to most private.
type Sensitivity string

const (
	Public   Sensitivity = "public"
	Internal Sensitivity = "internal" // the default
	Private  Sensitivity = "private"
	Secret   Sensitivity = "secret"
)

// Trust is the weakest channel among an item's sources; only review raises it.
type Trust string

const (
	Human    Trust = "human"
	Agent    Trust = "agent"
	Tool     Trust = "tool"
	Imported Trust = "import"
)

// Item is one durable fact: one Markdown file. Zero fields are left out of the file.
type Item struct {
	ID          ID
	Schema      int // 1
	Type        Type
	Title       string
	Summary     string
	Status      Status
	State       State // signals only
	Project     string
	Tags        []string
	Created     time.Time // UTC, whole seconds
	Updated     time.Time
	Agent       string  // who wrote it
	Author      string  // a person, when one did
	Confidence  float64 // 0..1; 0 means not given, see EffectiveConfidence
	Sensitivity Sensitivity
	Trust       Trust
	Evidence    []Citation
	Anchors     []Anchor
	Refs        Refs
	Supersedes  []ID
	Contradicts []ID
	Settled     []Settled // what a person said of others that seem to contradict it
	Valid       Valid
	Review      Review
	Ended       string     // why it was put out of force, in the words of who did it
	Purged      Purged     // of a tombstone without words: the keys of those that it had
	Unmerged    []Unmerged // what a merge of two changes could not decide
	Body        string     // Markdown after the front matter, LF, without the closing newline run

	extra source // unknown keys and layout of the file it was parsed from, for byte-stable rewriting
}

// State is a signal's state.
type State struct {
	Name  string    // open, resolved, obsolete, deferred
	Until time.Time // deferred only
}

// Citation is how an item cites its source: a byte range of one evidence record and the hash of those bytes.
type Citation struct {
	ID     string // evidence record id
	Span   string // "1042-1391", half-open byte range of the record's text
	SHA256 string // hex, of the cited bytes
}

// Anchor is code this fact speaks of.
type Anchor struct {
	Path   string
	Lines  string // "10-42", 1-based, inclusive
	SHA256 string // hex, of those lines
	Symbol string // the declaration that they are or stand in, where the language is known
}

// Unmerged is a key that two people changed in two ways. The item has ours.
type Unmerged struct {
	Key    string // valid.until for a nested one; body: both texts stand in the body, between git's marks; file: Theirs is another item
	Theirs string // the other value; "" where they deleted it, and of the body
}

// Refs are what an item points at.
type Refs struct {
	Files     []string
	URLs      []string
	Commits   []string
	Items     []ID
	Resources []string
}

// Valid is when and where a fact is true. Zero fields do not restrict.
type Valid struct {
	From, Until      time.Time // a date, or an instant
	Branch, Repo, OS string
}

// Review says what a person decided about an item.
type Review struct {
	Verdict string // approved, rejected
	By      string
	At      time.Time
	Reason  string
}
