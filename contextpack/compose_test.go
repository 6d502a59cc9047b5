package contextpack

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
	"github.com/factline/memory/tokens"
)

func shelve(its ...items.Item) (shelf, []items.ID) {
	s, ids := shelf{}, []items.ID{}
	for _, it := range its {
		s[it.ID], ids = it, append(ids, it.ID)
	}
	return s, ids
}

func TestComposedPackKeepsItsBudgetAtEverySize(t *testing.T) {
	var its []items.Item
	for n := range 12 {
		its = append(its, fact(n, fmt.Sprintf("Title number %d", n), fmt.Sprintf("Summary %d says something of its own.", n), strings.Repeat(fmt.Sprintf("Body line %d says in a few more words what is meant by the title.\n", n), 20)))
	}
	s, ids := shelve(its...)
	sections := []Section{{Heading: "First:", IDs: ids[:4], Share: 50}, {Heading: "Second:", IDs: ids[4:], View: Overview}}
	before := 0
	for budget := 1; budget < 3000; budget += 37 {
		p, err := Compose(t.Context(), request(budget), sections, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := tokens.Count(p.Text); n > budget || n != p.Tokens {
			t.Fatalf("budget %d: %d tokens, pack says %d", budget, n, p.Tokens)
		}
		if len(p.Entries)+len(p.Omitted) != len(its) {
			t.Fatalf("budget %d: %d entries and %d omissions of %d items", budget, len(p.Entries), len(p.Omitted), len(its))
		}
		before = max(before, len(p.Entries))
	}
	if before != len(its) {
		t.Errorf("the largest budget held %d of %d items", before, len(its))
	}
}

func TestEarlierSectionsComeFirstAndAnItemStandsOnce(t *testing.T) {
	a, b := fact(1, "Alpha fact", "Alpha.", ""), fact(2, "Beta fact", "Beta.", "")
	s, _ := shelve(a, b)
	p, err := Compose(t.Context(), request(300), []Section{{Heading: "One:", IDs: []items.ID{b.ID}}, {Heading: "Two:", IDs: []items.ID{b.ID, a.ID}}}, s, nil)
	if err != nil {
		t.Fatal(err)
	}
	one, two := strings.Index(p.Text, "One:"), strings.Index(p.Text, "Two:")
	if strings.Count(p.Text, "Beta fact") != 1 || !(one < strings.Index(p.Text, "Beta fact") && strings.Index(p.Text, "Beta fact") < two && two < strings.Index(p.Text, "Alpha fact")) {
		t.Errorf("order is wrong:\n%s", p.Text)
	}
}

func TestASectionWithoutEntriesHasNoHeading(t *testing.T) {
	a := fact(1, "Alpha fact", "Alpha.", "")
	a.Sensitivity = items.Secret
	s, ids := shelve(a)
	p, err := Compose(t.Context(), request(300), []Section{{Heading: "One:", IDs: ids}}, s, nil)
	if err != nil || p.Text != "" || p.Abstained == "" {
		t.Errorf("%q, %q, %v", p.Text, p.Abstained, err)
	}
}

func TestWhatIsGivenIsLeftOutUntilItChanges(t *testing.T) {
	a, b := fact(1, "Alpha fact", "Alpha.", ""), fact(2, "Beta fact", "Beta.", "")
	res, s := found(a, b)
	r := request(300)
	r.Given = map[items.ID]string{a.ID: hash(a), b.ID: "of an older text"}
	for name, pack := range map[string]func() (Pack, error){
		"build": func() (Pack, error) { return Build(t.Context(), r, res, s, nil) },
		"compose": func() (Pack, error) {
			return Compose(t.Context(), r, []Section{{IDs: []items.ID{a.ID, b.ID}}}, s, nil)
		},
	} {
		p, err := pack()
		if err != nil || len(p.Entries) != 1 || p.Entries[0].ID != b.ID || len(p.Omitted) != 1 || p.Omitted[0].Reasons[0] != firewall.AlreadyGiven {
			t.Errorf("%s: %+v, %+v, %v", name, p.Entries, p.Omitted, err)
		}
	}
}

func TestTheCapOnCharactersHolds(t *testing.T) {
	var its []items.Item
	for n := range 8 {
		its = append(its, fact(n, fmt.Sprintf("Title %d", n), "Quotes \" and backslashes \\ grow in JSON.", strings.Repeat("\"\\\t<&> ", 60)))
	}
	res, s := found(its...)
	_, ids := shelve(its...)
	for limit := 1; limit < 6000; limit += 211 {
		r := request(4000)
		r.MaxChars = limit
		built, err := Build(t.Context(), r, res, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		composed, err := Compose(t.Context(), r, []Section{{IDs: ids}}, s, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []Pack{built, composed} {
			if p.Text != "" && JSONChars(p.Text) > limit {
				t.Fatalf("limit %d: %d characters", limit, JSONChars(p.Text))
			}
		}
	}
}

// slow cancels by deadline after the first item.
type slow struct {
	shelf
	reads int
}

func (s *slow) Get(ctx context.Context, id items.ID) (items.Item, items.File, error) {
	if s.reads++; s.reads > 1 {
		<-ctx.Done()
	}
	return s.shelf.Get(ctx, id)
}

func TestAtTheDeadlineAComposedPackHoldsWhatWasRead(t *testing.T) {
	s, ids := shelve(fact(1, "Alpha fact", "Alpha.", ""), fact(2, "Beta fact", "Beta.", ""), fact(3, "Gamma fact", "Gamma.", ""))
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(20*time.Millisecond))
	defer cancel()
	p, err := Compose(ctx, request(300), []Section{{IDs: ids}}, &slow{shelf: s}, nil)
	if err != nil || len(p.Entries) == 0 || len(p.Entries) == 3 || len(p.Degraded) != 1 {
		t.Errorf("%+v, %v, %v", p.Entries, p.Degraded, err)
	}
}

func TestAtTheDeadlineAPackOfHitsHoldsWhatWasRead(t *testing.T) {
	res, s := found(fact(1, "Alpha fact", "Alpha.", ""), fact(2, "Beta fact", "Beta.", ""), fact(3, "Gamma fact", "Gamma.", ""))
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(20*time.Millisecond))
	defer cancel()
	p, err := Build(ctx, request(300), res, &slow{shelf: s}, nil)
	if err != nil || len(p.Entries) != 1 || p.Entries[0].Title != "Alpha fact" || len(p.Degraded) != 1 || p.Degraded[0] != timeUp {
		t.Errorf("%+v, %v, %v", p.Entries, p.Degraded, err)
	}
	late, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	if p, err = Build(late, request(300), res, s, nil); err != nil || p.Text != "" || p.Abstained != timeUp {
		t.Errorf("nothing was read: %+v, %v", p, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = Build(gone, request(300), res, s, nil); err == nil {
		t.Error("who went away gets a pack")
	}
}
