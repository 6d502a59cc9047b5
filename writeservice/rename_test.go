package writeservice

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

// Every file of the project gets the name and nothing else, whatever its status; one undo takes it all back, to the byte.
func TestRenamedProjectKeepsEverythingElse(t *testing.T) {
	s := newService(t)
	of := func(project, title string) items.Item {
		it := fact(title, "It is "+strings.ToLower(title)+".")
		it.Project = project
		return it
	}
	live := write(t, s, person, of("notes", "Live"))
	gone := write(t, s, person, of("notes", "Gone"))
	must(t, Written)(s.Retire(t.Context(), gone.ID, person, "no more"))
	waits := propose(t, s, of("notes", "Waiting"))
	other := write(t, s, person, of("other", "Other"))
	read := func(r Receipt) string {
		_, f, err := s.Items.Get(t.Context(), r.ID)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(s.Dir, filepath.FromSlash(f.Path)))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	all := []Receipt{live, gone, waits, other}
	var before []string
	for _, r := range all {
		before = append(before, read(r))
	}

	mustSay(t, must(t, Rejected)(s.RenameProject(t.Context(), "notes", "shop", agent)), "only a person")
	mustSay(t, must(t, Rejected)(s.RenameProject(t.Context(), "notes", "two words", person)), "project is not a name")
	if r := must(t, Written)(s.RenameProject(t.Context(), "nobody", "shop", person)); !r.Unchanged {
		t.Errorf("%+v", r)
	}
	done := must(t, Written)(s.RenameProject(t.Context(), "notes", "shop", person))
	if len(done.Paths) != 3 {
		t.Errorf("changed %v", done.Paths)
	}
	for i, r := range all {
		if got, want := read(r), strings.Replace(before[i], "\nproject: notes\n", "\nproject: shop\n", 1); got != want {
			t.Errorf("%s is\n%s\nwant\n%s", r.ID, got, want)
		}
	}
	if h, err := s.History(t.Context(), waits.ID); err != nil || h[len(h)-1].Op != string(OpRename) || h[len(h)-1].Note != "project notes is shop" {
		t.Errorf("history %+v, %v", h, err)
	}
	must(t, Written)(s.Undo(t.Context(), done.Receipt, person))
	for i, r := range all {
		if got := read(r); got != before[i] {
			t.Errorf("%s is\n%s\nwant\n%s", r.ID, got, before[i])
		}
	}
}
