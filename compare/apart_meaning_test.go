package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

// Only a sign, a word that joins or singles out, a bound, a half of the day or a letter of a name sets each pair apart.
var nearlyOne = [][2]string{
	{"Discount is 10%", "Discount is 10"}, {"折扣是 10%", "折扣是 10"}, {"Max is 10% of memory", "Max is 10 of memory"}, {"Price is €5", "Price is $5"}, {"Price is 5€", "Price is 5$"}, {"Offset is +5 hours", "Offset is 5 hours"},
	{"a<b holds", "a>b holds"}, {"a && b is used", "a || b is used"}, {"Version ^1.2 is allowed", "Version ~1.2 is allowed"}, {"The glob is *.ts", "The glob is **.ts"}, {"The path is ../a", "The path is ./a"},
	{"Regex is [a-z]+", "Regex is [a-z]*"}, {"The variable is MAX_SIZE", "The variable is max_size"}, {"Size is 10", "Size is ~10"}, {"Size is 10²", "Size is 102"}, {"Use @scope/pkg", "Use scope/pkg"},
	{"Channel is #ops", "Channel is @ops"}, {"Flag is -v", "Flag is --v"}, {"Size is 10", "Size is about 10"}, {"Pass &x", "Pass *x"}, {"The ref is HEAD~1", "The ref is HEAD^1"}, {"Use !enabled", "Use enabled"},
	{"Use A and B", "Use A or B"}, {"使用 A 和 B", "使用 A 或 B"}, {"Only admins can delete", "Admins can only delete"}, {"只有管理员可以删除", "管理员只能删除"}, {"Only admins can delete", "Admins can delete"},
	{"Meeting at 3am", "Meeting at 3pm"}, {"上午三点备份", "下午三点备份"}, {"Tokens live 30 seconds", "Tokens live 30"},
	{"Port for http is 21", "Port for https is 21"}, {"Limit is 20 for new", "Limit is 20 for news"}, {"Use pip", "Use pipe"},
	{"Copy from the cache", "Copy to the cache"}, {"Not all jobs retry", "All jobs do not retry"}, {"You need not restart", "You must not restart"},
	{"At least 3 reviewers are needed", "At most 3 reviewers are needed"}, {"至少三人评审", "至多三人评审"}, {"Invoices over 500 EUR need approval", "Invoices under 500 EUR need approval"},
}

func TestWhatASignTellsApartIsNeverTheSame(t *testing.T) {
	m := meaning(t)
	for _, p := range nearlyOne {
		for _, p := range [][2]string{{p[0], p[1]}, {p[1], p[0]}} {
			older, newer := compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}
			r := m.Facts(t.Context(), older, newer)
			if r.Relation == compare.Same || r.Relation == compare.Update && r.Sure {
				t.Errorf("%q, then %q: %+v", p[0], p[1], r)
			}
			if g := m.Guess(t.Context(), newer)(older); g.Relation == compare.Same && g.Firm {
				t.Errorf("%q, then %q: guessed %+v", p[0], p[1], g)
			}
			older.Claim, newer.Claim = "The team agreed on it.", "The team agreed on it."
			if r := m.Facts(t.Context(), older, newer); r.Relation == compare.Same || r.Relation == compare.Update && r.Sure {
				t.Errorf("%q, then %q above one reason: %+v", p[0], p[1], r)
			}
		}
	}
}

func TestANameIsNoPluralOfAnother(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"Port is 8080 for http", "Port is 8443 for https"}, {"Port for ftp is 21", "Port for ftps is 990"}, {"Proxy of http is squid 5", "Proxy of https is squid 6"}, {"Limit is 20 for new", "Limit is 30 for news"},
	} {
		if r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation != compare.Unrelated && r.Relation != compare.Similar {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}

// What is written otherwise and says the same stays the same.
func TestSignsInWordsAreTheSame(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"Discount is 10%", "Discount is 10 percent"}, {"The deploy days are fixed", "The deploy day is fixed"}, {"Webhooks must be signed", "A webhook must be signed"}, {"Use `pnpm` for installs", "Use pnpm for installs"},
		{"**Backups** run nightly", "Backups run nightly"}, {"Use PostgreSQL", "use postgresql"}, {"The API pages by cursor", "API pages by cursor"}, {"The meeting is at 3pm", "The meeting is at 3 PM"},
	} {
		if r := m.Facts(t.Context(), compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); r.Relation != compare.Same {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
	}
}

// A bound that moved, or a version in a name, is named as what it is, and nothing is replaced for it.
func TestBoundsAndVersionsInNames(t *testing.T) {
	m := meaning(t)
	for _, tt := range []struct {
		older, newer string
		want         compare.Relation
	}{
		{"At least 3 reviewers are needed", "At most 3 reviewers are needed", compare.Contradiction}, {"至少三人评审", "至多三人评审", compare.Contradiction},
		{"Invoices over 500 EUR need approval", "Invoices over 900 EUR need approval", compare.Update},
		{"Use IPv4", "Use IPv6", compare.Contradiction}, {"Use SHA-1", "Use SHA-256", compare.Contradiction}, {"Use python3", "Use python2", compare.Contradiction},
		{"At least 3 replicas run", "At most 5 replicas run", compare.Unrelated},
	} {
		r := m.Facts(t.Context(), compare.Fact{Title: tt.older}, compare.Fact{Title: tt.newer})
		if r.Relation != tt.want || r.Sure {
			t.Errorf("%q, then %q: %+v, want %s", tt.older, tt.newer, r, tt.want)
		}
	}
}
