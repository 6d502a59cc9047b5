package transcript

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/internal/golden"
)

// goldenEvent writes an event with the fields that are set.
func goldenEvent(e Event) string {
	shown := struct {
		Kind      Kind     `json:"kind"`
		Role      Role     `json:"role"`
		Channel   Channel  `json:"channel"`
		Text      string   `json:"text,omitempty"`
		Tool      string   `json:"tool,omitempty"`
		CallID    string   `json:"call,omitempty"`
		Files     []string `json:"files,omitempty"`
		IsError   bool     `json:"error,omitempty"`
		Sidechain bool     `json:"sidechain,omitempty"`
		Meta      bool     `json:"meta,omitempty"`
		Resources []Blob   `json:"resources,omitempty"`
		Agent     string   `json:"agent"`
		Version   string   `json:"version,omitempty"`
		Session   string   `json:"session,omitempty"`
		CWD       string   `json:"cwd,omitempty"`
		Branch    string   `json:"branch,omitempty"`
		Remote    string   `json:"remote,omitempty"`
		Model     string   `json:"model,omitempty"`
		MessageID string   `json:"message,omitempty"`
		Time      string   `json:"time,omitempty"`
		At        string   `json:"at"`
	}{e.Kind, e.Role, e.Channel, e.Text, e.Tool, e.CallID, e.Files, e.IsError, e.Sidechain, e.Meta, e.Resources, e.Agent, e.Version,
		e.Session, e.CWD, e.Branch, e.Remote, e.Model, e.MessageID, "", fmt.Sprintf("%d:%d-%d", e.Line, e.Start, e.End)}
	if !e.Time.IsZero() {
		shown.Time = e.Time.Format("2006-01-02T15:04:05.999Z07:00")
	}
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(shown); err != nil {
		return err.Error()
	}
	return b.String()
}

func goldenText(p parsed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "format %s, resumable %v\n", p.pos.Format, p.resumable)
	for _, e := range p.events {
		b.WriteString(goldenEvent(e))
	}
	for _, s := range p.skips {
		fmt.Fprintf(&b, "skip %d: %s\n", s.Line, s.Reason)
	}
	for _, s := range p.ignored {
		fmt.Fprintf(&b, "ignored %d: %s\n", s.Line, s.Reason)
	}
	return b.String()
}

func fixtures(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("testdata", "fixtures", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no fixtures found (%v)", err)
	}
	return files
}

func TestFixturesGiveTheirGoldenEvents(t *testing.T) {
	var used []string
	for _, path := range fixtures(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			p := parseBytes(t, path, data)
			if p.err != nil {
				t.Fatal(p.err)
			}
			checkSpans(t, path, data, p)
			used = append(used, p.pos.Format)
			golden.Check(t, filepath.Join("testdata", "golden", filepath.Base(path)+".txt"), goldenText(p))
		})
	}
	for _, f := range Formats() {
		if !slices.Contains(used, f) {
			t.Errorf("no fixture is read by the parser %s", f)
		}
	}
}

func TestResumedFixturesEqualWholeOnes(t *testing.T) {
	step := 53 // meets every place within a line sooner or later
	if os.Getenv("MEMORY_TEST_LONG") != "" {
		step = 13
	}
	for _, path := range fixtures(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		whole := parseBytes(t, path, data)
		if !whole.resumable {
			continue
		}
		for cut := 0; cut < len(data); cut += step {
			two := parseInTwo(t, path, data, cut)
			if two.err != nil || two.pos.Format != whole.pos.Format {
				continue // so little of the file does not tell its format yet
			}
			if diff := firstDifference(whole, two); diff != "" {
				t.Fatalf("%s cut at %d: %s", path, cut, diff)
			}
		}
	}
}

func TestSharedFilesThatAreNoTranscripts(t *testing.T) {
	var unknown []string
	for _, path := range dataFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if p := parseBytes(t, path, data); p.err != nil {
			unknown = append(unknown, relative(t, path))
		}
	}
	slices.Sort(unknown)
	golden.Check(t, filepath.Join("testdata", "unknown.txt"), strings.Join(unknown, "\n")+"\n")
}
