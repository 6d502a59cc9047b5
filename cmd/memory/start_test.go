package main

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostAtStart is what a package of this module may allocate before main, in bytes. A compiled pattern or a list of words takes more: it is
// made when it is first needed (sync.OnceValue), because hooks are processes that live for milliseconds.
const mostAtStart = 10 << 10

// TestNoPackageWorksBeforeMain reads what the runtime says of every package's initialisation. Bytes are the same in every run, times are not.
func TestNoPackageWorksBeforeMain(t *testing.T) {
	home := t.TempDir()
	cmd := memoryCommand(t.Context(), home, home, "version")
	cmd.Env = append(cmd.Env, "GODEBUG=inittrace=1")
	var trace bytes.Buffer
	cmd.Stderr = &trace
	if err := cmd.Run(); err != nil {
		t.Fatal(err, trace.String())
	}
	for _, heavy := range []string{"github.com/blevesearch/geo", "github.com/RoaringBitmap", "go.etcd.io/bbolt", "gopkg.in/yaml%2ev2", "github.com/BurntSushi"} {
		if strings.Contains(trace.String(), "init "+heavy) {
			t.Errorf("%s is linked: its tables are made at each start, and nothing in the program needs it", heavy)
		}
	}
	// init github.com/factline/memory/config @1.2 ms, 0.03 ms clock, 912 bytes, 34 allocs
	line := regexp.MustCompile(`(?m)^init github\.com/factline/memory/(\S+) .* (\d+) bytes, \d+ allocs`)
	found := line.FindAllStringSubmatch(trace.String(), -1)
	if len(found) < 5 {
		t.Fatalf("the trace names %d packages of this module:\n%s", len(found), trace.String())
	}
	for _, m := range found {
		if strings.HasPrefix(m[1], "cmd/memory") { // with the tests in it
			continue
		}
		if n, err := strconv.Atoi(m[2]); err != nil || n > mostAtStart {
			t.Errorf("package %s allocates %d bytes before main, more than %d: make its tables and patterns when they are first needed (%v)", m[1], n, mostAtStart, err)
		}
	}
}
