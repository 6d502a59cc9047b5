package harvest

import "testing"

// No title ends inside a bracket or a quotation: neither one that is cut nor one whose reason is taken off.
func TestATitleEndsOutsideOfBracketsAndQuotations(t *testing.T) {
	for claim, want := range map[string]string{
		"The regex uses $& (which re-inserts the full match – so the secret value lands in the log) in redact.ts":                                    "The regex uses $& (which re-inserts the full match – so the secret value …)",
		"The regex uses $& (which re-inserts the full match, secret value and all, because the callback returns it) for every single rule":           "The regex uses $& (which re-inserts the full match, secret value and …)",
		"Both writers use DefaultAgentType (\"Agent\", which is wrong for Codex, Gemini and OpenCode sessions of every kind) as the name they store": "Both writers use DefaultAgentType (\"Agent\", which is wrong for Codex …)",
		"Answer with \"no such tenant, ask the owner of the cluster for one, then try again\" when the tenant of a request is unknown":               "Answer with \"no such tenant, ask the owner of the cluster for one …\"",
		"Never cut in 'shared with me, or by me' because it is one name":                                                                             "Never cut in 'shared with me, or by me'",
		"The worker retries (at most thrice":              "The worker retries",
		"The users' settings win, because they know best": "The users' settings win",
		"缓存的键要带上租户（因为两个租户的编号会重复），否则会读到别人的数据":              "缓存的键要带上租户（因为两个租户的编号会重复）",
	} {
		if got, _ := headline(claim); got != want {
			t.Errorf("%q\nwant %q\ngot  %q", claim, want, got)
		}
	}
}
