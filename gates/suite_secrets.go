package gates

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/secrets"
)

const (
	scannerOurs  = "memory"
	scannerNames = "key names" // what a note taker's filter does: a key name and a value, and three well-known prefixes
)

// secretsSuite measures the scanner on others' labelled strings and on a set of our own, by class.
func secretsSuite() Suite {
	return Suite{
		Name: "secrets", About: "credentials found and harmless text left alone: the labelled strings of four scanners, texts without secrets, a generated set of our own",
		Files: []string{
			"secrets/gitleaks-tps-fps.jsonl.gz", "secrets/kingfisher-examples.jsonl.gz", "secrets/noseyparker-examples.jsonl.gz", "secrets/format-cases.jsonl",
			"secrets/false-positives.jsonl.gz", "secrets/credsweeper/labels.jsonl.gz", "secrets/credsweeper/samples.jsonl.gz",
		},
		Measure: func(_ context.Context, o Options, rep *SuiteReport) error {
			union := newSheet("union", "every finding in a text without secrets counts as one error", "recall", "precision")
			if err := publicSecrets(filepath.Join(o.Data, "secrets"), func(l labelled) { union.scan(o.Split, l.sorted()) }); err != nil {
				return err
			}
			own := newSheet("own set", "made by rule: 24 providers, private keys, credentials in addresses, key names, each in several notations; and harmless look-alikes", "recall", "precision", "false_alarm")
			for _, l := range ownSecrets() {
				own.scan(o.Split, l)
			}
			speed, err := scanSpeed(filepath.Join(o.Data, "transcripts"))
			if err != nil {
				return err
			}
			union.note += speed
			return rep.takes(union, own)
		},
	}
}

// labelled is one text with what is known about it.
type labelled struct {
	id, class string
	text      string
	from, to  int  // where the secret must be found; 0, 0 = anywhere
	holds     bool // a secret
}

// urlPassword is an address with a password before its host, as RFC 3986 writes one: scheme://user:password@host.
var urlPassword = lazyregexp.New(`(?i)[a-z][a-z0-9+.-]*://[^\s/:@"'<>]*:[^\s/@"'<>]+@[^\s]`)

// sorted puts a secret that stands in the place of a URL's password into a class of its own, whatever rule its scanner found it by.
func (l labelled) sorted() labelled {
	if !l.holds {
		return l
	}
	for _, at := range urlPassword().FindAllStringIndex(l.text, -1) {
		if l.to == 0 || at[0] < l.to && at[1] > l.from {
			l.class = "password in a URL"
		}
	}
	return l
}

// scan asks both scanners about one text.
func (s *sheet) scan(split Split, l labelled) {
	if !split.Holds(l.id) {
		return
	}
	var ours [][2]int
	for _, f := range secrets.Scan(l.text) {
		ours = append(ours, [2]int{f.Start, f.End})
	}
	naive := byKeyName().FindAllStringIndex(l.text, -1)
	var names [][2]int
	for _, at := range naive {
		names = append(names, [2]int{at[0], at[1]})
	}
	for _, sys := range []struct {
		name  string
		found [][2]int
	}{{scannerOurs, ours}, {scannerNames, names}} {
		hit := slices.ContainsFunc(sys.found, func(f [2]int) bool { return l.to == 0 || f[0] < l.to && f[1] > l.from })
		if l.holds || !hit {
			s.add(sys.name, l.id, l.class, l.holds, hit)
			continue
		}
		for range sys.found {
			s.add(sys.name, l.id, l.class, false, true)
		}
	}
}

var byKeyName = lazyregexp.New(`(?i)(?:password|passwd|secret|token|api[_-]?key)["']?\s*[:=]\s*["']?[^\s"']{8,}|AKIA[0-9A-Z]{16}|ghp_[0-9A-Za-z]{36}|-----BEGIN [A-Z ]*PRIVATE KEY`)

// classOf sorts a scanner's rule names into a few classes.
func classOf(rule string) string {
	lower := strings.ToLower(rule)
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(lower, p) })
	}
	switch {
	case has("private-key", "pem", "private key", "privkey"):
		return "private key"
	case has("url credentials", "np.http", "postgres", "mongodb", "jdbc", "odbc", "ftp.", "curl"):
		return "address or connection"
	case has("password", "passwd", "pwhash", "credentials.", "generic", "netrc", "psexec", "reactapp", "auth", "secret", "keyword", "token", "key", "credential") &&
		!has("api", "github", "gitlab", "slack", "aws", "google", "stripe"):
		return "key name"
	}
	return "provider"
}

// publicSecrets yields the labelled texts of the public sets. Identifiers that are no credentials (bucket names, domains, UUIDs) are
// left out of one scanner's labels, which call them sensitive.
func publicSecrets(dir string, yield func(labelled)) error {
	for _, name := range []string{"gitleaks-tps-fps.jsonl.gz", "kingfisher-examples.jsonl.gz", "noseyparker-examples.jsonl.gz", "format-cases.jsonl"} {
		err := eachLine(filepath.Join(dir, name), func(l corpusLine) {
			yield(labelled{id: l.Text, class: classOf(l.Rule), text: l.Text, holds: l.Label == "tp" || l.Expect == "reject"})
		})
		if err != nil {
			return err
		}
	}
	err := eachLine(filepath.Join(dir, "false-positives.jsonl.gz"), func(l corpusLine) {
		yield(labelled{id: l.File, class: "text without secrets", text: l.Text})
	})
	if err != nil {
		return err
	}
	samples := map[string]string{}
	if err := eachLine(filepath.Join(dir, "credsweeper", "samples.jsonl.gz"), func(l corpusLine) { samples[l.File] = l.Text }); err != nil {
		return err
	}
	return eachLine(filepath.Join(dir, "credsweeper", "labels.jsonl.gz"), func(l corpusLine) {
		if l.Start < 0 || len(l.Value) < 4 || slices.Contains([]string{"UUID", "AWS S3 Bucket", "Firebase Domain"}, l.Rule) {
			return
		}
		at := strings.Index(samples[l.Path], l.Line)
		if at < 0 {
			return
		}
		at += l.Start
		yield(labelled{id: l.Line + l.Value, class: classOf(l.Rule), text: samples[l.Path], from: at, to: at + len(l.Value), holds: true})
	})
}

// corpusLine is one line of any of the public files.
type corpusLine struct {
	Rule   string `json:"rule"`
	Label  string `json:"label"`  // tp, fp
	Expect string `json:"expect"` // reject, accept
	Text   string `json:"text"`
	File   string `json:"file"`
	Path   string `json:"path"`
	Value  string `json:"value"`
	Line   string `json:"line"`
	Start  int    `json:"start"`
}

// eachLine reads a JSONL file, packed or not.
func eachLine(path string, yield func(corpusLine)) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(in)
		if err != nil {
			return err
		}
		in = bufio.NewReader(z)
	}
	dec := json.NewDecoder(in)
	for dec.More() {
		var l corpusLine
		if err := dec.Decode(&l); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		yield(l)
	}
	return nil
}

// scanSpeed redacts 8 MiB of transcripts line by line and says how fast that was, in processor time of this process.
func scanSpeed(dir string) (string, error) {
	const most = 8 << 20
	var text []byte
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() || len(text) >= most || filepath.Ext(path) != ".jsonl" {
			return err
		}
		b, err := os.ReadFile(path)
		text = append(text, b...)
		return err
	})
	if err != nil || len(text) == 0 {
		return "", err
	}
	text = text[:min(len(text), most)]
	before := processCPU()
	for line := range bytes.Lines(text) {
		secrets.Redact(string(line))
	}
	used := (processCPU() - before).Seconds()
	if used <= 0 {
		return "", nil // the system does not tell
	}
	return fmt.Sprintf("; %.0f MB of transcripts redacted at %.0f MB per second of processor time", float64(len(text))/1e6, float64(len(text))/1e6/used), nil
}
