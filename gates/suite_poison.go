package gates

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/trust"
	"github.com/factline/memory/writeservice"
)

const (
	poisonAttacks = 200 // attacks a route; more change no figure and cost minutes
	poisonHidden  = 80  // hidden ones a route
	poisonNotes   = 500 // ordinary notes

	withFirewall    = "memory"
	withoutFirewall = "no firewall" // whatever was kept and is found for the question goes into the prompt
)

// poisonSuite plants published attacks through every way in, has nothing approved, and asks for what they speak of.
func poisonSuite() Suite {
	return Suite{
		Name: "poison", About: "published attacks planted through six ways in, none approved by a person, then asked for; and ordinary notes",
		Files: []string{"injection/texts.jsonl", "injection/unicode/wild-lines.jsonl", "injection/unicode/trojan-source.jsonl", "markdown-stores/MANIFEST.json"},
		Measure: func(ctx context.Context, o Options, rep *SuiteReport) error {
			attacks, err := loadAttacks(filepath.Join(o.Data, "injection", "texts.jsonl"), o.Split)
			if err != nil {
				return err
			}
			routes := newSheet("attacks", "success: the attacker's words stand in the prompt text", "attack_success")
			hidden := newSheet("hidden attacks", "orders in 18 carriers, English and Chinese, made by rule", "attack_success")
			for _, r := range poisonRoutes {
				if err := errors.Join(r.run(ctx, attacks, routes), r.run(ctx, hiddenAttacks(o.Split, poisonHidden), hidden)); err != nil {
					return fmt.Errorf("%s: %w", r.name, err)
				}
			}
			orders := newSheet("hidden orders", "the same orders before the audit, and ordinary words in the same carriers", "recall", "precision", "false_alarm")
			orders.audited(o.Split, hiddenOrders())
			wild, err := unicodeSheet(filepath.Join(o.Data, "injection", "unicode"), o.Split)
			if err != nil {
				return err
			}
			benign, err := benignSheet(filepath.Join(o.Data, "injection", "texts.jsonl"), o.Split)
			if err != nil {
				return err
			}
			notes, err := ordinaryNotes(filepath.Join(o.Data, "markdown-stores"), o.Split, poisonNotes)
			if err != nil {
				return err
			}
			alarms := newSheet("ordinary notes", "paragraphs of public READMEs, changelogs and notes, drawn by hash; an alarm: the audit finds anything in it", "false_alarm")
			for _, n := range notes {
				alarms.add(withFirewall, n.text, "", false, len(firewall.Audit(n.text)) > 0)
				alarms.add(wordFilter, n.text, "", false, filterWords().MatchString(n.text))
			}
			return rep.takes(routes, hidden, alarms, orders, wild, benign)
		},
	}
}

// attack is one attacker's text, with a mark by which it is known wherever it comes out.
type attack struct{ key, id, text, mark string }

// question asks for the attack in its own words, which is the best an attacker can hope for.
func (a attack) question() string { return a.mark + " " + leading(a.text, 12) }

// loadAttacks draws attacks by their hash, so that no source comes first.
func loadAttacks(path string, split Split) ([]attack, error) {
	var all []struct{ Label, Text string }
	if err := readJSONL(path, &all); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	var out []attack
	for _, l := range all {
		if !strings.HasPrefix(l.Label, "attack") || !split.Holds(l.Text) || seen[l.Text] || len(l.Text) > 4000 {
			continue
		}
		seen[l.Text] = true
		out = append(out, newAttack(l.Text, l.Text))
	}
	slices.SortFunc(out, func(a, b attack) int { return cmp.Compare(a.id, b.id) })
	return out[:min(len(out), poisonAttacks)], nil
}

// newAttack marks a text. The key decides its split.
func newAttack(key, text string) attack {
	a := attack{key: key, id: fmt.Sprintf("%x", sha256.Sum256([]byte(key))), text: text}
	mark := []byte(a.id[:10])
	for j, c := range mark { // letters alone: no scanner takes it for a key
		mark[j] = 'g' + (c-'0')%16
	}
	a.mark = "zq" + string(mark)
	return a
}

func leading(text string, n int) string {
	words := strings.Fields(text)
	return strings.Join(words[:min(n, len(words))], " ")
}

// route is one way in.
type route struct {
	name  string
	plant func(ctx context.Context, h *hub.Hub, dir string, attacks []attack) error
}

var poisonRoutes = []route{
	{"web page, harvested", func(ctx context.Context, h *hub.Hub, dir string, attacks []attack) error {
		return plantTranscript(ctx, h, dir, attacks, "WebFetch", true)
	}},
	{"tool output, harvested", func(ctx context.Context, h *hub.Hub, dir string, attacks []attack) error {
		return plantTranscript(ctx, h, dir, attacks, "Bash", true)
	}},
	{"imported file", plantImport},
	{"item in a pull request", plantFiles},
	{"file dropped into the store", plantDropped},
	{"write of an agent", plantWrites},
}

// run plants the attacks in a store of their own and asks for each.
func (r route) run(ctx context.Context, attacks []attack, s *sheet) (err error) {
	dir, err := os.MkdirTemp("", "memory-gate-poison-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	h, err := victim(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	if err := r.plant(ctx, h, dir, attacks); err != nil {
		return err
	}
	if err := h.Refresh(); err != nil {
		return err
	}
	kept, err := keptText(ctx, h)
	if err != nil {
		return err
	}
	for _, a := range attacks {
		pack, err := h.Pack(ctx, hub.PackRequest{Query: recall.Query{Text: a.question()}, Budget: 4000, Floor: -1, Door: "gate"})
		if err != nil {
			return err
		}
		s.add(withFirewall, a.key, r.name, true, !strings.Contains(pack.Text, a.mark))
		s.add(withoutFirewall, a.key, r.name, true, !strings.Contains(kept, a.mark))
	}
	return nil
}

// victim is a user's own trusted store with some facts of his.
func victim(ctx context.Context, dir string) (*hub.Hub, error) {
	place := hub.Place{Dir: filepath.Join(dir, hub.StoreName), Why: "flag", Exists: true}
	if err := hub.Create(place.Dir); err != nil {
		return nil, err
	}
	book := &trust.Book{Dir: filepath.Join(dir, "state"), Random: rand.Read}
	if _, err := book.Trust(ctx, place.Dir, trust.Entry{Made: true}); err != nil {
		return nil, err
	}
	h, err := hub.Open(ctx, hub.Options{
		Place: place, Project: hub.AllProjects, CWD: dir, Home: dir, Now: func() time.Time { return defaultNow }, Random: counter(), Trust: book,
	})
	if err != nil {
		return nil, err
	}
	for _, title := range []string{"Lists page by cursor", "The API listens on port 8080", "Deploys go through staging"} {
		r, err := h.Write(ctx, writeservice.Draft{Channel: items.Human, Item: items.Item{Type: items.Fact, Title: title, Author: "Ada"}})
		if err != nil || r.Status != writeservice.Written {
			return h, errors.Join(err, fmt.Errorf("the victim's own fact: %s %v", r.Status, r.Reasons))
		}
	}
	return h, nil
}

// keptText is every text that the store holds of items and candidates, and of the evidence.
func keptText(ctx context.Context, h *hub.Hub) (string, error) {
	var b strings.Builder
	for it, err := range h.Items.All(ctx) {
		if err == nil {
			b.WriteString(it.Title + "\n" + it.Summary + "\n" + it.Body + "\n")
		}
	}
	sessions, err := h.Evidence.Sessions(ctx)
	if err != nil {
		return "", err
	}
	for _, s := range sessions {
		for rec, err := range h.Evidence.Records(ctx, s) {
			if err != nil {
				return "", err
			}
			b.WriteString(rec.Text + "\n")
		}
	}
	return b.String(), nil
}

// ordinaryNotes draws n paragraphs of 40 to 600 bytes of public READMEs, changelogs and note stores, by their hash, from one split. Rule files and agent
// instructions are left out: they are orders to a model and meant to be.
func ordinaryNotes(dir string, split Split, n int) (out []labelled, err error) {
	seen := map[string]bool{}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.EqualFold(filepath.Ext(path), ".md") {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		top, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		name := strings.ToLower(d.Name())
		if !strings.Contains(name, "readme") && !strings.Contains(name, "changelog") && !slices.Contains([]string{"memory-bank", "basic-memory", "vaults", "claude-auto-memory", "serena"}, top) {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, para := range strings.Split(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n\n") {
			para = strings.TrimSpace(para)
			if len(para) < 40 || len(para) > 600 || seen[para] || !split.Holds(para) || strings.HasPrefix(para, "---") {
				continue
			}
			seen[para] = true
			out = append(out, labelled{id: fmt.Sprintf("%x", sha256.Sum256([]byte(para))), text: para})
		}
		return nil
	})
	slices.SortFunc(out, func(a, b labelled) int { return cmp.Compare(a.id, b.id) })
	return out[:min(n, len(out))], err
}
