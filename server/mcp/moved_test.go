package mcp

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/factline/memory/hub"
)

func TestADirectoryOfTheClientIsFollowedWhereItsParentWent(t *testing.T) {
	top := t.TempDir()
	was, now := filepath.Join(top, "shop"), filepath.Join(top, "shop-v2")
	if err := os.MkdirAll(filepath.Join(now, "api"), 0o755); err != nil {
		t.Fatal(err)
	}
	s := &server{o: Options{CWD: was, Where: func() (string, error) { return now, nil }}}
	for dir, want := range map[string]string{
		was: now, filepath.Join(was, "api"): filepath.Join(now, "api"), top: top, filepath.Join(top, "other"): filepath.Join(top, "other"),
	} {
		if got := s.follow(dir); got != want {
			t.Errorf("%s: %s, want %s", dir, got, want)
		}
	}
	s.o.Where = func() (string, error) { return "", os.ErrNotExist }
	if _, err := s.here(); !errors.Is(err, errGone) {
		t.Errorf("a directory that is gone: %v", err)
	}
}

func TestNoOtherStoreTakesThePlaceOfOneThatIsGone(t *testing.T) {
	top := t.TempDir()
	dir := func(name string) string {
		path := filepath.Join(top, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		return path
	}
	var u used
	first, other := dir("first"), dir("other")
	if err := u.check(hub.Place{Dir: other}); err != nil {
		t.Errorf("nothing was used yet: %v", err)
	}
	u.keep(first)
	if err := u.check(hub.Place{Dir: other}); err != nil {
		t.Errorf("a nearer store was made, and the first is still there: %v", err)
	}
	moved := filepath.Join(top, "moved")
	if err := os.Rename(first, moved); err != nil {
		t.Fatal(err)
	}
	if err := u.check(hub.Place{Dir: moved}); err != nil {
		t.Errorf("the store by its new name: %v", err)
	}
	for _, place := range []string{first, other} {
		if err := u.check(hub.Place{Dir: place}); !errors.Is(err, errGone) {
			t.Errorf("%s: %v", place, err)
		}
	}
	u.forget()
	if err := u.check(hub.Place{Dir: other}); err != nil {
		t.Errorf("the client works elsewhere now: %v", err)
	}
}
