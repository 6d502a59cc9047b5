package items

import "testing"

func TestTheLeadIsTheFirstSentenceOfPlainWords(t *testing.T) {
	for body, want := range map[string]string{
		"We deploy on Tuesdays. It was Fridays before.":   "We deploy on Tuesdays.",
		"# Deploy day\n\nWe deploy\non Tuesdays.\n\nMore": "We deploy on Tuesdays.",
		"Version 2.1 of main.go is used, e.g. in CI":      "Version 2.1 of main.go is used, e.g. in CI",
		"部署在每周二进行。以前是周五。":                                 "部署在每周二进行。",
		"- one\n- two": "", "```\ncode\n```": "", "> said": "", "": "", "  \n": "", "DEPLOY　DAY": "",
	} {
		if got := (Item{Title: "Deploy day", Body: body}).Head().Lead; got != want {
			t.Errorf("%q: %q, want %q", body, got, want)
		}
	}
	if got := (Item{Title: "x", Summary: "A summary.", Body: "A body."}).Head().Lead; got != "" {
		t.Errorf("beside a summary: %q", got)
	}
}
