package contextpack

import (
	"reflect"
	"strings"
	"testing"

	"github.com/factline/memory/recall"
)

func TestABodyIsCutIntoSentencesUnderTheirHeadings(t *testing.T) {
	body := "First one. Second\ngoes on, e.g. here.\n\n## Releases ##\n- On Tuesday\n- on\n  Thursday. Never on Friday!\n\n```\n# no heading\n```\n| a | b |\n|---|---|\n# 退款\n七天内完成。超过由财务审批。\n\nMuskoxen\n-----\nThey graze.\n- in herds\n---\n"
	want := []recall.Passage{
		{Text: "First one."}, {Text: "Second goes on, e.g. here."},
		{Heading: "Releases", Text: "On Tuesday"}, {Heading: "Releases", Text: "on Thursday."}, {Heading: "Releases", Text: "Never on Friday!"},
		{Heading: "Releases", Text: "# no heading"}, {Heading: "Releases", Text: "| a | b |"},
		{Heading: "退款", Text: "七天内完成。"}, {Heading: "退款", Text: "超过由财务审批。"},
		{Heading: "Muskoxen", Text: "They graze."}, {Heading: "Muskoxen", Text: "in herds"},
	}
	if got := passages(body); !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
}

func FuzzPassages(f *testing.F) {
	f.Add("# a\n\nOne. Two.\n```\nx\n```")
	f.Add("- \n>\n1) ~~~\n|\xff|。")
	f.Fuzz(func(t *testing.T, body string) {
		known := oneLine(body)
		for _, p := range passages(body) {
			for _, word := range strings.Fields(p.Heading + " " + p.Text) {
				if !strings.Contains(known, word) {
					t.Errorf("%q is no word of the body", word)
				}
			}
		}
	})
}
