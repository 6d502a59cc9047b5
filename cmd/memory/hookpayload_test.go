package main

import (
	"os"
	"testing"
)

// What a host writes comes through a pipe that it may leave open, or a file; each is read in its own way.
func TestAPayloadIsReadFromWhatAHostGives(t *testing.T) {
	const payload = `{"session_id":"s"}`
	for name, c := range map[string]struct {
		write []string
		close bool
		want  string
	}{
		"a pipe that ends":       {[]string{payload}, true, payload},
		"a pipe left open":       {[]string{payload}, false, payload},
		"in two writes":          {[]string{payload[:5], payload[5:]}, false, payload},
		"nothing":                {nil, true, ""},
		"nothing, and left open": {nil, false, ""},
		"half of one":            {[]string{payload[:5]}, false, ""},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			for _, part := range c.write {
				_, _ = w.WriteString(part)
			}
			if c.close {
				w.Close()
			}
		}()
		if got, err := firstValue(r); string(got) != c.want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		w.Close()
		r.Close()
	}
	file := t.TempDir() + "/payload.json"
	if err := os.WriteFile(file, []byte(payload), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if got, err := firstValue(f); string(got) != payload || err != nil {
		t.Errorf("a file: %q, %v", got, err)
	}
}
