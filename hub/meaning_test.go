package hub

import "testing"

func TestOnlyEnglishAndChineseSentencesHaveANearness(t *testing.T) {
	m, err := Meaning()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		a, b string
		ok   bool
	}{
		{"Lists are read by a cursor.", "A cursor reads the lists.", true},
		{"列表使用游标分页。", "列表用游标分页。", true},
		{"Die Listen werden mit einem Cursor gelesen.", "Die Listen werden nicht mit einem Cursor gelesen.", false},
		{"Lists are read by a cursor.", "Die Listen werden mit einem Cursor gelesen.", false},
		{"Списки читаются курсором.", "Курсор читает списки.", false},
	} {
		if cosine, ok := m.Sentences(t.Context(), c.a, c.b); ok != c.ok || ok && cosine < 0.5 {
			t.Errorf("%q, %q: %.2f, %v", c.a, c.b, cosine, ok)
		}
	}
}
