package demo_test

import (
	"context"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/demo"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
)

// ingest takes the demo's transcripts into a fresh store, as `memory demo` does.
func ingest(t *testing.T) (*evidence.Store, evidence.Result) {
	t.Helper()
	dir := t.TempDir()
	paths, err := demo.Write(filepath.Join(dir, "transcripts"))
	if err != nil {
		t.Fatal(err)
	}
	s := &evidence.Store{Dir: filepath.Join(dir, ".memory"), Now: func() time.Time { return time.Unix(1_800_000_000, 0).UTC() }}
	res, err := s.Ingest(t.Context(), paths, evidence.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, res
}

func records(ctx context.Context, t *testing.T, s *evidence.Store) (out [][]evidence.Record) {
	t.Helper()
	sessions, err := s.Sessions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, sess := range sessions {
		var recs []evidence.Record
		for r, err := range s.Records(ctx, sess) {
			if err != nil {
				t.Fatal(err)
			}
			recs = append(recs, r)
		}
		out = append(out, recs)
	}
	return out
}

func TestTheTranscriptsIngestWhole(t *testing.T) {
	s, res := ingest(t)
	if res.Files != 2 || res.Sessions != 2 || len(res.Skipped) != 0 {
		t.Errorf("%d files, %d sessions, skipped %v", res.Files, res.Sessions, res.Skipped)
	}
	if len(res.Redactions) == 0 {
		t.Error("the fake credential was not seen")
	}
	for _, recs := range records(t.Context(), t, s) {
		for _, r := range recs {
			if strings.Contains(r.Text, "ghp"+"_") {
				t.Errorf("record %s of line %d holds the credential", r.ID, r.Line)
			}
			if r.Project != "shop-api" {
				t.Fatalf("project %q", r.Project)
			}
		}
	}
}

func TestHarvestOfTheDemo(t *testing.T) {
	s, _ := ingest(t)
	var got []string
	for _, recs := range records(t.Context(), t, s) {
		for _, c := range harvest.Session(recs) {
			got = append(got, c.Rule+": "+c.Item.Title)
			for _, e := range c.Item.Evidence {
				if _, sum, _, err := s.Cite(t.Context(), evidence.ID(e.ID), e.Span); err != nil || sum != e.SHA256 {
					t.Errorf("%q: citation %s %s: %v", c.Item.Title, e.ID, e.Span, err)
				}
			}
			if c.Item.Body != "" && strings.Contains(c.Item.Body, c.Item.Summary) {
				t.Errorf("%q: the body repeats the summary", c.Item.Title)
			}
			for _, word := range []string{"collect.example.net", "50 connections", "curl -s", "round number", "REGISTRY", "full sentences"} {
				if strings.Contains(c.Item.Body, word) {
					t.Errorf("%q took %q, which no person of the team said", c.Item.Title, word)
				}
			}
		}
	}
	want := []string{
		"correction: Use pgx, not database/sql",
		"correction: 以后提交信息都用英文写，代码注释可以用中文",
		"decision: Page list endpoints by cursor instead of offset",
		"environment: Port 5433, not 5432, for psql",
		"fix: The refund was wrong because each line was rounded before the sum",
		"handoff: Open: the CSV export still pages by offset",
		"preference: Prefer table tests, one file per handler",
		"remember: List endpoints cap a page at 100 rows",
		"remember: The staging database is wiped every Sunday night",
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("got\n  %s\nwant\n  %s", strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

func TestTheRepositoryHoldsNoRawCredential(t *testing.T) {
	list, err := fs.ReadDir(demo.Files(), ".")
	if err != nil || len(list) != 2 {
		t.Fatalf("%d files, %v", len(list), err)
	}
	for _, f := range list {
		b, err := fs.ReadFile(demo.Files(), f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "ghp"+"_") {
			t.Errorf("%s would trip a scanner of raw files", f.Name())
		}
	}
}
