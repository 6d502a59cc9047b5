package items

import "testing"

func TestMarksThatMayBeTheFact(t *testing.T) {
	for _, p := range [][2]string{
		{"Ratio 1:2", "Ratio 1.2"}, {"The limit is 1,000", "The limit is 1.000"}, {"GET /a/{id}", "GET /a/id"}, {"The gate is .env", "The gate is env"},
		{"Path is /a/b", "Path is a.b"}, {"比例是 1：2", "比例是 1.2"}, {"5-10 minutes", "5, 10 minutes"},
	} {
		if SameMarks(p[0], p[1]) {
			t.Errorf("%q and %q have the same marks", p[0], p[1])
		}
	}
	for _, p := range [][2]string{
		{"Lists page by cursor.", "- **Lists**, page: by (cursor)"}, {"Use the `v1.2` image", "use v1.2 image!"}, {"A cursor-based list", "a cursor based list"},
		{"使用 Postgres，不用 MySQL。", "使用Postgres,不用MySQL"}, {"Ｐort 1：2", "port 1:2"}, {"See x.go, then y.go.", "Then y.go; see x.go"},
	} {
		if !SameMarks(p[0], p[1]) {
			t.Errorf("%q and %q have marks %q and %q", p[0], p[1], telling(p[0]), telling(p[1]))
		}
	}
}
