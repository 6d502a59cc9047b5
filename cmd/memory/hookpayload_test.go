package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/factline/memory/hook"
)

// What a host writes comes through a pipe that it may leave open, or a file; each is read in its own way.
func TestAPayloadIsReadFromWhatAHostGives(t *testing.T) {
	const payload = `{"session_id":"s"}`
	large := `{"tool_response":"` + strings.Repeat("many words ", 300_000) + `"}`
	for name, c := range map[string]struct {
		write []string
		close bool
		want  string
		cut   bool
	}{
		"a pipe that ends":       {[]string{payload}, true, payload, false},
		"a pipe left open":       {[]string{payload}, false, payload, false},
		"in two writes":          {[]string{payload[:5], payload[5:]}, false, payload, false},
		"nothing":                {nil, true, "", false},
		"nothing, and left open": {nil, false, "", false},
		"half of one":            {[]string{payload[:5]}, false, `{}`, true},
		"all but its end":        {[]string{payload[:len(payload)-2]}, false, payload, true},
		"all but its end, ended": {[]string{payload[:len(payload)-2]}, true, payload, true},
		"megabytes":              {[]string{large[:1<<20], large[1<<20:]}, false, large, false},
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
		got, err := firstValue(r, 1)
		if string(got) != c.want || errors.Is(err, hook.ErrCut) != c.cut || err != nil && !c.cut {
			t.Errorf("%s: %.80q, %v", name, got, err)
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
	if got, err := firstValue(f, 1); string(got) != payload || err != nil {
		t.Errorf("a file: %q, %v", got, err)
	}
}

// A payload that a busy host writes in turns takes longer than the wait for one of them, and none is lost to that: neither through a file
// that the system can wait for, nor through any other reader.
func TestReadingGoesOnWhileBytesCome(t *testing.T) {
	const parts, pause = 7, hookPatience / 5
	want := `{"tool_response":"` + strings.Repeat("x", parts) + `"}`
	write := func(w io.Writer) {
		_, _ = io.WriteString(w, want[:len(want)-2-parts])
		for range parts {
			time.Sleep(pause)
			_, _ = io.WriteString(w, "x")
		}
		_, _ = io.WriteString(w, `"}`)
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	go write(w)
	if got, err := firstValue(r, 1); string(got) != want || err != nil {
		t.Errorf("a pipe: %q, %v", got, err)
	}
	in, out := io.Pipe()
	go write(out)
	if got, err := firstValue(in, 1); string(got) != want || err != nil {
		t.Errorf("a reader: %q, %v", got, err)
	}
}

// Bytes that came while this process did not run are taken, however late it looks: the wait is for the host.
func TestWhatIsThereIsTakenHoweverLate(t *testing.T) {
	now := time.Now()
	p := newPatience(now, 1)
	for _, c := range []struct {
		after time.Duration
		wait  time.Duration
		ok    bool
	}{{0, hookPatience, true}, {hookPatience, 0, true}, {payloadTime - 1, 0, true}, {payloadTime, 0, false}} {
		if wait, ok := p.left(now.Add(c.after)); wait != c.wait || ok != c.ok {
			t.Errorf("after %s: %s, %v", c.after, wait, ok)
		}
	}
	for load, want := range map[float64]time.Duration{0.5: hookPatience, 3: 3 * hookPatience, 100: payloadTime} {
		busy := newPatience(now, load)
		if wait, _ := busy.left(now); wait != want {
			t.Errorf("on a machine %v times as busy: %s", load, wait)
		}
	}
	p.came(now.Add(payloadTime - 1))
	if wait, ok := p.left(now.Add(payloadTime - 1)); wait != 1 || !ok {
		t.Errorf("near the end: %s, %v", wait, ok)
	}
}
