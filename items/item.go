// Package items is the Markdown source of truth: it parses, encodes, reads and (through Writer) changes item files. It
// never decides what is true, and only writeservice may make a Writer.
package items

import (
	"time"
)

// ID names one item; it is the file name without .md.
type ID string

// Type says what kind of knowledge an item is. See Types and Aliases.
type Type string

const (
	Fact         Type = "fact"
	Decision     Type = "decision"
	Preference   Type = "preference"
	Policy       Type = "policy"
	Lesson       Type = "lesson"
	Procedure    Type = "procedure"
	Architecture Type = "architecture"
	Issue        Type = "issue"
	Episode      Type = "episode"
	Signal       Type = "signal"
	Handoff      Type = "handoff"
	Artifact     Type = "artifact"
)

// Class is how a type may act on an agent.
type Class string

const (
	Informs  Class = "fact"      // fact, decision, architecture, issue, episode, artifact, signal, handoff
	Suggests Class = "advice"    // lesson, procedure
	Orders   Class = "directive" // policy, preference
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
	Valid       Valid
	Review      Review
	Body        string // Markdown after the front matter, LF, without the closing newline run

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

// source is what Parse remembers of a file for Encode: replaced by the owner of this package.
type source struct{}

// Head is what filters, tombstones and neighbour checks need of an item without reading its text again. Projections keep
// one for every file in items/ and review/.
type Head struct {
	ID          ID
	Candidate   bool // lies in review/
	Type        Type
	Title       string
	Summary     string
	Status      Status
	State       State
	Project     string
	Tags        []string
	Created     time.Time
	Updated     time.Time
	Confidence  float64
	Sensitivity Sensitivity
	Trust       Trust
	Valid       Valid
	HasSource   bool     // cites evidence, has anchors or refs, or a person wrote or approved it
	TextKey     string   // key of title, summary and body: equal keys are exact duplicates (with type and project)
	ClaimKey    string   // key of the summary, or of the title where there is none: what a tombstone is found by
	Spans       []string // SpanKey of each citation
	Supersedes  []ID
	Contradicts []ID
}

// Head returns the item's head.
func (it Item) Head() Head { return Head{ID: it.ID} }

// Key folds text to its normalised value (NFKC, case, space and punctuation folded) and hashes it: 32 hex digits.
func Key(parts ...string) string { return "" }

// SpanKey names the cited bytes whatever record they stand in: the citation's sha256, or id and span without one.
func SpanKey(c Citation) string { return "" }

// NewID makes mem-<yyyymmdd>-<slug, at most 40 letters>-<8 random base32>. random yields the 5 random bytes.
func NewID(at time.Time, title string, random [5]byte) ID { return "" }

// ParseType accepts a type or one of its aliases (skill, workflow, pattern -> procedure; bug -> issue; worklog -> episode;
// state -> signal; rule -> policy; project -> fact), in any case.
func ParseType(s string) (Type, error) { return Type(s), nil }

// Class returns how a type may act.
func (t Type) Class() Class { return Informs }

// EffectiveConfidence is Confidence, or 0.5 where none was given.
func (it Item) EffectiveConfidence() float64 { return it.Confidence }

// Parse reads one item file. It is strict: an error names the line and what is wrong. BOM and CRLF are read.
func Parse(b []byte) (Item, error) { return Item{}, nil }

// Encode writes the file: keys in the order of the format, empty ones left out, unknown keys kept in place, LF. Parsing and
// encoding an unchanged item gives the same bytes; changing one field changes only that field's lines.
func (it Item) Encode() ([]byte, error) { return nil, nil }

// Section is one heading of an item's body with the text under it.
type Section struct {
	Heading string // "" before the first heading
	Level   int
	Text    string // plain text, HTML comments and link targets left out, code kept
}

// Sections splits the body at its headings (goldmark; a # in a code block is not a heading).
func (it Item) Sections() []Section { return nil }

// Links returns the ids in [[...]] of the body's text, not those in code or comments.
func (it Item) Links() []ID { return nil }
