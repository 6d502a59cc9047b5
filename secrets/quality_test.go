package secrets

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// labelled is one text with what others say about it.
type labelled struct {
	Set    string `json:"-"`
	Rule   string `json:"rule"`
	Label  string `json:"label"` // tp: holds a credential, fp: holds none
	Text   string `json:"text"`
	Expect string `json:"expect"` // reject, accept: the words of format-cases
	File   string `json:"file"`
	Path   string `json:"path"`
	Value  string `json:"value"`
	Line   string `json:"line"`
	Start  int    `json:"start"`
}

// dev tells the split of a text, as in the README of the data.
func dev(id string) bool { return sha256.Sum256([]byte(id))[0] < 77 }

func dataDir(t testing.TB) string {
	dir := os.Getenv("MEMORY_GATE_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "data")
	}
	if _, err := os.Stat(filepath.Join(dir, "secrets")); err != nil {
		t.Skip("no public data: set MEMORY_GATE_DATA")
	}
	return dir
}

func lines(t testing.TB, path string) []labelled {
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	sc := bufio.NewScanner(r)
	sc.Buffer(nil, 64<<20)
	var out []labelled
	for sc.Scan() {
		var l labelled
		if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		l.Set = strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), ".gz"), ".jsonl")
		switch l.Expect {
		case "reject":
			l.Label = "tp"
		case "accept":
			l.Label = "fp"
		}
		out = append(out, l)
	}
	return out
}

// score counts texts: tp found, fn missed, fp wrongly found.
type score struct{ tp, fn, fp, tn int }

func (s score) String() string {
	return fmt.Sprintf("recall %.3f (%d/%d) precision %.3f (false %d of %d)", ratio(s.tp, s.tp+s.fn), s.tp, s.tp+s.fn, ratio(s.tp, s.tp+s.fp), s.fp, s.fp+s.tn)
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 1
	}
	return float64(a) / float64(b)
}

// TestQualityOnPublicCorpora measures recall and precision on the labelled strings of other scanners and on texts without any
// secret, where every single finding counts as one error. SECRETS_SHOW names a set whose errors of the dev split are printed.
func TestQualityOnPublicCorpora(t *testing.T) {
	dir := filepath.Join(dataDir(t), "secrets")
	show := os.Getenv("SECRETS_SHOW")
	var total [2]score
	bySet := map[string]*[2]score{}
	count := func(l labelled, id string, found, wrong int) {
		split := 1
		if dev(id) {
			split = 0
		}
		if bySet[l.Set] == nil {
			bySet[l.Set] = &[2]score{}
		}
		for _, s := range []*score{&total[split], &bySet[l.Set][split]} {
			s.fp += wrong
			switch {
			case l.Label == "tp" && found > 0:
				s.tp++
			case l.Label == "tp":
				s.fn++
			case wrong == 0:
				s.tn++
			}
		}
		if split == 0 && show == l.Set && (l.Label == "tp") != (found > 0) {
			t.Logf("%s %s found=%d %.300q", l.Label, l.Rule, found, l.Text)
		}
	}
	for _, name := range []string{"gitleaks-tps-fps.jsonl.gz", "kingfisher-examples.jsonl.gz", "noseyparker-examples.jsonl.gz", "format-cases.jsonl"} {
		for _, l := range lines(t, filepath.Join(dir, name)) {
			found := len(Scan(l.Text))
			wrong := 0
			if l.Label == "fp" && found > 0 {
				wrong = 1
			}
			count(l, l.Text, found, wrong)
		}
	}
	for _, l := range lines(t, filepath.Join(dir, "false-positives.jsonl.gz")) {
		l.Label = "fp"
		found := Scan(l.Text)
		count(l, l.File, 0, len(found))
		if dev(l.File) && show == l.Set {
			for _, f := range found {
				t.Logf("%s %s %q", l.File, f.Rule, l.Text[max(0, f.Start-40):min(len(l.Text), f.End+10)])
			}
		}
	}
	samples := map[string]string{}
	for _, l := range lines(t, filepath.Join(dir, "credsweeper", "samples.jsonl.gz")) {
		samples[l.File] = l.Text
	}
	for _, l := range lines(t, filepath.Join(dir, "credsweeper", "labels.jsonl.gz")) {
		if l.Start < 0 || l.Rule == "UUID" || l.Rule == "AWS S3 Bucket" || l.Rule == "Firebase Domain" || len(l.Value) < 4 {
			continue // no secrets, or a place that is not known
		}
		l.Label, l.Text = "tp", l.Line
		text := samples[l.Path]
		at := strings.Index(text, l.Line)
		if at < 0 {
			continue
		}
		at += l.Start
		found := 0
		for _, f := range Scan(text) {
			if f.Start < at+len(l.Value) && f.End > at {
				found = 1
			}
		}
		l.Set = "credsweeper"
		count(l, l.Line+l.Value, found, 0)
	}
	var sets []string
	for name := range bySet {
		sets = append(sets, name)
	}
	slices.Sort(sets)
	for _, name := range sets {
		t.Logf("%-24s dev  %v", name, bySet[name][0])
		t.Logf("%-24s test %v", name, bySet[name][1])
	}
	t.Logf("%-24s dev  %v", "all", total[0])
	t.Logf("%-24s test %v", "all", total[1])
	if s := total[1]; ratio(s.tp, s.tp+s.fn) < 0.9 || ratio(s.tp, s.tp+s.fp) < 0.9 {
		t.Errorf("below the marks of 0.9 and 0.9: %v", s)
	}
}
