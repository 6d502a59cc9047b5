package transcript

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// Each line of a line format gave events, was skipped, or was ignored with a kind; spans lie within the source, in order.
func TestEveryLineIsAccountedFor(t *testing.T) {
	for _, path := range dataFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p := parseBytes(t, path, data)
		if p.err != nil {
			continue // the survey looks at these
		}
		checkSpans(t, relative(t, path), data, p)
		if !p.resumable {
			continue
		}
		seen := map[int]bool{}
		for _, e := range p.events {
			seen[e.Line] = true
		}
		for _, s := range append(p.skips, p.ignored...) {
			seen[s.Line] = true
		}
		lines := bytes.Count(data, []byte{'\n'})
		if len(data) > 0 && data[len(data)-1] != '\n' {
			lines++
		}
		if p.pos.Partial {
			lines--
		}
		for n := 1; n <= lines; n++ {
			if !seen[n] {
				t.Errorf("%s: nothing tells what became of line %d", relative(t, path), n)
			}
		}
		if p.pos.Line != lines {
			t.Errorf("%s: %d lines consumed, the file has %d", relative(t, path), p.pos.Line, lines)
		}
	}
}

func checkSpans(t testing.TB, name string, data []byte, p parsed) {
	t.Helper()
	for i, e := range p.events {
		if e.Start < 0 || e.End < e.Start || e.End > int64(len(data)) {
			t.Fatalf("%s: event %d has span %d-%d in a source of %d bytes", name, i, e.Start, e.End, len(data))
		}
		if e.Role == "" || e.Kind == "" || e.Channel == "" || e.Agent == "" {
			t.Fatalf("%s: event %d lacks role, kind, channel or agent: %+v", name, i, e)
		}
		if e.Line > 0 && i > 0 && e.Line < p.events[i-1].Line {
			t.Fatalf("%s: event %d of line %d follows one of line %d", name, i, e.Line, p.events[i-1].Line)
		}
		if e.Kind == Message && e.Channel == FromUser && (e.Meta || e.Role != User) {
			t.Fatalf("%s: event %d is typed by a person and not: %+v", name, i, e)
		}
	}
}

// A grown file continued from a Position gives the same as the whole file at once, wherever it was cut. Three cuts in a file stand
// for all; MEMORY_TEST_LONG=1 tries more, in large files too.
func TestResumedParseEqualsWholeParse(t *testing.T) {
	long := os.Getenv("MEMORY_TEST_LONG") != ""
	compared := 0
	for _, path := range dataFiles(t) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !long && len(data) > 256<<10 {
			continue
		}
		whole := parseBytes(t, path, data)
		if whole.err != nil || !whole.resumable {
			continue
		}
		for _, cut := range cuts(data, long) {
			two := parseInTwo(t, path, data, cut)
			if two.err != nil {
				if errors.Is(two.err, ErrUnknown) { // the head alone may not tell the format; the caller then starts again
					continue
				}
				t.Fatalf("%s cut at %d: %v", relative(t, path), cut, two.err)
			}
			if two.pos.Format != whole.pos.Format {
				continue // the head alone told another format
			}
			if diff := firstDifference(whole, two); diff != "" {
				t.Fatalf("%s cut at %d: %s", relative(t, path), cut, diff)
			}
			compared++
		}
	}
	if compared < 300 {
		t.Errorf("only %d cuts could be compared", compared)
	}
	t.Logf("%d cuts compared", compared)
}

// cuts are line starts and places within lines, spread over the file: one of each; many asks for about four in a small file.
func cuts(data []byte, many bool) []int {
	var starts []int
	for i, c := range data {
		if c == '\n' && i+1 < len(data) {
			starts = append(starts, i+1)
		}
	}
	var out []int
	step := max(1, len(starts)/4)
	from := 0
	if !many || len(data) > 64<<10 {
		step, from = len(starts)/2+1, len(starts)/3
	}
	for i := from; i < len(starts); i += step {
		out = append(out, starts[i], min(len(data)-1, starts[i]+37), starts[i]-1)
	}
	return out
}

func parseInTwo(t testing.TB, path string, data []byte, cut int) parsed {
	a := parseBytes(t, path, data[:cut])
	if a.err != nil || !a.resumable || a.pos.Format == "" {
		return parsed{err: errors.Join(ErrUnknown, a.err)}
	}
	b := parseFrom(t.Context(), path, data[a.pos.Offset:], a.pos)
	if a.pos.Format == "claude-code" && sessionIn(a.pos) == "" && sessionIn(b.pos) != "" {
		return parsed{err: fmt.Errorf("%w: the head alone does not tell the session", ErrUnknown)}
	}
	b.events = append(a.events, b.events...)
	b.skips = append(a.skips, b.skips...)
	return b
}

func sessionIn(pos Position) string {
	var st state
	if json.Unmarshal(pos.Carry, &st) != nil {
		return ""
	}
	return st.Session
}

func firstDifference(a, b parsed) string {
	for i := range min(len(a.events), len(b.events)) {
		if !reflect.DeepEqual(a.events[i], b.events[i]) {
			return fmt.Sprintf("event %d differs:\n%+v\n%+v", i, a.events[i], b.events[i])
		}
	}
	if len(a.events) != len(b.events) {
		return fmt.Sprintf("%d events, and %d when resumed", len(a.events), len(b.events))
	}
	if !reflect.DeepEqual(a.skips, b.skips) {
		return fmt.Sprintf("skips differ: %v, %v", a.skips, b.skips)
	}
	if !reflect.DeepEqual(a.pos, b.pos) {
		return fmt.Sprintf("positions differ: %+v %s, %+v %s", a.pos, a.pos.Carry, b.pos, b.pos.Carry)
	}
	return ""
}

// generated streams a session of about size bytes without holding it.
type generated struct {
	left    int
	n       int
	pending []byte
}

func (g *generated) Read(b []byte) (int, error) {
	if len(g.pending) == 0 {
		if g.left <= 0 {
			return 0, io.EOF
		}
		g.n++
		id := fmt.Sprintf("toolu_%08d", g.n)
		call := `{"type":"assistant","uuid":"a%d","sessionId":"s","timestamp":"2026-01-02T03:04:05Z","message":{"id":"m%d","role":"assistant","content":[{"type":"tool_use","id":"` +
			id + `","name":"Bash","input":{"command":"make test"}}]}}` + "\n"
		result := `{"type":"user","uuid":"u%d","sessionId":"s","timestamp":"2026-01-02T03:04:06Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` +
			id + `","content":"%s"}]}}` + "\n"
		g.pending = fmt.Appendf(nil, call+result, g.n, g.n, g.n, strings.Repeat(`ok\n`, 2000))
		g.left -= len(g.pending)
	}
	n := copy(b, g.pending)
	g.pending = g.pending[n:]
	return n, nil
}

func TestLongStreamNeedsLittleMemory(t *testing.T) {
	const size = 96 << 20
	var peak uint64
	var mem runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&mem)
	before := mem.HeapAlloc
	results := 0
	_, _, err := Parse(t.Context(), Source{R: &generated{left: size}}, func(e Event) error {
		if e.Kind == ToolResult {
			if e.Tool != "Bash" {
				return errors.New("a result lost its call")
			}
			if results++; results%500 == 0 {
				runtime.ReadMemStats(&mem)
				peak = max(peak, mem.HeapAlloc)
			}
		}
		return nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if results < size/9000 {
		t.Fatalf("only %d results", results)
	}
	if grown := int64(peak) - int64(before); grown > 32<<20 {
		t.Errorf("heap grew by %d MiB over a stream of %d MiB", grown>>20, size>>20)
	} else {
		t.Logf("heap grew by %.1f MiB over a stream of %d MiB", float64(grown)/(1<<20), size>>20)
	}
}

// endless is a line of n bytes without a break, never held whole.
func endless(n int64) io.Reader { return io.LimitReader(zeros{}, n) }

type zeros struct{}

func (zeros) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = 'x'
	}
	return len(b), nil
}

func TestLineBeyondTheLimitIsSkippedAndTheRestGoesIn(t *testing.T) {
	line := `{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hello"}}` + "\n"
	r := io.MultiReader(strings.NewReader(line), endless(maxLine+5<<20), strings.NewReader("\n"+line))
	var events []Event
	var skips []Skip
	pos, _, err := Parse(t.Context(), Source{R: r}, func(e Event) error { events = append(events, e); return nil }, func(s Skip) { skips = append(skips, s) })
	if err != nil {
		t.Fatal(err)
	}
	if len(events) != 2 || len(skips) != 1 || skips[0].Line != 2 || !strings.Contains(skips[0].Reason, "longer than the 32 MiB") {
		t.Fatalf("events %d, skips %v", len(events), skips)
	}
	if want := int64(2*len(line)) + maxLine + 5<<20 + 1; pos.Offset != want || events[1].End != want-1 || events[1].Line != 3 {
		t.Errorf("stands at %d, want %d; last event %+v", pos.Offset, want, events[1])
	}
}

func TestLineOfTwentyMegabytesIsKept(t *testing.T) {
	text := strings.Repeat("a", 20<<20)
	line := `{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"` + text + `"}}` + "\n"
	p := parseBytes(t, "", []byte(line))
	if p.err != nil || len(p.events) != 1 || len(p.events[0].Text) != len(text) {
		t.Fatalf("%v, %d events", p.err, len(p.events))
	}
}

func TestErrorOfEmitEndsTheParseBeforeItsLine(t *testing.T) {
	line := `{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hello"}}` + "\n"
	full := errors.New("disk full")
	n := 0
	pos, resumable, err := Parse(t.Context(), Source{R: strings.NewReader(strings.Repeat(line, 3))}, func(Event) error {
		if n++; n == 2 {
			return full
		}
		return nil
	}, nil)
	if !errors.Is(err, full) || !resumable || n != 2 || pos.Line != 1 || pos.Offset != int64(len(line)) {
		t.Errorf("err %v, %d calls, position %+v", err, n, pos)
	}
}

func TestReadErrorIsReported(t *testing.T) {
	broken := errors.New("device gone")
	line := `{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","content":"hello"}}` + "\n"
	_, _, err := Parse(t.Context(), Source{R: io.MultiReader(strings.NewReader(strings.Repeat(line, 2000)), failing{broken})}, func(Event) error { return nil }, nil)
	if !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
