package gates

import (
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/items"
)

// The harvest suite: what the rules propose, held against what a careful engineer would keep of the same sessions. The labels
// of public sessions hold only the name and hash of the source, line spans and words that must appear; the sessions themselves
// stay in the data directory. Sessions written for this project lie beside the labels.

//go:embed testdata/harvest
var harvestData embed.FS

const harvestRoot = "testdata/harvest"

// devBelow splits the sessions: first byte of sha256(source) below it is dev, on which rules may be tuned; all else is test.
const devBelow = 77

// sessionLabels is one labels file.
type sessionLabels struct {
	Source  string  `json:"source"` // sessions/... beside the labels, else below the data directory
	SHA256  string  `json:"sha256"` // of the source, so that labels never meet another text
	Licence string  `json:"licence"`
	Note    string  `json:"note"`
	Facts   []label `json:"facts"`
}

// label is one fact worth keeping.
type label struct {
	Types    []items.Type `json:"types"`    // any of these
	Keywords []string     `json:"keywords"` // each must appear in title, summary or body; "a|b" means either
	Lines    [2]int       `json:"lines"`    // of the source, inclusive: a citation must touch them
	What     string       `json:"what"`
	Optional bool         `json:"optional,omitempty"` // fine to keep, fine to leave: counts on neither side
}

// HarvestScore counts one group of sessions or one rule.
type HarvestScore struct {
	Sessions  int     `json:"sessions,omitempty"`
	Proposed  int     `json:"proposed"`           // candidates, without those that meet an optional label
	Correct   int     `json:"correct"`            // candidates that meet a label
	Labels    int     `json:"labels,omitempty"`   // facts worth keeping
	Found     int     `json:"found,omitempty"`    // labels that were met
	Optional  int     `json:"optional,omitempty"` // candidates that meet an optional label
	Precision float64 `json:"precision"`          // Correct / Proposed; 1 when nothing was proposed
	Recall    float64 `json:"recall,omitempty"`   // Found / Labels; 1 when nothing was to be found
	Silent    int     `json:"silent,omitempty"`   // sessions with nothing to keep in which nothing was proposed
	Nothing   int     `json:"nothing,omitempty"`  // sessions with nothing to keep
}

// HarvestMiss is one candidate without a label, or one label without a candidate.
type HarvestMiss struct {
	Session string `json:"session"`
	Rule    string `json:"rule,omitempty"`
	Title   string `json:"title"`
	Lines   []int  `json:"lines,omitempty"`
}

// HarvestReport is the measure of the harvest rules.
type HarvestReport struct {
	Groups  map[string]HarvestScore `json:"groups"` // dev, test, and each as dev/written, dev/public, ...
	Rules   map[string]HarvestScore `json:"rules"`  // by rule, over all sessions; precision only
	Wrong   []HarvestMiss           `json:"wrong"`
	Missed  []HarvestMiss           `json:"missed"`
	Skipped []string                `json:"skipped,omitempty"` // sessions whose source is not here, with the reason
}

// Harvest ingests every labelled session into a throw-away store, runs the rules, and compares. dataDir is where the public
// transcripts lie; where it is empty or lacks a source, that session is skipped and named in the report.
func Harvest(ctx context.Context, dataDir string) (rep HarvestReport, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("harvest suite: %w", err)
		}
	}()
	rep = HarvestReport{Groups: map[string]HarvestScore{}, Rules: map[string]HarvestScore{}}
	all, err := loadLabels()
	if err != nil {
		return rep, err
	}
	tmp, err := os.MkdirTemp("", "memory-gate-harvest-")
	if err != nil {
		return rep, err
	}
	defer os.RemoveAll(tmp)
	for i, l := range all {
		p, why, err := l.open(dataDir, filepath.Join(tmp, fmt.Sprint("src", i)))
		if err != nil {
			return rep, err
		}
		if why != "" {
			rep.Skipped = append(rep.Skipped, l.Source+": "+why)
			continue
		}
		cands, lines, err := harvestFile(ctx, filepath.Join(tmp, fmt.Sprint("store", i)), p)
		if err != nil {
			return rep, fmt.Errorf("%s: %w", l.Source, err)
		}
		rep.add(l, cands, lines)
	}
	return rep, nil
}

func loadLabels() ([]sessionLabels, error) {
	dir := path.Join(harvestRoot, "labels")
	entries, err := fs.ReadDir(harvestData, dir)
	if err != nil {
		return nil, err
	}
	var out []sessionLabels
	for _, e := range entries {
		b, err := fs.ReadFile(harvestData, path.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		var l sessionLabels
		if err := json.Unmarshal(b, &l); err != nil {
			return nil, fmt.Errorf("%s: %w", e.Name(), err)
		}
		out = append(out, l)
	}
	return out, nil
}

// open returns a path to the source, or why the session must be skipped. Written sessions are copied out to dir.
func (l sessionLabels) open(dataDir, dir string) (p, skip string, err error) {
	var b []byte
	if l.written() {
		if b, err = fs.ReadFile(harvestData, path.Join(harvestRoot, l.Source)); err != nil {
			return "", "", err
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", "", err
		}
		p = filepath.Join(dir, path.Base(l.Source))
		if err := os.WriteFile(p, b, 0o600); err != nil {
			return "", "", err
		}
	} else {
		if dataDir == "" {
			return "", "no data directory", nil
		}
		p = filepath.Join(dataDir, filepath.FromSlash(l.Source))
		b, err = os.ReadFile(p)
		if errors.Is(err, fs.ErrNotExist) {
			return "", "not in the data directory", nil
		}
		if err != nil {
			return "", "", err
		}
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != l.SHA256 {
		return "", "not the text that was labelled", nil
	}
	return p, "", nil
}

func (l sessionLabels) written() bool { return strings.HasPrefix(l.Source, "sessions/") }

func (l sessionLabels) groups() []string {
	split, origin := "test", "public"
	if sum := sha256.Sum256([]byte(l.Source)); sum[0] < devBelow {
		split = "dev"
	}
	if l.written() {
		origin = "written"
	}
	return []string{split, split + "/" + origin}
}

// harvestFile takes one transcript through evidence and the rules. lines gives the source line of each record.
func harvestFile(ctx context.Context, dir, file string) (out []harvest.Candidate, lines map[string]int, err error) {
	store := &evidence.Store{Dir: dir, Now: func() time.Time { return time.Unix(1_800_000_000, 0).UTC() }}
	if _, err := store.Ingest(ctx, []string{file}, evidence.Options{Project: "gate"}); err != nil {
		return nil, nil, err
	}
	sessions, err := store.Sessions(ctx)
	if err != nil {
		return nil, nil, err
	}
	lines = map[string]int{}
	for _, s := range sessions {
		var recs []evidence.Record
		for r, err := range store.Records(ctx, s) {
			if err != nil {
				return nil, nil, err
			}
			recs = append(recs, r)
			lines[string(r.ID)] = r.Line
		}
		out = append(out, harvest.Session(recs)...)
	}
	return out, lines, nil
}

// meets reports whether a candidate states the labelled fact: it cites an overlapping line and holds the words.
func (f label) meets(c harvest.Candidate, lines map[string]int) bool {
	if !slices.Contains(f.Types, c.Item.Type) {
		return false
	}
	touches := slices.ContainsFunc(c.Item.Evidence, func(e items.Citation) bool {
		n := lines[e.ID]
		return n >= f.Lines[0] && n <= f.Lines[1]
	})
	text := strings.ToLower(c.Item.Title + "\n" + c.Item.Summary + "\n" + c.Item.Body)
	return touches && !slices.ContainsFunc(f.Keywords, func(k string) bool {
		return !slices.ContainsFunc(strings.Split(strings.ToLower(k), "|"), func(a string) bool { return strings.Contains(text, a) })
	})
}

// add matches the candidates of one session with its labels, each at most once, and counts.
func (rep *HarvestReport) add(l sessionLabels, cands []harvest.Candidate, lines map[string]int) {
	used := make([]bool, len(l.Facts))
	sum := HarvestScore{Sessions: 1}
	match := func(c harvest.Candidate, optional bool) bool {
		for i, f := range l.Facts {
			if !used[i] && f.Optional == optional && f.meets(c, lines) {
				used[i] = true
				return true
			}
		}
		return false
	}
	for _, c := range cands {
		rule := rep.Rules[c.Rule]
		switch {
		case match(c, false):
			sum.Correct, rule.Correct = sum.Correct+1, rule.Correct+1
			sum.Proposed, rule.Proposed = sum.Proposed+1, rule.Proposed+1
		case match(c, true):
			sum.Optional, rule.Optional = sum.Optional+1, rule.Optional+1
		default:
			sum.Proposed, rule.Proposed = sum.Proposed+1, rule.Proposed+1
			miss := HarvestMiss{Session: l.Source, Rule: c.Rule, Title: c.Item.Title}
			for _, e := range c.Item.Evidence {
				miss.Lines = append(miss.Lines, lines[e.ID])
			}
			rep.Wrong = append(rep.Wrong, miss)
		}
		rep.Rules[c.Rule] = rule
	}
	for i, f := range l.Facts {
		if f.Optional {
			continue
		}
		sum.Labels++
		if used[i] {
			sum.Found++
		} else {
			rep.Missed = append(rep.Missed, HarvestMiss{Session: l.Source, Title: f.What, Lines: f.Lines[:]})
		}
	}
	if sum.Labels == 0 {
		sum.Nothing = 1
		if sum.Proposed == 0 {
			sum.Silent = 1
		}
	}
	for _, g := range l.groups() {
		rep.Groups[g] = rep.Groups[g].plus(sum)
	}
	for r, s := range rep.Rules {
		rep.Rules[r] = s.plus(HarvestScore{})
	}
}

// plus adds counts and works out the rates.
func (a HarvestScore) plus(b HarvestScore) HarvestScore {
	s := HarvestScore{
		Sessions: a.Sessions + b.Sessions, Proposed: a.Proposed + b.Proposed, Correct: a.Correct + b.Correct, Labels: a.Labels + b.Labels,
		Found: a.Found + b.Found, Optional: a.Optional + b.Optional, Silent: a.Silent + b.Silent, Nothing: a.Nothing + b.Nothing,
	}
	s.Precision, s.Recall = rate(s.Correct, s.Proposed), rate(s.Found, s.Labels)
	return s
}

func rate(part, whole int) float64 {
	if whole == 0 {
		return 1
	}
	return float64(part) / float64(whole)
}
