package items

import (
	"math"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// field ties one key of the front matter to the item. decode gets a node that is not null.
type field struct {
	key    string
	value  func(*Item) value
	decode func(*decoder, *yaml.Node, *Item)
}

// fields lists the keys in the order in which they are written.
func fields() []field {
	text := func(key string, at func(*Item) *string) field {
		return field{key, func(it *Item) value { return textValue(*at(it)) }, func(d *decoder, n *yaml.Node, it *Item) { *at(it) = d.text(n, key) }}
	}
	instant := func(key string, at func(*Item) *time.Time) field {
		return field{key, func(it *Item) value { return instantValue(*at(it)) }, func(d *decoder, n *yaml.Node, it *Item) { *at(it) = d.instant(n, key) }}
	}
	ids := func(key string, at func(*Item) *[]ID) field {
		return field{key, func(it *Item) value { return textList(*at(it)) }, func(d *decoder, n *yaml.Node, it *Item) { *at(it) = d.ids(n, key) }}
	}
	return []field{
		{"id", func(it *Item) value { return textValue(string(it.ID)) }, func(d *decoder, n *yaml.Node, it *Item) { it.ID = d.id(n, "id") }},
		{"schema", func(it *Item) value { return literalValue(strconv.Itoa(it.Schema)) }, decodeSchema},
		{"type", func(it *Item) value { return textValue(string(it.Type)) }, decodeType},
		text("title", func(it *Item) *string { return &it.Title }),
		text("summary", func(it *Item) *string { return &it.Summary }),
		{"status", func(it *Item) value { return textValue(string(it.Status)) }, func(d *decoder, n *yaml.Node, it *Item) {
			it.Status = oneOf(d, n, "status", Active, Proposed, Superseded, Retired, Archived)
		}},
		{"state", func(it *Item) value { return textValue(it.State.Name) }, func(d *decoder, n *yaml.Node, it *Item) {
			it.State.Name = oneOf(d, n, "state", "open", "resolved", "obsolete", "deferred")
		}},
		{"until", func(it *Item) value { return dayOrInstant(it.State.Until) }, func(d *decoder, n *yaml.Node, it *Item) {
			it.State.Until = d.dayOrInstant(n, "until")
		}},
		{"project", func(it *Item) value { return textValue(it.Project) }, decodeProject},
		{"tags", func(it *Item) value { return textList(it.Tags) }, func(d *decoder, n *yaml.Node, it *Item) { it.Tags = d.texts(n, "tags") }},
		instant("created", func(it *Item) *time.Time { return &it.Created }),
		instant("updated", func(it *Item) *time.Time { return &it.Updated }),
		text("agent", func(it *Item) *string { return &it.Agent }),
		text("author", func(it *Item) *string { return &it.Author }),
		{"confidence", confidenceValue, decodeConfidence},
		{"sensitivity", func(it *Item) value { return textValue(string(it.Sensitivity)) }, func(d *decoder, n *yaml.Node, it *Item) {
			it.Sensitivity = oneOf(d, n, "sensitivity", Public, Internal, Private, Secret)
		}},
		{"trust", func(it *Item) value { return textValue(string(it.Trust)) }, func(d *decoder, n *yaml.Node, it *Item) {
			it.Trust = oneOf(d, n, "trust", Human, Agent, Tool, Imported)
		}},
		{"evidence", evidenceValue, decodeEvidence},
		{"anchors", anchorsValue, decodeAnchors},
		{"refs", refsValue, decodeRefs},
		ids("supersedes", func(it *Item) *[]ID { return &it.Supersedes }),
		ids("contradicts", func(it *Item) *[]ID { return &it.Contradicts }),
		{"settled", settledValue, decodeSettled},
		{"review", reviewValue, decodeReview},
		text("ended", func(it *Item) *string { return &it.Ended }),
		{"valid", validValue, decodeValid},
		{"purged", purgedValue, decodePurged},
		{"unmerged", unmergedValue, decodeUnmerged},
	}
}

func instantValue(t time.Time) value {
	if t.IsZero() {
		return value{}
	}
	return literalValue(Instant(t).Format(time.RFC3339))
}

// dayOrInstant writes midnight UTC as a date.
func dayOrInstant(t time.Time) value {
	if !t.IsZero() && t.Equal(t.Truncate(24*time.Hour)) {
		return literalValue(t.Format(time.DateOnly))
	}
	return instantValue(t)
}

func confidenceValue(it *Item) value {
	if it.Confidence == 0 {
		return value{}
	}
	return literalValue(strconv.FormatFloat(it.Confidence, 'f', -1, 64))
}

func evidenceValue(it *Item) value {
	var v value
	for _, c := range it.Evidence {
		v.list = append(v.list, pairsValue(pair{"id", textValue(c.ID)}, pair{"span", textValue(c.Span)}, pair{"sha256", textValue(c.SHA256)}))
	}
	return v
}

func anchorsValue(it *Item) value {
	var v value
	for _, a := range it.Anchors {
		v.list = append(v.list, pairsValue(pair{"path", textValue(a.Path)}, pair{"lines", textValue(a.Lines)}, pair{"sha256", textValue(a.SHA256)}, pair{"symbol", textValue(a.Symbol)}))
	}
	return v
}

func refsValue(it *Item) value {
	r := it.Refs
	return pairsValue(pair{"files", textList(r.Files)}, pair{"urls", textList(r.URLs)}, pair{"commits", textList(r.Commits)},
		pair{"items", textList(r.Items)}, pair{"resources", textList(r.Resources)})
}

func reviewValue(it *Item) value {
	r := it.Review
	return pairsValue(pair{"verdict", textValue(r.Verdict)}, pair{"by", textValue(r.By)}, pair{"at", instantValue(r.At)},
		pair{"reason", textValue(r.Reason)})
}

func validValue(it *Item) value {
	v := it.Valid
	return pairsValue(pair{"from", dayOrInstant(v.From)}, pair{"until", dayOrInstant(v.Until)}, pair{"branch", textValue(v.Branch)},
		pair{"repo", textValue(v.Repo)}, pair{"os", textValue(v.OS)})
}

func decodeSchema(d *decoder, n *yaml.Node, it *Item) {
	if n.ShortTag() != "!!int" {
		d.wrong(n, "schema", "the number 1")
	} else if n.Value != "1" {
		d.fail(n, "schema", "this version reads schema 1 only; update the program")
	}
	it.Schema = 1
}

func decodeType(d *decoder, n *yaml.Node, it *Item) {
	name := d.text(n, "type")
	if d.err != nil {
		return
	}
	t, err := ParseType(name)
	if err != nil {
		d.fail(n, "type", "unknown type, want one of "+joinWords(Types()))
	}
	it.Type = t
}

func decodeConfidence(d *decoder, n *yaml.Node, it *Item) {
	f, err := strconv.ParseFloat(n.Value, 64)
	switch tag := n.ShortTag(); {
	case tag != "!!int" && tag != "!!float":
		d.wrong(n, "confidence", "a number from 0 to 1")
	case err != nil || math.IsNaN(f) || f < 0 || f > 1:
		d.fail(n, "confidence", "want a number from 0 to 1, such as 0.8")
	case f == 0:
		it.Confidence = 0 // not -0, which would be written as such
	default:
		it.Confidence = f
	}
}

func decodeEvidence(d *decoder, n *yaml.Node, it *Item) {
	d.entries(n, "evidence", func(m *yaml.Node) {
		var c Citation
		d.mapping(m, "evidence", map[string]func(*yaml.Node, string){
			"id":     func(n *yaml.Node, k string) { c.ID = d.text(n, k) },
			"span":   func(n *yaml.Node, k string) { c.Span = d.span(n, k, 0) },
			"sha256": func(n *yaml.Node, k string) { c.SHA256 = d.text(n, k) },
		})
		if c.ID == "" {
			d.fail(m, "evidence", "a citation needs the id of its evidence record; write {id: ev-..., span: \"0-10\"}")
		}
		it.Evidence = append(it.Evidence, c)
	})
}

func decodeAnchors(d *decoder, n *yaml.Node, it *Item) {
	d.entries(n, "anchors", func(m *yaml.Node) {
		var a Anchor
		d.mapping(m, "anchors", map[string]func(*yaml.Node, string){
			"path":   func(n *yaml.Node, k string) { a.Path = d.text(n, k) },
			"lines":  func(n *yaml.Node, k string) { a.Lines = d.span(n, k, 1) },
			"sha256": func(n *yaml.Node, k string) { a.SHA256 = d.text(n, k) },
			"symbol": func(n *yaml.Node, k string) { a.Symbol = d.text(n, k) },
		})
		if a.Path == "" {
			d.fail(m, "anchors", "an anchor needs the path of its file; write {path: dir/file.go, lines: \"1-9\"}")
		}
		it.Anchors = append(it.Anchors, a)
	})
}

func decodeRefs(d *decoder, n *yaml.Node, it *Item) {
	d.mapping(n, "refs", map[string]func(*yaml.Node, string){
		"files":     func(n *yaml.Node, k string) { it.Refs.Files = d.texts(n, k) },
		"urls":      func(n *yaml.Node, k string) { it.Refs.URLs = d.texts(n, k) },
		"commits":   func(n *yaml.Node, k string) { it.Refs.Commits = d.texts(n, k) },
		"items":     func(n *yaml.Node, k string) { it.Refs.Items = d.ids(n, k) },
		"resources": func(n *yaml.Node, k string) { it.Refs.Resources = d.texts(n, k) },
	})
}

func decodeReview(d *decoder, n *yaml.Node, it *Item) {
	d.mapping(n, "review", map[string]func(*yaml.Node, string){
		"verdict": func(n *yaml.Node, k string) { it.Review.Verdict = oneOf(d, n, k, "approved", "rejected") },
		"by":      func(n *yaml.Node, k string) { it.Review.By = d.text(n, k) },
		"at":      func(n *yaml.Node, k string) { it.Review.At = d.instant(n, k) },
		"reason":  func(n *yaml.Node, k string) { it.Review.Reason = d.text(n, k) },
	})
}

func decodeValid(d *decoder, n *yaml.Node, it *Item) {
	d.mapping(n, "valid", map[string]func(*yaml.Node, string){
		"from":   func(n *yaml.Node, k string) { it.Valid.From = d.dayOrInstant(n, k) },
		"until":  func(n *yaml.Node, k string) { it.Valid.Until = d.dayOrInstant(n, k) },
		"branch": func(n *yaml.Node, k string) { it.Valid.Branch = d.text(n, k) },
		"repo":   func(n *yaml.Node, k string) { it.Valid.Repo = d.text(n, k) },
		"os":     func(n *yaml.Node, k string) { it.Valid.OS = d.text(n, k) },
	})
}

// isSpan reports whether s is "a-b" (or a single "a" where least is 1) of decimal numbers, least <= a <= b.
func isSpan(s string, least int) bool {
	from, to, two := strings.Cut(s, "-")
	if !two && least == 1 {
		to = from
	}
	a, errA := strconv.ParseUint(from, 10, 62)
	b, errB := strconv.ParseUint(to, 10, 62)
	return errA == nil && errB == nil && uint64(least) <= a && a <= b
}
