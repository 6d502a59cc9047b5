// Package demo ships two transcripts for `memory demo` and for tests: a Claude Code and a Codex session about one small
// service. They are written for this project and hold, besides ordinary work, a decision, a correction, a failing test and its
// fix, a rule in Chinese, a fact that a person may retire, a fake credential in a tool's output, and an order hidden in a fetched web page. The package only
// hands the files out; it never reads them.
package demo

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The fake credential is written with a JSON escape inside, so that scanners of raw files leave the repository alone; a parser
// sees it whole.
//
//go:embed transcripts/*.jsonl
var files embed.FS

// Files returns the transcripts, one file each at the root.
func Files() fs.FS {
	sub, err := fs.Sub(files, "transcripts")
	if err != nil {
		panic(err) // the folder is compiled in
	}
	return sub
}

// Write copies the transcripts into dir, which it makes if needed, and returns their paths in the order of their names.
// Permissions are 0600, as hosts write transcripts.
func Write(dir string) ([]string, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("write demo transcripts: %w", err)
	}
	list, err := fs.ReadDir(Files(), ".")
	if err != nil {
		return nil, fmt.Errorf("write demo transcripts: %w", err)
	}
	var paths []string
	for _, f := range list {
		b, err := fs.ReadFile(Files(), f.Name())
		if err != nil {
			return nil, fmt.Errorf("write demo transcripts: %w", err)
		}
		p := filepath.Join(dir, f.Name())
		if err := os.WriteFile(p, b, 0o600); err != nil {
			return nil, fmt.Errorf("write demo transcripts: %w", err)
		}
		paths = append(paths, p)
	}
	return paths, nil
}
