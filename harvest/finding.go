package harvest

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// quote is one cited span.
type quote struct {
	rec      *evidence.Record
	from, to int // bytes of rec.Text, half-open
}

func (s sentence) quote() quote { return quote{s.w.rec, s.from, s.to} }

// finding is what a rule saw, before it becomes a candidate.
type finding struct {
	rule       string
	typ        items.Type
	title      string
	summary    string
	why        string   // reason or cause, one sentence; may be empty
	more       string   // a further sentence of the same breath, the background; may be empty
	details    []string // further lines of the body: error, commands, files, open ends
	quotes     []quote  // the citations, the bearing one first
	files      []string // as written in the transcript
	confidence float64
	zh         bool
}

// statement makes the finding of a rule that read one sentence of a person. The sentence after it, when it explains, is cited
// along; it is the reason only where its words say so.
func statement(rule string, typ items.Type, s sentence, claim string, after *sentence, sure float64) finding {
	title, why := headline(claim)
	f := finding{rule: rule, typ: typ, title: title, summary: oneSentence(joined(claim)), why: why, quotes: []quote{s.quote()}, confidence: sure, zh: s.w.zh}
	if after != nil {
		f.quotes[0].to = after.to
		if text := oneSentence(plain(after.text())); f.why == "" && tellsWhy(*after) {
			f.why = text
		} else {
			f.more = text
		}
	}
	f.files = pathsIn(f.quotes[0].text())
	return f
}

func (q quote) text() string { return q.rec.Text[q.from:q.to] }

// cite is the citation of the span; evidence.Cite verifies it.
func (q quote) cite() items.Citation {
	sum := sha256.Sum256([]byte(q.text()))
	return items.Citation{ID: string(q.rec.ID), Span: strconv.Itoa(q.from) + "-" + strconv.Itoa(q.to), SHA256: hex.EncodeToString(sum[:])}
}

// candidate turns the finding into an item draft.
func (f finding) candidate() Candidate {
	first := f.quotes[0].rec
	it := items.Item{
		Type: f.typ, Title: f.title, Summary: f.summary, Project: first.Project, Agent: first.Agent,
		Confidence: f.confidence, Refs: items.Refs{Files: relative(f.files, first.CWD)},
	}
	for _, q := range f.quotes {
		if c := q.cite(); !slices.Contains(it.Evidence, c) {
			it.Evidence = append(it.Evidence, c)
		}
	}
	it.Tags = tags(it.Title+" "+it.Summary, it.Refs.Files)
	it.Body = f.body(it.Refs.Files)
	return Candidate{Item: it, Rule: f.rule, Score: f.score()}
}

func (f finding) score() float64 {
	s := f.confidence
	if len(f.files) > 0 || namesCode(f.title) {
		s += scoreNamesCode
	}
	if f.why != "" {
		s += scoreGivesWhy
	}
	return min(1, s)
}

// body is the detail view: what neither title nor summary says. What was said where stands in the cited evidence.
func (f finding) body(files []string) string {
	var parts []string
	h := func(en, zh string) string {
		if f.zh {
			return zh
		}
		return en
	}
	if f.more != "" && !says(f.summary, f.more) {
		parts = append(parts, f.more)
	}
	if f.why != "" && !says(f.summary+" "+f.more, f.why) {
		parts = append(parts, "## "+h("Why", "原因")+"\n\n"+f.why)
	}
	if len(f.details) > 0 {
		parts = append(parts, "## "+h("Details", "细节")+"\n\n- "+strings.Join(f.details, "\n- "))
	}
	if len(files) > 0 && f.rule == RuleFix {
		parts = append(parts, h("Changed: ", "改动：")+strings.Join(files, ", "))
	}
	return strings.Join(parts, "\n\n")
}

// says reports whether text holds the words of part, whatever the capitals and the stops.
func says(text, part string) bool {
	flat := func(s string) string {
		return strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }), " ")
	}
	return strings.Contains(" "+flat(text)+" ", " "+flat(part)+" ")
}

// oneLine folds blanks and takes away what would end or mark up the quotation.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// cut shortens s to at most n bytes at a rune and, where one is near, at a blank.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	s = s[:n]
	if i := strings.LastIndexByte(s, ' '); i > n*2/3 {
		s = s[:i]
	}
	return strings.TrimRight(s, " ,;:") + " …"
}
