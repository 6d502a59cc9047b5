package items

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"
)

// wholeText is a LineMerge that knows no lines: both texts one after the other, in conflict.
func wholeText(_, ours, theirs string) (string, bool, error) { return ours + theirs, true, nil }

const mergeBase = `---
id: mem-a
type: fact
title: The port
summary: It is 8080.
status: active
tags: [net, http] # few
created: 2026-11-01T00:00:00Z
updated: 2026-11-01T00:00:00Z
evidence:
  - {id: ev-1, span: "0-5"}
refs: {files: [a.go]}
x-team: {lead: ana}
---
Body.
`

func TestMergeTakesWhatOneSideChanged(t *testing.T) {
	ours := edit(mergeBase, "title: The port", "title: The HTTP port", "[net, http]", "[net, http, tls]", "files: [a.go]", "files: [a.go, b.go]")
	theirs := edit(mergeBase, "It is 8080.", "It is 9090.", "[net, http]", "[net, 端口]", "files: [a.go]", "files: [a.go], urls: [\"https://x.example\"]",
		"updated: 2026-11-01", "updated: 2026-11-05", "lead: ana", "lead: ana, size: 3", "Body.", "Body of theirs.",
		`  - {id: ev-1, span: "0-5"}`, "  - {id: ev-1, span: \"0-5\"}\n  - {id: ev-2, span: \"1-9\", x-by: me}")
	out, open, err := Merge("", []byte(mergeBase), []byte(ours), []byte(theirs), wholeText)
	if err != nil || len(open) > 0 {
		t.Fatalf("%v %v", open, err)
	}
	want := edit(ours, "It is 8080.", "It is 9090.", "[net, http, tls]", "[net, tls, 端口]", "files: [a.go, b.go]", "files: [a.go, b.go], urls: [\"https://x.example\"]",
		"updated: 2026-11-01", "updated: 2026-11-05", "lead: ana", "lead: ana, size: 3", "Body.", "Body of theirs.",
		`  - {id: ev-1, span: "0-5"}`, "  - {id: ev-1, span: \"0-5\"}\n  - {id: ev-2, span: \"1-9\", x-by: me}")
	a, _ := Parse(out)
	b, err := Parse([]byte(want))
	if err != nil || !a.Equal(b) {
		t.Errorf("%v\n%s", err, diff(want, string(out)))
	}
	for _, kept := range []string{"size: 3", "x-by: me"} {
		if !strings.Contains(string(out), kept) {
			t.Errorf("%q of theirs is lost:\n%s", kept, out)
		}
	}
}

func TestMergeNamesWhatBothChanged(t *testing.T) {
	ours := edit(mergeBase, "The port", "Our port", "Body.", "Our body.", "status: active", "status: retired", "lead: ana", "lead: bo")
	theirs := edit(mergeBase, "The port", "Their port", "Body.", "Their body.", "status: active", "status: archived", "lead: ana", "lead: cy")
	out, open, err := Merge("", []byte(mergeBase), []byte(ours), []byte(theirs), wholeText)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"body", "title", "status", "x-team.lead"}; !slices.Equal(open, want) {
		t.Errorf("unmerged %v, want %v", open, want)
	}
	it, err := Parse(out)
	if err != nil {
		t.Fatal(err)
	}
	want := []Unmerged{{"body", ""}, {"title", "Their port"}, {"status", "archived"}, {"x-team.lead", "cy"}}
	if it.Title != "Our port" || it.Status != Retired || !slices.Equal(it.Unmerged, want) || it.Body != "Our body.\nTheir body." {
		t.Errorf("%s", out)
	}
	if !strings.Contains(string(out), "tags: [net, http] # few") {
		t.Errorf("the layout of ours is lost:\n%s", out)
	}
	again, open, err := Merge("", out, out, []byte(edit(string(out), "Our port", "A third port")), wholeText)
	if back, _ := Parse(again); err != nil || len(open) > 0 || len(back.Unmerged) != 4 || back.Title != "A third port" {
		t.Errorf("merged once more: %v %v\n%s", open, err, again)
	}
}

func TestMergeOfOneVerdictByTwoPeopleKeepsBoth(t *testing.T) {
	review := func(by, verdict string) []byte {
		return []byte(edit(mergeBase, "x-team:", "review: {verdict: "+verdict+", by: "+by+", at: 2026-11-02T00:00:00Z}\nx-team:"))
	}
	out, open, err := Merge("", []byte(mergeBase), review("Ada", "approved"), review("Bo", "approved"), wholeText)
	if it, _ := Parse(out); err != nil || len(open) > 0 || it.Review.By != "Ada, Bo" {
		t.Errorf("%v %v\n%s", open, err, out)
	}
	out, open, err = Merge("", []byte(mergeBase), review("Ada", "approved"), review("Bo", "rejected"), wholeText)
	if it, _ := Parse(out); err != nil || !slices.Equal(open, []string{"review"}) || it.Review.By != "Ada" || !strings.Contains(it.Unmerged[0].Theirs, "Bo") {
		t.Errorf("%v %v\n%s", open, err, out)
	}
}

// Two people retire an item, each for a reason of his own: both reasons stay, and nothing is left to decide.
func TestMergeOfTwoEndsKeepsBothReasons(t *testing.T) {
	ended := func(why string) []byte {
		return []byte(edit(mergeBase, "status: active", "status: retired", "x-team:", "ended: "+why+"\nx-team:"))
	}
	out, open, err := Merge("", []byte(mergeBase), ended("it moved"), ended("nobody uses it"), wholeText)
	if it, _ := Parse(out); err != nil || len(open) > 0 || it.Status != Retired || it.Ended != "it moved; nobody uses it" {
		t.Errorf("%v %v\n%s", open, err, out)
	}
}

// Each side is an item, and the keys of both together are none.
func TestMergeOfKeysThatDoNotGoTogether(t *testing.T) {
	base := edit(mergeBase, "type: fact", "type: signal")
	ours := edit(base, "type: signal", "type: fact")
	theirs := edit(base, "status: active", "status: active\nstate: open")
	out, open, err := Merge("", []byte(base), []byte(ours), []byte(theirs), wholeText)
	if it, perr := Parse(out); err != nil || perr != nil || it.Type != Fact || !slices.Equal(open, []string{"state"}) {
		t.Errorf("%v %v %v\n%s", open, err, perr, out)
	}
}

func TestMergeOfAFileThatBothMade(t *testing.T) {
	out, open, err := Merge("", nil, []byte(mergeBase), []byte(edit(mergeBase, "It is 8080.", "It is 9090.", "[net, http]", "[dns]")), wholeText)
	it, _ := Parse(out)
	if err != nil || !slices.Equal(open, []string{"summary"}) || !slices.Equal(it.Tags, []string{"net", "http", "dns"}) {
		t.Errorf("%v %v\n%s", open, err, out)
	}
	out, open, err = Merge("", nil, []byte(mergeBase), []byte("no item"), wholeText)
	if it, perr := Parse(out); err != nil || perr != nil || !slices.Equal(open, []string{"file"}) || it.Summary != "It is 8080." || len(it.Unmerged) != 1 || it.Unmerged[0].Theirs != "no item" {
		t.Errorf("theirs is no item: %v %v %v\n%s", open, err, perr, out)
	}
	if _, _, err := Merge("", nil, []byte("no item"), []byte(mergeBase), wholeText); err == nil {
		t.Error("ours is no item, and is merged")
	}
}

// git takes an item that was deleted and a new one that looks like it for a rename, and asks to merge two items into one.
func TestMergeNeverMixesTwoItems(t *testing.T) {
	base, fresh, changed := mergeBase, edit(mergeBase, "id: mem-a", "id: mem-b"), edit(mergeBase, "It is 8080.", "It is 9090.")
	for _, sides := range [][2]string{{fresh, changed}, {changed, fresh}} {
		out, open, err := Merge("", []byte(base), []byte(sides[0]), []byte(sides[1]), wholeText)
		it, _ := Parse(out)
		if err != nil || !slices.Equal(open, []string{"file"}) || it.ID != "mem-b" || it.Summary != "It is 8080." || it.Unmerged[0].Theirs != changed {
			t.Errorf("%v %v\n%s", open, err, out)
		}
	}
	if out, open, err := Merge("mem-a.md", []byte(base), []byte(changed), []byte(fresh), wholeText); err != nil || string(out) != changed || len(open) != 1 {
		t.Errorf("renamed by both, by one to another item: %v %v\n%s", open, err, out)
	}
	third := edit(mergeBase, "id: mem-a", "id: mem-c")
	if out, open, err := Merge("", []byte(base), []byte(fresh), []byte(third), wholeText); err != nil || string(out) != fresh || len(open) != 1 {
		t.Errorf("two new ones: %v %v\n%s", open, err, out)
	}
}

// edit replaces pairs of words, each of which must be there.
func edit(s string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(s, pairs[i]) {
			panic("no " + pairs[i])
		}
		s = strings.Replace(s, pairs[i], pairs[i+1], 1)
	}
	return s
}

// FuzzMerge holds the merge to three properties: it parses; who changed a thing alone is right; what both changed is named.
func FuzzMerge(f *testing.F) {
	full, err := os.ReadFile("testdata/full.md")
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(mergeBase), []byte(edit(mergeBase, "The port", "A")), []byte(edit(mergeBase, "The port", "B")))
	f.Add(full, full, []byte(mergeBase))
	f.Add([]byte{}, full, []byte(edit(string(full), "deferred  ", "open", "until: 2027-01-15", "")))
	f.Fuzz(func(t *testing.T, base, ours, theirs []byte) {
		out, open, err := Merge("", base, ours, theirs, wholeText)
		if err != nil {
			return
		}
		got, err := readSide(out)
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if slices.Equal(open, []string{"file"}) {
			return
		}
		b, _ := readSide(base)
		o, _ := readSide(ours)
		th, _ := readSide(theirs)
		if bytes.Equal(base, ours) && !got.item.Equal(th.item) || bytes.Equal(base, theirs) && !got.item.Equal(o.item) {
			t.Fatalf("a change of one side alone is not taken\n%s", out)
		}
		named := func(key string) bool {
			return slices.ContainsFunc(open, func(k string) bool {
				return k == key || strings.HasPrefix(k, key+".") || k == "state" && key == "until"
			})
		}
		for _, key := range keysOf(o.tree, th.tree) {
			vb, vo, vt, v := b.tree.get(key), o.tree.get(key), th.tree.get(key), got.tree.get(key)
			switch {
			case key == "unmerged" || key == "state" || key == "until" || named(key):
			case vo.same(vb) && !v.same(vt), vt.same(vb) && !v.same(vo):
				t.Fatalf("%s: not what one side made of it\n%s", key, out)
			case isList(vb) && isList(vo) && isList(vt) && key != "evidence":
				for _, e := range slices.Concat(vo.list, vt.list) {
					if !slices.ContainsFunc(vb.list, e.same) && !slices.ContainsFunc(v.list, e.same) {
						t.Fatalf("%s: an entry is lost\n%s", key, out)
					}
				}
			}
		}
	})
}

// Who ends an item has not seen what the other side made of it meanwhile.
func TestTheEndOfAnItemThatTheOtherSideWentOnWithIsAConflict(t *testing.T) {
	ended := edit(mergeBase, "status: active", "status: retired")
	goesOn := map[string]string{
		"new words":     edit(mergeBase, "It is 8080.", "It is 9090."),
		"a new body":    edit(mergeBase, "Body.", "Another body."),
		"a scope":       edit(mergeBase, "x-team:", "valid: {branch: legacy}\nx-team:"),
		"supersedes":    edit(mergeBase, "x-team:", "supersedes: [mem-z]\nx-team:"),
		"was dismissed": edit(mergeBase, "x-team:", "settled:\n  - {with: mem-z, how: dismissed, words: 0123456789abcdef}\nx-team:"),
	}
	for name, other := range goesOn {
		for _, ours := range []bool{true, false} {
			mine, theirs, want := other, ended, Unmerged{"status", "retired"}
			if !ours {
				mine, theirs, want = ended, other, Unmerged{"status", "active"}
			}
			out, open, err := Merge("", []byte(mergeBase), []byte(mine), []byte(theirs), wholeText)
			it, perr := Parse(out)
			if err != nil || perr != nil || !slices.Equal(open, []string{"status"}) || !slices.Equal(it.Unmerged, []Unmerged{want}) {
				t.Errorf("%s, ours %v: %v %v %v\n%s", name, ours, open, err, perr, out)
			}
		}
	}
	for name, other := range map[string]string{
		"a tag":      edit(mergeBase, "[net, http]", "[net, http, tls]"),
		"a source":   edit(mergeBase, "files: [a.go]", "files: [a.go, b.go]"),
		"a deferral": edit(mergeBase, "x-team:", "settled:\n  - {with: mem-z, how: deferred, words: 0123456789abcdef}\nx-team:"),
		"the end":    ended,
	} {
		out, open, err := Merge("", []byte(mergeBase), []byte(other), []byte(ended), wholeText)
		if it, _ := Parse(out); err != nil || len(open) > 0 || it.Status != Retired {
			t.Errorf("%s: %v %v\n%s", name, open, err, out)
		}
	}
	both := edit(ended, "It is 8080.", "It is 9090.")
	if out, open, err := Merge("", []byte(mergeBase), []byte(goesOn["new words"]), []byte(both), wholeText); err != nil || len(open) > 0 {
		t.Errorf("the end of the very words: %v %v\n%s", open, err, out)
	}
}

// Of every key of the format the parts are known: one that is not would be kept twice, and the merged file would be none.
func TestEveryPartOfEveryKeyIsKnownToAMerge(t *testing.T) {
	file, err := os.ReadFile("testdata/full.md")
	if err != nil {
		t.Fatal(err)
	}
	it, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	it.Purged = Purged{Text: "0123456789abcdef0123456789abcdef", Claim: "0123456789abcdef0123456789abcdef"}
	for _, f := range fields() {
		v := f.value(&it)
		for _, part := range slices.Concat([]value{v}, v.list) {
			for _, p := range part.pairs {
				if !slices.Contains(nestedKeys(f.key), p.key) {
					t.Errorf("%s.%s is not known", f.key, p.key)
				}
			}
		}
	}
	ours, theirs := edit(string(file), "[pagination, postgres, 分页]", "[pagination]"), edit(string(file), "Li Wei            #", "Bo                #")
	if out, open, err := Merge("", file, []byte(ours), []byte(theirs), wholeText); err != nil || len(open) > 0 {
		t.Errorf("%v %v\n%s", open, err, out)
	}
}
