package splice

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// FuzzRoundTrip: whatever a file holds, and wherever the user writes something else meanwhile, taking our key out gives the file that the
// user would have without us, or refuses. Never anything else.
func FuzzRoundTrip(f *testing.F) {
	n := 0
	cases(f, func(name string, format Format, src []byte, _ []Edit) {
		n++
		note := map[Format]string{JSON: " /* x, y */ ", TOML: "# x\n", YAML: "# x\n"}[format]
		f.Add(src, string(format), uint8(n), uint16(n*7), note)
		f.Add(src, string(format), uint8(n), uint16(n*13), map[Format]string{JSON: `"new": {},`, TOML: "[new]\nx = 1\n", YAML: "new: 1\n"}[format])
	})
	f.Fuzz(func(t *testing.T, src []byte, name string, kind uint8, at uint16, add string) {
		format := Format(name)
		if len(src) > 1<<12 || len(add) > 64 || !strings.Contains("json toml yaml", name) || name == "" {
			return
		}
		all := edits(format)
		var kinds []string
		for _, k := range []string{"mcpServers", "hooks", "deep", "context_servers", "mcp", "table", "env", "map", "list", "read"} {
			if all[k] != nil {
				kinds = append(kinds, k)
			}
		}
		if len(kinds) == 0 {
			return
		}
		edits := all[kinds[int(kind)%len(kinds)]]
		out, done, err := Apply(format, src, edits)
		if err != nil {
			return
		}
		if done[len(done)-1].Present {
			return // there before us
		}
		back, err := Remove(format, out, edits, done)
		if err != nil || !bytes.Equal(back, src) {
			t.Fatalf("%v\nwant %q\ngot  %q\nfrom %q", err, src, back, out)
		}
		if len(edits) == 1 {
			between(t, format, src, out, edits, done, int(at), add)
		}
	})
}

// between writes add into the file at one place, with us and without us, and compares.
func between(t *testing.T, format Format, src, out []byte, edits []Edit, done []Insertion, at int, add string) {
	if done[0].Over != "" {
		return // a null gave way: what is put into our text stays with it, and there is no place in the null
	}
	text := []byte(done[0].Text)
	first, last := -1, -1 // places where the text may have been put in: equal bytes make more than one
	for o := range len(src) + 1 {
		if bytes.Equal(out, bytes.Join([][]byte{src[:o], text, src[o:]}, nil)) {
			if first < 0 {
				first = o
			}
			last = o
		}
	}
	at %= len(src) + 1
	shift := 0
	switch {
	case at > last:
		shift = len(text)
	case at >= first:
		return
	}
	put := func(b []byte, at int) []byte { return bytes.Join([][]byte{b[:at], []byte(add), b[at:]}, nil) }
	with, without := put(out, at+shift), put(src, at)
	states, err := Check(format, with, edits)
	if err != nil || states[0] != Same {
		return // no longer a file, or ours was changed
	}
	if states, err = Check(format, without, edits); err != nil || states[0] != Absent {
		return
	}
	back, err := Remove(format, with, edits, done)
	if errors.Is(err, ErrUnsure) {
		return
	}
	if err != nil || !bytes.Equal(back, without) && !besideUs(t, format, with, without, back, edits[0]) {
		t.Fatalf("%v\nwant %q\ngot  %q\nfrom %q", err, without, back, with)
	}
}

// besideUs reports an edit that says one thing beside our key and another one in the file without us, and that what is left says the first: between
// \r and \n behind a comment, it is a key of its own as long as our text ends the comment, and words of the comment where nothing does.
func besideUs(t *testing.T, format Format, with, without, back []byte, e Edit) bool {
	there, err := decode(format, with)
	if err != nil {
		return false
	}
	left, err := decode(format, back)
	if err != nil {
		return false
	}
	alone, err := decode(format, without)
	if err != nil {
		t.Fatal(err) // it was checked
	}
	_, at := find(there, e)
	there, left, alone = pruned(cut(there, at), at), pruned(left, at), pruned(alone, at)
	return same(there, left) && !same(there, alone)
}

// cut is without, by a name that the bytes of a file do not take.
func cut(tree any, at []step) any { return without(tree, at) }

// FuzzBlock: a block put into any text is found whole, put twice changes nothing, and is taken out to the byte.
func FuzzBlock(f *testing.F) {
	for _, s := range []string{"", "# Rules\n", "no end", "a\r\nb\r\n", "a\n\n", "\xef\xbb\xbf# x\n", "\xef\xbb\xbf"} {
		f.Add([]byte(s), "- one\n- two")
	}
	f.Fuzz(func(t *testing.T, src []byte, text string) {
		if bytes.Contains(src, []byte("factline:")) || strings.ContainsRune(text, '\r') {
			return
		}
		out, err := PutBlock(src, "profile", text, "")
		if err != nil {
			return
		}
		b, there, err := FindBlock(out, "profile")
		if err != nil || !there || b.Edited || b.Text != text {
			t.Fatalf("%+v %v %v in %q", b, there, err, out)
		}
		if again, err := PutBlock(out, "profile", text, ""); err != nil || !bytes.Equal(again, out) {
			t.Fatalf("%v\nonce  %q\ntwice %q", err, out, again)
		}
		if back, err := CutBlock(out, "profile"); err != nil || !bytes.Equal(back, src) {
			t.Fatalf("%v\nwant %q\ngot  %q", err, src, back)
		}
		both, err := PutBlock(out, "guide", text, "stays") // a second block: whichever goes first
		if err != nil {
			return
		}
		for _, order := range [][2]string{{"profile", "guide"}, {"guide", "profile"}} {
			rest, err := CutBlock(both, order[0])
			if err != nil {
				t.Fatal(err)
			}
			if back, err := CutBlock(rest, order[1]); err != nil || !bytes.Equal(back, src) {
				t.Fatalf("%v %v\nwant %q\ngot  %q", order, err, src, back)
			}
		}
	})
}
