package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestOnlyCommandsThatTakeTimeWatchForCtrlC(t *testing.T) {
	for line, want := range map[string]bool{
		"version": false, "search anything": false, "write --type fact --title x": false,
		"doctor": true, "reindex": true, "review list": true, "hook work": true,
	} {
		watched := 0
		var out bytes.Buffer
		home := t.TempDir()
		s := &streams{
			in: strings.NewReader(""), out: &out, err: &out, getenv: func(string) string { return "" }, cwd: home, home: home,
			now: time.Now, watch: func() { watched++ },
		}
		run(t.Context(), append([]string{"memory"}, strings.Fields(line)...), s)
		if (watched == 1) != want || watched > 1 {
			t.Errorf("memory %s watched %d times, want %v\n%s", line, watched, want, out.String())
		}
	}
}
