package harvest

import (
	"strings"
	"testing"
)

func TestAChoiceInTheDialogIsADecision(t *testing.T) {
	got := new(scene).user("plan links").dialog("How long should a link live?", "Link expiry", "7 days", "A forgotten link does no harm.", "7 days").
		dialog("What should we do next?", "Next step", "Write the plan", "In docs.", "Write the plan").agent("Good.").harvest()
	if len(got) != 1 || got[0].Item.Title != "How long a link should live: 7 days" {
		t.Fatalf("got %v", titles(got))
	}
	if s := got[0].Item.Summary; s != `Asked "How long should a link live?", the user chose "7 days".` {
		t.Errorf("summary %q", s)
	}
	if b := got[0].Item.Body; b != "## Why\n\nA forgotten link does no harm." {
		t.Errorf("body %q", b)
	}
}

func TestAChoiceIsTitledByWhatWasAskedAndChosen(t *testing.T) {
	for _, c := range []struct{ header, question, choice, title string }{
		{"Trigger", "Where should the 'Share' action live in the file browser?", "Both", "Where the 'Share' action should live in the file browser: Both"},
		{"Migration", "Should existing repos get READMEs or only newly created locations?", "Only new", "Whether existing repos should get READMEs: Only new"},
		{"Storage", "Should the templates be embedded files or string constants?", "String constants", "Templates: String constants"},
		{"Expected", "What should happen when the session has expired?", "Redirect to login", "When the session has expired: Redirect to login"},
		{"Behaviour", "What is the expected behaviour without a token?", "Redirect to login", "Expected behaviour without a token: Redirect to login"},
		{"Auth", "Which library should we use for the sign-in?", "Lucia", "Library for the sign-in: Lucia"},
		{"Timeout", "What should the default timeout be?", "30 s", "Default timeout: 30 s"},
		{"Pages", "Which pages should we cache?", "Product pages", "Pages to cache: Product pages"},
		{"Errors", "How should we report a failed import?", "By mail", "How to report a failed import: By mail"},
		{"Old files", "Should we migrate the old files?", "Only the newest year", "Migrate the old files: Only the newest year"},
		{"Rotation", "When a share is revoked, should the folder key be rotated immediately?", "Lazy rotation", "Folder key when a share is revoked: Lazy rotation"},
		{"Re-sharing", "Can a recipient re-share a folder they received?", "No re-sharing", "Whether a recipient can re-share a folder they received: No re-sharing"},
		{"Accept flow", "Based on the tradeoffs — which approach?", "Hybrid", "Accept flow: Hybrid"},
		{"Session store", "Do you want cookies or tokens?", "Tokens", "Session store: Tokens"},
		{"Design", "Which design direction resonates with your vision?", "Terminal", "Design direction: Terminal"},
		{"缓存", "会话缓存放在哪里？", "Redis", "会话缓存放在哪里：Redis"},
		{"Invalid key", "What should happen if the pasted public key is invalid or doesn't belong to a registered user?", "Verify registered user",
			"If the pasted public key is invalid: Verify registered user"},
	} {
		got := new(scene).user("plan it").dialog(c.question, c.header, c.choice, "Fits best.", c.choice).agent("Good.").harvest()
		if len(got) != 1 || got[0].Item.Title != c.title {
			t.Errorf("%s %s\n got %v\nwant %q", c.question, c.choice, titles(got), c.title)
		}
	}
}

func TestAnAnswerInOwnWordsIsTitledByWhatItComesTo(t *testing.T) {
	got := new(scene).user("plan it").dialog("How should the owner see who has access?", "Access list", "Names", "Friendly.",
		"until there are look-ups we can discuss it, but the list shows keys only").agent("Good.").harvest()
	if len(got) != 1 || got[0].Item.Title != "How the owner should see who has access: the list shows keys only" {
		t.Fatalf("got %v", titles(got))
	}
	if s := got[0].Item.Summary; !strings.HasPrefix(s, `Asked "How should the owner see who has access?", the user answered "`) {
		t.Errorf("summary %q", s)
	}
	got = new(scene).user("plan it").dialog("Which format?", "Export", "Option B: CSV", "Opens anywhere.", "Option B: CSV").agent("Good.").harvest()
	if len(got) != 1 || got[0].Item.Title != "Export: CSV" {
		t.Errorf("got %v", titles(got))
	}
}
