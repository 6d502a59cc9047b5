package hub

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

func TestTheNetworkIsAskedAboutEnglishAlone(t *testing.T) {
	m, err := Meaning(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		ok   bool
	}{
		{"Lists are read by a cursor.", "A cursor reads the lists.", true},
		{"Die Listen werden mit einem Cursor gelesen.", "Die Listen werden nicht mit einem Cursor gelesen.", false},
		{"Lists are read by a cursor.", "Die Listen werden mit einem Cursor gelesen.", false},
		{"Списки читаются курсором.", "Курсор читает списки.", false},
	} {
		if cosine, ok := m.Sentences(t.Context(), c.a, c.b); ok != c.ok || ok && cosine < 0.5 {
			t.Errorf("%q, %q: %.2f, %v", c.a, c.b, cosine, ok)
		}
	}
}

func TestTheSettingsCanForbidToAskTheSentenceModel(t *testing.T) {
	h, _ := sentenceHub(t)
	path := filepath.Join(h.Dir, "config.yaml")
	for _, c := range []struct {
		settings string
		asked    bool
	}{{"", true}, {"embed: {sentence: false}\n", false}, {"embed: {provider: none}\n", false}} {
		if err := os.WriteFile(path, []byte(c.settings), 0o600); err != nil {
			t.Fatal(err)
		}
		h, err := Open(t.Context(), Options{Place: Place{Dir: h.Dir, Why: "project", Exists: true}, Project: "shop", Sentences: NewSentences()})
		if err != nil {
			t.Fatal(err)
		}
		it := items.Item{Type: items.Fact, Project: "shop", Title: "Temporary uploads are deleted by the archive job", Status: items.Proposed}
		if _, err := h.Writes.Write(t.Context(), writeservice.Draft{
			Item: items.Item{Type: items.Fact, Project: "shop", Title: "The archive job removes temporary uploads"}, Channel: items.Human,
		}); err != nil {
			t.Fatal(err)
		}
		like, err := h.LooksLike(t.Context(), it)
		if err != nil || (len(like) > 0) != c.asked {
			t.Errorf("%q: looks like %v, %v", c.settings, like, err)
		}
		if m := h.Writes.Meaning; m.Sentences != nil {
			if _, ok := m.Sentences(t.Context(), "Lists are read by a cursor.", "A cursor reads the lists."); ok != c.asked {
				t.Errorf("%q: the model was asked: %v", c.settings, ok)
			}
			if m.Words("列表使用游标分页。", "列表用游标分页。") < 0.5 {
				t.Errorf("%q: Chinese is read by the table of words", c.settings)
			}
		}
		h.Close()
	}
}

func TestChineseHasNoNetworkOfItsOwn(t *testing.T) {
	m, err := Meaning(true)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := m.Sentences(t.Context(), "列表使用游标分页。", "列表用游标分页。"); ok {
		t.Error("the network says that it knows Chinese")
	}
	if p := m.Pieces(t.Context(), "Lists are read by a cursor."); len(p) < 5 {
		t.Errorf("%d pieces", len(p))
	}
}

// Lines of one list are near each other in meaning, and each is about what it names: a review that marked them all would mark each third line.
func TestNamesAndFiguresTellTheLinesOfAListApart(t *testing.T) {
	m, err := Meaning(true)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b  string
		alike bool
	}{
		{"The archive job removes temporary uploads", "Temporary uploads are deleted by the archive job", true},
		{"Run only unit tests: `go test ./short`", "Run all tests with `make test` or `go test`", false},
		{"Run one test file: `go test ./one`", "Run one test function: `go test ./one -run TestName`", false},
	} {
		a, b := items.Item{Title: c.a}.Head(), items.Item{Title: c.b}.Head()
		g := m.Guess(t.Context(), compare.Fact{Title: b.Title})(compare.Fact{Title: a.Title})
		if !g.Likely || g.Alike != c.alike {
			t.Errorf("%q, %q: %+v", c.a, c.b, g)
		}
	}
}
