package harvest

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A rule whose source is not embedded could change without the version changing; a test that is embedded costs every binary its bytes.
func TestTheVersionIsMadeOfAllRulesAndNoTests(t *testing.T) {
	all, err := filepath.Glob("*.go")
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	want := slices.DeleteFunc(all, func(name string) bool { return strings.HasSuffix(name, "_test.go") })
	got, err := fs.Glob(sources, "*")
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("embedded %v, %v\nwant %v", got, err, want)
	}
}
