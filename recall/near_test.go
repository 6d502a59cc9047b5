package recall

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/projections"
)

// nearStore is a store of claims in the project "app" and its projections.
func nearStore(t *testing.T, all ...items.Item) *projections.Projections {
	t.Helper()
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "items", "2026"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, it := range all {
		b, err := it.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "items", "2026", string(it.ID)+items.Ext), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := &projections.Projections{Dir: filepath.Join(dir, "projections"), Items: &items.Store{Dir: dir}}
	if _, err := p.Sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	return p
}

func claim(id, title string) items.Item {
	at := time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC)
	return items.Item{ID: items.ID("mem-" + id), Schema: 1, Type: items.Fact, Title: title, Status: items.Active, Project: "app", Created: at, Updated: at}
}

// nearest asks keys and a view, which must agree, for what says nearly the same as a title.
func nearestThree(t *testing.T, p *projections.Projections, title string) (ids []string) {
	t.Helper()
	head := claim("new", title).Head()
	k, err := p.OpenKeys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	v, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, ix := range []Claims{k, v} {
		found, err := Near(ix, head, 3)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, h := range found {
			list = append(list, string(h.ID[4:]))
		}
		if ids != nil && !slices.Equal(ids, list) {
			t.Fatalf("keys say %v, a view says %v", ids, list)
		}
		ids = list
	}
	return ids
}

func TestTheRareWordOfAClaimFindsItsNeighbour(t *testing.T) {
	all := []items.Item{claim("z", "Service checkout listens on port 8080")}
	for n := range 90 {
		all = append(all, claim(fmt.Sprintf("a%02d", n), fmt.Sprintf("Service number%d listens on port 9090", n)))
	}
	if got := nearestThree(t, nearStore(t, all...), "Service checkout listens on port 9090"); len(got) != 3 || got[0] != "z" || got[1] != "a00" || got[2] != "a01" {
		t.Errorf("%v: the one with the same name comes first, then equals by id", got)
	}
}

func TestNeighboursAreOfTheSameProjectOrOfEachAndNotArchived(t *testing.T) {
	other, none, away, old := claim("b", "Deploys run nightly"), claim("c", "Deploys run nightly"), claim("d", "Deploys run nightly"), claim("e", "Deploys run nightly")
	other.Project, none.Project, away.Status, old.Status = "else", "", items.Archived, items.Retired
	if got := nearestThree(t, nearStore(t, claim("a", "Deploys run weekly"), other, none, away, old), "Deploys run nightly"); !slices.Equal(got, []string{"c", "e", "a"}) {
		t.Errorf("%v", got)
	}
}

func TestAListOfManyWordsIsNoNeighbour(t *testing.T) {
	stuffed := claim("a", "Deploys")
	for n := range 60 {
		stuffed.Summary += fmt.Sprint(" deploys nightly production run filler", n)
	}
	if got := nearestThree(t, nearStore(t, stuffed, claim("b", "Deploys to production run weekly")), "Deploys to production run nightly"); !slices.Equal(got, []string{"b", "a"}) {
		t.Errorf("%v", got)
	}
}

func TestAClaimWithoutWordsHasNoNeighbours(t *testing.T) {
	if got := nearestThree(t, nearStore(t, claim("a", "It is of the")), "of the"); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
