package projections

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/factline/memory/items"
)

// TestGlancesAreTheHeads: of every document, sealed, in the tail or changed just now, once.
func TestGlancesAreTheHeads(t *testing.T) {
	s, _ := filled(t, 40)
	changed := item(3, "Changed after the sync", "And read again.")
	changed.Tags = []string{"pinned", "later"}
	s.put(changed)
	v := s.open()
	defer v.Close()
	sameGlances(t, v)
}

// TestGlancesGoOnWhereTheCardsAreDamaged half way.
func TestGlancesGoOnWhereTheCardsAreDamaged(t *testing.T) {
	s, _ := filled(t, 40)
	v := s.open()
	defer v.Close()
	files, err := filepath.Glob(filepath.Join(s.p.Dir, "seg-*", catalogFile))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	c, err := openCatalog(files[0])
	if err != nil {
		t.Fatal(err)
	}
	cards := c.sections[sectionCards]
	c.file.Close()
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	b[cards.offset+cards.length/2] ^= 0x20
	if err := os.WriteFile(files[0], b, 0o600); err != nil { // in place: the view has the file open
		t.Fatal(err)
	}
	sameGlances(t, v)
	if len(v.Degraded()) == 0 {
		t.Error("nothing tells of the damage")
	}
}

func sameGlances(t *testing.T, v *View) {
	t.Helper()
	told := make([]int, v.Len())
	v.Glances(func(doc int, g *Glance) {
		told[doc]++
		h := v.Head(doc)
		got := items.Head{Candidate: g.Candidate, Type: g.Type, Status: g.Status, Project: g.Project, Created: g.Created, Updated: g.Updated, Valid: items.Valid{Branch: g.Branch}}
		same := got.Candidate == h.Candidate && got.Type == h.Type && got.Status == h.Status && got.Project == h.Project && got.Created.Equal(h.Created) &&
			got.Updated.Equal(h.Updated) && got.Valid.Branch == h.Valid.Branch && v.ID(doc) == h.ID
		for _, tag := range append([]string{"pinned", "no such tag"}, h.Tags...) {
			same = same && g.HasTag(tag) == slices.Contains(h.Tags, tag)
		}
		if !same {
			t.Errorf("%s: glance %+v, head %+v", v.ID(doc), got, h)
		}
	})
	for doc, n := range told {
		if n != 1 {
			t.Errorf("%s was told %d times", v.ID(doc), n)
		}
	}
}
