package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/factline/memory/internal/filelock"
)

// cancelling is a terminal whose person gives up when it says something.
type cancelling struct {
	strings.Builder
	cancel context.CancelFunc
}

func (c *cancelling) Write(p []byte) (int, error) {
	defer c.cancel()
	return c.Builder.Write(p)
}

func TestAPersonIsToldThatASearchWaitsForAnotherIndex(t *testing.T) {
	d := newDesk(t)
	if out, talk, status := d.run(t, "", "init", "--store", "s"); status != 0 {
		t.Fatal(out, talk)
	}
	store := filepath.Join(d.dir, "s")
	for n := range 2001 { // more than are searched without an index
		id := fmt.Sprintf("mem-20261129-note-%08d", n)
		text := fmt.Sprintf("---\nid: %s\nschema: 1\ntype: fact\ntitle: Note %d\nstatus: active\ncreated: 2026-11-29T10:15:00Z\nupdated: 2026-11-29T10:15:00Z\nagent: test\n---\n", id, n)
		path := filepath.Join(store, "items", "2026", id+".md")
		if n == 0 {
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	unlock, err := filelock.Lock(t.Context(), filepath.Join(store, "projections", "build.lock"), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unlock()
	ctx, cancel := context.WithCancel(t.Context())
	talk := &cancelling{cancel: cancel}
	status := run(ctx, []string{"memory", "search", "--store", "s", "note"}, &streams{
		in: strings.NewReader(""), out: new(strings.Builder), err: talk, cwd: d.dir, home: d.home, errTTY: true,
		getenv: func(key string) string { return d.env[key] }, now: osStreams().now,
	})
	if want := "another process is building the index of this store; waiting for it"; status == 0 || !strings.Contains(talk.String(), want) {
		t.Errorf("status %d, said %q", status, talk.String())
	}
}
