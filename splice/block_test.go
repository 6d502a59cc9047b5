package splice

import (
	"errors"
	"strings"
	"testing"
)

func TestBlockKeepsWhatStandsAround(t *testing.T) {
	out, err := PutBlock([]byte("# Rules\n"), "profile", "- one", "")
	if err != nil {
		t.Fatal(err)
	}
	around := "above\n" + string(out) + "\nbelow\n"
	next, err := PutBlock([]byte(around), "profile", "- two\n- three", "")
	if err != nil || !strings.HasPrefix(string(next), "above\n# Rules\n\n<!--") || !strings.HasSuffix(string(next), "-->\n\nbelow\n") {
		t.Errorf("%q %v", next, err)
	}
	back, err := CutBlock(next, "profile")
	if err != nil || string(back) != "above\n# Rules\n\nbelow\n" {
		t.Errorf("%q %v", back, err)
	}
}

func TestHandEditInABlockShows(t *testing.T) {
	out, _ := PutBlock(nil, "profile", "- one", "")
	b, _, err := FindBlock([]byte(strings.Replace(string(out), "- one", "- mine", 1)), "profile")
	if err != nil || !b.Edited || b.Text != "- mine" {
		t.Errorf("%+v %v", b, err)
	}
}

func TestLoneOrDoubleMarkersAreRefused(t *testing.T) {
	out, _ := PutBlock(nil, "profile", "- one", "")
	whole := string(out)
	for _, text := range []string{whole + whole, whole[:strings.Index(whole, "<!-- factline:end")], whole[strings.Index(whole, "- one"):]} {
		if _, err := PutBlock([]byte(text), "profile", "x", ""); !errors.Is(err, ErrUnsure) {
			t.Errorf("PutBlock: %v for %q", err, text)
		}
		if back, err := CutBlock([]byte(text), "profile"); !errors.Is(err, ErrUnsure) || string(back) != text {
			t.Errorf("CutBlock: %v for %q", err, text)
		}
	}
}

func TestLinesBehindABlockStayLines(t *testing.T) {
	out, _ := PutBlock([]byte("last line"), "profile", "x", "")
	back, err := CutBlock([]byte(string(out)+"more\n"), "profile")
	if err != nil || string(back) != "last line\nmore\n" {
		t.Errorf("%q %v", back, err)
	}
}

func TestWhetherTheFileStaysIsRememberedWithTheBlock(t *testing.T) {
	out, err := PutBlock([]byte{}, "profile", "- one", "stays")
	if err != nil {
		t.Fatal(err)
	}
	next, err := PutBlock(out, "profile", "- two", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, src := range [][]byte{out, next} {
		if b, there, err := FindBlock(src, "profile"); err != nil || !there || b.Edited || b.Note != "stays" {
			t.Errorf("%+v %v in %q", b, err, src)
		}
	}
	plain, _ := PutBlock(nil, "profile", "- one", "")
	if b, _, _ := FindBlock(plain, "profile"); b.Note != "" || !strings.Contains(string(plain), " lead=0 -->") {
		t.Errorf("%+v in %q", b, plain)
	}
}

// What stands between two blocks is somebody's, and the blank lines that set them apart are ours.
func TestABlockBehindAnotherOneComesBackWithoutIt(t *testing.T) {
	for _, c := range []struct{ base, between string }{{"", ""}, {"\ufeff", ""}, {"a", ""}, {"a\n", ""}, {"a\n\n", ""}, {"a\r\nb", ""}, {"a", "\n"}, {"a", "mine\n"}, {"", "\n\n"}} {
		first, err := PutBlock([]byte(c.base), "guide", "- one", "")
		if err != nil {
			t.Fatal(err)
		}
		first = append(first, c.between...)
		both, err := PutBlock(first, "profile", "- two", "stays")
		if err != nil {
			t.Fatal(err)
		}
		want, err := CutBlock(first, "guide")
		if err != nil {
			t.Fatal(err)
		}
		rest, err := CutBlock(both, "guide")
		if err != nil {
			t.Fatal(err)
		}
		if b, there, err := FindBlock(rest, "profile"); err != nil || !there || b.Edited || b.Note != "stays" || b.Text != "- two" {
			t.Errorf("%q: %+v %v", rest, b, err)
		}
		if got, err := CutBlock(rest, "profile"); err != nil || string(got) != string(want) {
			t.Errorf("%v\nwant %q\ngot  %q\nfrom %q", err, want, got, both)
		}
	}
}

func TestTextThatIsNotUTF8IsRefused(t *testing.T) {
	for _, src := range []string{"\xff\xfea\x00", "\xfe\xff\x00a", "a\x00\n\x00", "\xff\xfe"} {
		if out, err := PutBlock([]byte(src), "profile", "- one", ""); !errors.Is(err, ErrUnsure) {
			t.Errorf("%q: %q %v", src, out, err)
		}
	}
}

// A line with another end above a block, as agents write it, leaves the line breaks of the block its own.
func TestALineWithAnotherEndAboveABlockLeavesNothingOfIt(t *testing.T) {
	for _, base := range []string{"# x\r\ny\r\n", "# x\ny\n", "# x\r\ny", "# x", "# x\r\n\r\n", "", "\r\n"} {
		for _, top := range []string{"mine\n", "mine\r\n"} {
			for _, when := range []int{0, 1, 2} { // blocks that stood already
				for _, order := range [][2]string{{"profile", "guide"}, {"guide", "profile"}} {
					src, err := []byte(base), error(nil)
					for i, name := range []string{"guide", "profile"} {
						if when == i {
							src = append([]byte(top), src...)
						}
						if src, err = PutBlock(src, name, "- one\n- two", ""); err != nil {
							t.Fatal(err)
						}
					}
					if when == 2 {
						src = append([]byte(top), src...)
					}
					if again, err := PutBlock(src, "guide", "- one\n- two", ""); err != nil || string(again) != string(src) {
						t.Errorf("%v: written again\n%q is\n%q", err, src, again)
					}
					out := src
					for _, name := range order {
						if out, err = CutBlock(out, name); err != nil {
							t.Fatal(err)
						}
					}
					if string(out) != top+base {
						t.Errorf("%v %d\nwant %q\ngot  %q\nfrom %q", order, when, top+base, out, src)
					}
				}
			}
		}
	}
}
