package harvest

import (
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// Edit is text that a session wrote into a file.
type Edit struct {
	File string // as the tool was given it
	Dir  string // where the session worked
	Text string
}

// mostEdits bounds how many pieces of a session are looked at, the last ones first: what stood earlier was often written over.
const mostEdits = 200

// Edits lists what a session wrote into files, the newest first. Reading and answers of tools are no edits; whether a text still stands in
// its file is for whoever has the working tree.
func Edits(records []evidence.Record) (edits []Edit) {
	for _, r := range slices.Backward(records) {
		if r.Kind != transcript.ToolCall || r.FullBytes > 0 || len(r.Files) == 0 {
			continue
		}
		for _, e := range editsOf(r) {
			if strings.TrimSpace(e.Text) != "" {
				edits = append(edits, e)
			}
		}
		if len(edits) >= mostEdits {
			return edits[:mostEdits]
		}
	}
	return edits
}

// editsOf reads a tool's input as evidence has it: a path with old and new text, a path with a whole text, or a patch.
func editsOf(r evidence.Record) (edits []Edit) {
	head, rest, _ := strings.Cut(r.Text, "\n")
	switch {
	case strings.Contains(r.Text, "*** Begin Patch"):
		return patched(r)
	case !slices.Contains(r.Files, head):
		return nil
	case !strings.Contains(r.Text, "\n--- old\n"):
		return []Edit{{head, r.CWD, rest}}
	}
	for _, piece := range strings.Split("\n"+rest, "\n--- old\n")[1:] {
		if _, now, ok := strings.Cut("\n"+piece, "\n+++ new\n"); ok {
			edits = append(edits, Edit{head, r.CWD, now})
		}
	}
	return edits
}

// patched reads the runs of added lines of a patch.
func patched(r evidence.Record) (edits []Edit) {
	file, run := "", []string{}
	end := func() {
		if file != "" && len(run) > 0 {
			edits = append(edits, Edit{file, r.CWD, strings.Join(run, "\n")})
		}
		run = nil
	}
	for line := range strings.Lines(r.Text) {
		line = strings.TrimRight(line, "\r\n")
		if added, ok := strings.CutPrefix(line, "+"); ok {
			run = append(run, added)
			continue
		}
		end()
		for _, head := range []string{"*** Update File: ", "*** Add File: ", "*** Move to: ", "*** Delete File: "} {
			if name, ok := strings.CutPrefix(line, head); ok {
				file = strings.TrimSpace(name)
			}
		}
	}
	end()
	return edits
}

// Names are the words of an item's texts that may name a file or a declaration: those that no prose has. A path is one word.
func Names(it items.Item) (names []string) {
	for _, text := range []string{it.Title, it.Summary, it.Body} {
		for _, w := range strings.FieldsFunc(text, func(r rune) bool {
			return strings.ContainsRune(" \t\n\r\"'`“”‘’,;:!?()[]{}<>，。；：！？（）「」《》、", r) || r >= 0x2e80
		}) {
			w = strings.Trim(w, ".*")
			if codeLike(w) && !slices.Contains(names, w) {
				names = append(names, w)
			}
		}
	}
	return names
}

// codeLike reports a word such as listOrders, list_orders, Store.List or db/list.ts.
func codeLike(w string) bool {
	if len(w) < 4 || strings.HasPrefix(w, "//") {
		return false
	}
	if strings.ContainsAny(w, "_./") {
		return strings.ContainsFunc(w, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' })
	}
	hump := false
	for i := 1; i < len(w); i++ {
		hump = hump || w[i] >= 'A' && w[i] <= 'Z' && w[i-1] >= 'a' && w[i-1] <= 'z'
	}
	return hump
}
