package splice

import (
	"errors"
	"strings"
	"testing"
)

func TestBlockKeepsWhatStandsAround(t *testing.T) {
	out, err := PutBlock([]byte("# Rules\n"), "profile", "- one")
	if err != nil {
		t.Fatal(err)
	}
	around := "above\n" + string(out) + "\nbelow\n"
	next, err := PutBlock([]byte(around), "profile", "- two\n- three")
	if err != nil || !strings.HasPrefix(string(next), "above\n# Rules\n\n<!--") || !strings.HasSuffix(string(next), "-->\n\nbelow\n") {
		t.Errorf("%q %v", next, err)
	}
	back, err := CutBlock(next, "profile")
	if err != nil || string(back) != "above\n# Rules\n\nbelow\n" {
		t.Errorf("%q %v", back, err)
	}
}

func TestHandEditInABlockShows(t *testing.T) {
	out, _ := PutBlock(nil, "profile", "- one")
	b, _, err := FindBlock([]byte(strings.Replace(string(out), "- one", "- mine", 1)), "profile")
	if err != nil || !b.Edited || b.Text != "- mine" {
		t.Errorf("%+v %v", b, err)
	}
}

func TestLoneOrDoubleMarkersAreRefused(t *testing.T) {
	out, _ := PutBlock(nil, "profile", "- one")
	whole := string(out)
	for _, text := range []string{whole + whole, whole[:strings.Index(whole, "<!-- factline:end")], whole[strings.Index(whole, "- one"):]} {
		if _, err := PutBlock([]byte(text), "profile", "x"); !errors.Is(err, ErrUnsure) {
			t.Errorf("PutBlock: %v for %q", err, text)
		}
		if back, err := CutBlock([]byte(text), "profile"); !errors.Is(err, ErrUnsure) || string(back) != text {
			t.Errorf("CutBlock: %v for %q", err, text)
		}
	}
}

func TestLinesBehindABlockStayLines(t *testing.T) {
	out, _ := PutBlock([]byte("last line"), "profile", "x")
	back, err := CutBlock([]byte(string(out)+"more\n"), "profile")
	if err != nil || string(back) != "last line\nmore\n" {
		t.Errorf("%q %v", back, err)
	}
}
