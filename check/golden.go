package check

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/factline/memory/items"
)

// Query is one golden query of a store: what a pack for it must hold, must never hold, and how long it may be.
type Query struct {
	Query   string   `yaml:"query"`
	Inject  []string `yaml:"inject"`  // ids, or prefixes of them
	Never   []string `yaml:"never"`   // ids, prefixes, or words that must not be in the text
	Tokens  int      `yaml:"tokens"`  // 0 = the pack's own budget
	Project string   `yaml:"project"` // "" = the store's
	Line    int      `yaml:"-"`
}

// ReadQueries reads one file of gates/: a list of queries. It is strict: an unknown key is an error that names the line.
func ReadQueries(b []byte) ([]Query, error) {
	var list []yaml.Node
	if err := yaml.Unmarshal(b, &list); err != nil {
		return nil, fmt.Errorf("not a list of queries: %w", err)
	}
	dec := yaml.NewDecoder(strings.NewReader(string(b)))
	dec.KnownFields(true)
	var out []Query
	if err := dec.Decode(&out); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	for i := range out {
		q := &out[i]
		q.Line = list[i].Line
		switch {
		case strings.TrimSpace(q.Query) == "":
			return nil, fmt.Errorf("line %d: a golden query needs query", q.Line)
		case len(q.Inject)+len(q.Never) == 0 && q.Tokens == 0:
			return nil, fmt.Errorf("line %d: say what it must inject, must never inject, or how many tokens it may take", q.Line)
		case q.Tokens < 0:
			return nil, fmt.Errorf("line %d: tokens is below 0", q.Line)
		}
	}
	return out, nil
}

// Pack is what the query got.
type Pack struct {
	IDs    []items.ID
	Text   string
	Tokens int
	Why    map[items.ID]string // reasons of what was left out
}

// Promise holds a pack to its golden query.
func Promise(path string, q Query, p Pack) []Finding {
	var out []Finding
	add := func(format string, args ...any) {
		out = append(out, Finding{Rule: Golden, Level: Error, Path: path, Line: q.Line, Message: fmt.Sprintf("%q: ", q.Query) + fmt.Sprintf(format, args...)})
	}
	for _, want := range q.Inject {
		if _, in := find(p.IDs, want); !in {
			why := "nothing found it"
			for id, reasons := range p.Why {
				if strings.HasPrefix(string(id), want) {
					why = reasons
				}
			}
			add("%s is not injected: %s", want, why)
		}
	}
	for _, no := range q.Never {
		id, in := find(p.IDs, no)
		switch {
		case in:
			add("%s is injected and must never be", id)
		case !strings.HasPrefix(no, "mem-") && strings.Contains(strings.ToLower(p.Text), strings.ToLower(no)):
			add("the text holds %q, which it must never", no)
		}
	}
	if q.Tokens > 0 && p.Tokens > q.Tokens {
		add("%d tokens, and at most %d may be", p.Tokens, q.Tokens)
	}
	return out
}

func find(ids []items.ID, prefix string) (items.ID, bool) {
	for _, id := range ids {
		if strings.HasPrefix(string(id), prefix) {
			return id, true
		}
	}
	return "", false
}
