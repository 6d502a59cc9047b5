package contextpack

import (
	"strings"
	"testing"

	"github.com/factline/memory/firewall"
	"github.com/factline/memory/items"
)

// What a fact says once costs its tokens once, wherever it is shown.
func TestSummaryThatSaysTheTitleAgainIsLeftOut(t *testing.T) {
	for _, c := range []struct{ title, summary, read, standing string }{
		{"Themes never explode", "Themes never explode.", "", "Themes never explode."},
		{"Use pnpm", "use pnpm", "", "use pnpm"},
		{"接口返回 snake_case", "接口返回 snake_case。", "", "接口返回 snake_case。"},
		{"Use pnpm", "Use pnpm, not npm.", "Use pnpm, not npm.", "Use pnpm, not npm."},
		{"Cursor pagination", "Lists page by cursor.", "Lists page by cursor.", "Cursor pagination: Lists page by cursor."},
		{"Cursor pagination", "", "", "Cursor pagination"},
		{"Use pnp", "Use pnpm everywhere.", "Use pnpm everywhere.", "Use pnp: Use pnpm everywhere."},
	} {
		it := rule(1, c.title)
		it.Summary = c.summary
		for _, view := range []View{Overview, Detail} {
			_, rest, _ := strings.Cut(Render(it, view), "\n")
			if rest != c.read {
				t.Errorf("%q, %q as %s: %q", c.title, c.summary, view, rest)
			}
		}
		p, err := Standing(t.Context(), Request{Request: firewall.Request{Now: now}, Budget: 300}, []Section{{Heading: "Policies", IDs: []items.ID{it.ID}}}, shelf{it.ID: it}, nil)
		if err != nil || !strings.HasSuffix(p.Text, "- "+c.standing+" (00000001)") {
			t.Errorf("%q, %q stands as\n%s\n%v", c.title, c.summary, p.Text, err)
		}
	}
}
