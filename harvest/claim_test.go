package harvest

import (
	"testing"

	"github.com/factline/memory/items"
)

func TestSimilarClaims(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Use pnpm, not npm", "We use pnpm instead of npm", true},
		{"Use pnpm, not npm", "Use pnpm instead of npm please, always, in scripts and docs too", true},
		{"Never commit to main directly", "Don't commit directly to main", true},
		{"Page list endpoints by cursor instead of offset", "List endpoints page by cursor, not offset", true},
		{"The staging database is wiped every Sunday night", "Staging database is wiped on Sunday night", true},
		{"测试环境的 Redis 端口是 6380", "测试环境 Redis 端口是 6380", true},
		{"提交信息一律用英文", "以后提交信息都用英文", true},

		{"Use pnpm, not npm", "Use npm, not pnpm", false},
		{"Use pnpm, not npm", "Use yarn, not npm", false},
		{"Always commit to main directly", "Never commit to main directly", false},
		{"Port 5433, not 5432, for psql", "Port 5432, not 5433, for psql", false},
		{"Retry three times with 5s timeout", "Retry three times with 50s timeout", false},
		{"Deploy to staging every Friday after standup", "Deploy to production every Friday after standup", false},
		{"Requires Node 20.11", "Requires Node 22.4", false},
		{"Store amounts as integer cents", "Store timestamps as UTC", false},
		{"The cache works with TLS", "The cache does not work with TLS", false},
		{"With port 5433 it works, with 5432 it does not", "With port 5432 it works, with 5433 it does not", false},
		{"部署到测试环境", "部署到生产环境", false},
		{"不要用 malloc", "用 malloc", false},
		{"", "", false},
	} {
		a, b := items.Item{Title: c.a}, items.Item{Title: c.b}
		if got := Similar(a, b); got != c.want {
			t.Errorf("Similar(%q, %q) = %v; claims %q %q", c.a, c.b, got, claimSet(c.a), claimSet(c.b))
		}
		if Similar(a, b) != Similar(b, a) {
			t.Errorf("Similar(%q, %q) depends on the order", c.a, c.b)
		}
		if !c.want && c.a != "" && ClaimKey(a) == ClaimKey(b) {
			t.Errorf("%q and %q share a claim key", c.a, c.b)
		}
	}
}

func TestClaimsOfOtherProjectsOrKindsAreNotSimilar(t *testing.T) {
	a := items.Item{Title: "Use pnpm, not npm", Project: "shop", Type: items.Policy}
	for _, b := range []items.Item{
		{Title: a.Title, Project: "blog", Type: items.Policy},
		{Title: a.Title, Project: "shop", Type: items.Handoff},
	} {
		if Similar(a, b) {
			t.Errorf("similar to %+v", b)
		}
	}
	if !Similar(a, items.Item{Title: a.Title, Project: "shop", Type: items.Decision}) {
		t.Error("the same words as a decision are the same claim")
	}
}
