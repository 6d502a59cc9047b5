package harvest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

func TestEditsAreWhatAToolWroteTheNewestFirst(t *testing.T) {
	call := func(text string, files ...string) evidence.Record {
		return evidence.Record{Kind: transcript.ToolCall, CWD: "/src", Text: text, Files: files}
	}
	got := Edits([]evidence.Record{
		call("a.ts\n--- old\none\n+++ new\ntwo\nlines\n--- old\nx\n+++ new\ny", "a.ts"),
		call("b.ts\nthe whole text\n", "b.ts"),
		call("*** Begin Patch\n*** Update File: c.ts\n@@\n kept\n-gone\n+added\n+more\n kept\n+last\n*** End Patch", "c.ts"),
		call(`{"file_path":"d.ts"}`, "d.ts"),
		{Kind: transcript.ToolResult, Text: "e.ts\nits text", Files: []string{"e.ts"}},
		call("f.ts\n--- old\ngone\n+++ new\n", "f.ts"),
	})
	want := []Edit{{"c.ts", "/src", "added\nmore"}, {"c.ts", "/src", "last"}, {"b.ts", "/src", "the whole text\n"}, {"a.ts", "/src", "two\nlines"}, {"a.ts", "/src", "y"}}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestNamesAreWordsThatNoProseHas(t *testing.T) {
	got := Names(items.Item{Title: "`listOrders` pages by cursor", Summary: "See db/list.ts, Store.List and retry_limit. 分页在 listUsers 里。", Body: "Never use OFFSET; e.g. https://x.org/a.ts is text."})
	if want := "[listOrders db/list.ts Store.List retry_limit listUsers]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}
