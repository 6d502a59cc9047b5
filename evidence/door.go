package evidence

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/factline/memory/secrets"
	"github.com/factline/memory/transcript"
)

const (
	maxField = 4 << 10 // bytes kept of every text field but Text; paths and names are shorter
	maxFiles = 1000    // paths kept of one event; real calls name a handful
)

// door turns events into records: every text that a transcript controls passes redaction here, before anything is written.
// It remembers the answers for short texts, because directory, branch, model and tool repeat on every line.
type door struct {
	known map[string]redacted
	mask  []string // kinds of personal data that are replaced as well
}

type redacted struct {
	text  string
	rules map[string]int // nil when nothing was found
}

const (
	knownMax    = 4096 // answers remembered at once, about 1 MB
	knownLength = 256  // longest text remembered, in bytes
)

// redact returns text as valid UTF-8 without secrets and counts the findings.
func (d *door) redact(text string, counts *map[string]int) string {
	if text == "" {
		return ""
	}
	answer, ok := d.known[text]
	if !ok {
		clean, findings := secrets.Redact(strings.ToValidUTF8(text, "\uFFFD"))
		answer.text = clean
		for _, f := range findings {
			if answer.rules == nil {
				answer.rules = map[string]int{}
			}
			answer.rules[f.Rule]++
		}
		if len(text) <= knownLength {
			if d.known == nil || len(d.known) >= knownMax {
				d.known = make(map[string]redacted)
			}
			answer.text = strings.Clone(answer.text) // clones: a text may be part of a whole line
			d.known[strings.Clone(text)] = answer
		}
	}
	if answer.rules != nil && *counts == nil {
		*counts = map[string]int{}
	}
	for rule, n := range answer.rules {
		(*counts)[rule] += n
	}
	return answer.text
}

// personal replaces the kinds of personal data that the settings name, and counts them. It is for the words of an event: its other fields
// are ids and paths that projects and sessions are told by.
func (d *door) personal(text string, counts *map[string]int) string {
	text, found := secrets.MaskPersonal(text, d.mask)
	for _, f := range found {
		if *counts == nil {
			*counts = map[string]int{}
		}
		(*counts)[f.Rule]++
	}
	return text
}

// field is redact for everything but the words of the event: bounded more tightly.
func (d *door) field(text string, counts *map[string]int) string {
	clean := d.redact(text, counts)
	return clean[:runeCut(clean, maxField)]
}

// session names the session of an event. An id that holds a secret is replaced by its redacted form and a hash, which keeps
// two of them apart.
func (d *door) session(agent, session string, counts *map[string]int) string {
	clean := d.field(session, counts)
	if clean == session {
		return clean
	}
	return clean + "-" + sessionHash(agent, session)[:sessionIDHex]
}

// record makes the record of one event, without id, project, source and Seq, which need its neighbours. An event that names
// no session or agent belongs to the given ones.
func (d *door) record(ev transcript.Event, agent, session string) Record {
	var counts map[string]int
	agent, session = cmp.Or(ev.Agent, agent), cmp.Or(ev.Session, session)
	r := Record{
		Agent:     d.field(agent, &counts),
		Session:   d.session(agent, session, &counts),
		Version:   d.field(ev.Version, &counts),
		CWD:       d.field(ev.CWD, &counts),
		Branch:    d.field(ev.Branch, &counts),
		Model:     d.field(ev.Model, &counts),
		Time:      encodable(ev.Time),
		Role:      ev.Role,
		Channel:   ev.Channel,
		Kind:      ev.Kind,
		Tool:      d.field(ev.Tool, &counts),
		CallID:    d.field(ev.CallID, &counts),
		MessageID: d.field(ev.MessageID, &counts),
		IsError:   ev.IsError,
		Sidechain: ev.Sidechain,
		Driven:    ev.Driven,
		Meta:      ev.Meta,
		Line:      ev.Line,
		Start:     ev.Start,
		End:       ev.End,
	}
	for _, file := range ev.Files[:min(len(ev.Files), maxFiles)] {
		r.Files = append(r.Files, d.field(file, &counts))
	}
	for _, blob := range ev.Resources[:min(len(ev.Resources), maxFiles)] {
		blob.MIME = d.field(blob.MIME, &counts)
		r.Resources = append(r.Resources, blob)
	}
	r.setText(d.personal(d.redact(ev.Text, &counts), &counts))
	r.Redactions = maps.Clone(counts)
	return r
}

// setText keeps at most MaxText bytes of a redacted text, and length and hash of the whole where that cuts.
func (r *Record) setText(text string) {
	r.Text = text
	if len(text) > MaxText {
		sum := sha256.Sum256([]byte(text))
		r.FullBytes = int64(len(text))
		r.FullSHA256 = hex.EncodeToString(sum[:])
		r.Text = text[:runeCut(text, MaxText)]
	}
	sum := sha256.Sum256([]byte(r.Text))
	r.SHA256 = hex.EncodeToString(sum[:])
}

// runeCut returns the largest length of at most n bytes that does not end within a character of s.
func runeCut(s string, n int) int {
	if len(s) <= n {
		return len(s)
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// encodable drops a time that JSON cannot hold; a transcript may claim any year.
func encodable(t time.Time) time.Time {
	t = t.UTC()
	if t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}
