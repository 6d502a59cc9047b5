package items

import (
	"strings"
	"testing"
)

// Which of several files of one id counts is not for who puts a file there to say; a listing and a question for the id agree.
func TestOfOneIDTheFileThatSomebodyVouchesForCounts(t *testing.T) {
	file := func(id, created, says string) string {
		return "---\nid: " + id + "\nschema: 1\ntype: fact\ntitle: " + says + "\nstatus: active\ncreated: " + created + "T00:00:00Z\nupdated: " + created + "T00:00:00Z\n---\n"
	}
	const dated, plain = "mem-20260105-port-aaaaaaaa", "gateway-port"
	for name, c := range map[string]struct {
		id     string
		files  map[string]string // year -> file
		nobody bool
		want   string
	}{
		"at home against planted before":      {dated, map[string]string{"2019": file(dated, "2019-01-01", "planted"), "2026": file(dated, "2026-01-05", "vouched")}, false, "2026"},
		"elsewhere against planted at home":   {dated, map[string]string{"2025": file(dated, "2026-01-05", "vouched"), "2026": file(dated, "2026-01-05", "planted")}, false, "2025"},
		"an id without a date":                {plain, map[string]string{"2019": file(plain, "2019-01-01", "planted"), "2026": file(plain, "2026-01-05", "vouched")}, false, "2026"},
		"an id without a date, planted after": {plain, map[string]string{"2026": file(plain, "2026-01-05", "vouched"), "2027": file(plain, "2027-01-01", "planted")}, false, "2026"},
		"an older version of a vouched file":  {plain, map[string]string{"2019": file(plain, "2026-01-05", "vouched before"), "2026": file(plain, "2026-01-05", "vouched")}, false, "2026"},
		"both vouched for, one at home":       {dated, map[string]string{"2020": file(dated, "2026-01-05", "vouched too"), "2026": file(dated, "2026-01-05", "vouched")}, false, "2026"},
		"neither, one at home":                {dated, map[string]string{"2020": file(dated, "2026-01-05", "planted"), "2026": file(dated, "2026-01-05", "planted too")}, false, "2026"},
		"nobody is asked, one at home":        {dated, map[string]string{"2020": file(dated, "2026-01-05", "vouched"), "2026": file(dated, "2026-01-05", "planted")}, true, "2026"},
		"a planted one that does not parse":   {plain, map[string]string{"2019": "no item", "2026": file(plain, "2026-01-05", "vouched")}, false, "2026"},
	} {
		t.Run(name, func(t *testing.T) {
			on := map[string]string{"items/2026/other.md": file("other", "2026-01-05", "vouched"), "review/" + c.id + Ext: file(c.id, "2026-01-05", "waiting")}
			for year, text := range c.files {
				on["items/"+year+"/"+c.id+Ext] = text
			}
			s := tree(t, on)
			if !c.nobody {
				s.Vouched = func(b []byte) bool { return strings.Contains(string(b), "title: vouched") }
			}
			files, bad, err := s.Files(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			want, listed := "items/"+c.want+"/"+c.id+Ext, ""
			for _, f := range files {
				if string(f.ID) == c.id {
					listed += f.Path
				}
			}
			if listed != want || len(files) != 2 || files[0].Path > files[1].Path {
				t.Errorf("listed %v, want %s", paths(files), want)
			}
			if len(bad) != 1 || bad[0].Reason != "the same id as "+want+"; delete one" {
				t.Errorf("the other is not named: %v", bad)
			}
			if f, err := s.find(t.Context(), ID(c.id)); err != nil || f.Path != want {
				t.Errorf("found %v, %v; listed %s", f, err, want)
			}
			if left, err := s.Leftovers(t.Context()); err != nil || len(left) != 1 {
				t.Errorf("leftovers %v, %v", left, err)
			}
		})
	}
}

// A link in place of a file is no file of the id.
func TestALinkStandsInNoPlaceOfAFile(t *testing.T) {
	const name = "mem-20260105-port-aaaaaaaa"
	s := tree(t, map[string]string{"items/2025/" + name + Ext: "x", "items/2026/" + name + Ext: "->../2025/" + name + Ext})
	s.Vouched = func([]byte) bool { return true }
	f, err := s.find(t.Context(), name)
	if files, bad, _ := s.Files(t.Context()); err != nil || len(files) != 1 || len(bad) != 1 || f.Path != files[0].Path || f.Path != "items/2025/"+name+Ext {
		t.Errorf("%v, %v; listed %v, bad %v", f, err, paths(files), bad)
	}
}
