package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
	"github.com/urfave/cli/v2"
)

// setFields puts the flags that were given into the item. Lists replace what was there.
func setFields(c *cli.Context, s *streams, it *items.Item) error {
	if c.IsSet("type") {
		t, err := items.ParseType(c.String("type"))
		if err != nil {
			return usageError{fmt.Errorf("--type: %s", plainly(err))}
		}
		it.Type = t
	}
	for name, field := range map[string]*string{
		"title": &it.Title, "summary": &it.Summary, "branch": &it.Valid.Branch,
		"sensitivity": (*string)(&it.Sensitivity), "state": &it.State.Name,
	} {
		if c.IsSet(name) {
			*field = c.String(name)
		}
	}
	if c.IsSet("body") {
		b, err := readInput(s, c.String("body"))
		if err != nil {
			return err
		}
		it.Body = strings.Trim(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n")
	}
	if c.IsSet("tag") {
		it.Tags = c.StringSlice("tag")
	}
	if c.IsSet("url") {
		it.Refs.URLs = c.StringSlice("url")
	}
	if c.IsSet("confidence") {
		it.Confidence = c.Float64("confidence")
	}
	if c.IsSet("until") {
		t, err := time.Parse(time.DateOnly, c.String("until"))
		if err != nil {
			return usageError{fmt.Errorf("--until %s: want a date such as 2026-11-29", c.String("until"))}
		}
		if it.Type == items.Signal && it.State.Name == "deferred" {
			it.State.Until = t
		} else {
			it.Valid.Until = t
		}
	}
	if c.IsSet("evidence") {
		it.Evidence = nil
		for _, ref := range c.StringSlice("evidence") {
			id, span, _ := strings.Cut(ref, ":")
			it.Evidence = append(it.Evidence, items.Citation{ID: id, Span: span})
		}
	}
	if c.IsSet("file") {
		it.Refs.Files, it.Anchors = nil, nil
		for _, ref := range c.StringSlice("file") {
			if err := addFile(s, it, ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// plainly is the error of a flag without the kind that programs tell errors by.
func plainly(err error) string { return strings.TrimSuffix(err.Error(), ": "+items.ErrInvalid.Error()) }

// addFile adds PATH to the files an item refers to, or PATH:A-B as an anchor with the hash of those lines as they are now.
func addFile(s *streams, it *items.Item, ref string) error {
	path, lines, ok := cutLines(ref)
	if !ok {
		it.Refs.Files = append(it.Refs.Files, portable(s, ref))
		return nil
	}
	file, name, inside := locate(s, path)
	if !inside {
		return usageError{fmt.Errorf("--file %s: lines are kept of files below %s only; name the file without lines", ref, homely(s, codeRoot(s)))}
	}
	b, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("--file %s: %w", ref, err)
	}
	text, err := items.Lines(b, lines)
	if err != nil {
		return usageError{fmt.Errorf("--file %s: %w", ref, err)}
	}
	sum := sha256.Sum256([]byte(text))
	it.Anchors = append(it.Anchors, items.Anchor{Path: name, Lines: lines, SHA256: hex.EncodeToString(sum[:])})
	return nil
}

// portable is a path as every clone of the repository can read it: relative to its top if it lies inside, else as written, with ~
// for the home directory.
func portable(s *streams, ref string) string {
	if strings.Contains(ref, "://") {
		return ref
	}
	if _, name, inside := locate(s, ref); inside {
		return name
	}
	return homely(s, ref)
}

// codeRoot is the directory that anchors and references are relative to: the top of the repository, else the working directory.
func codeRoot(s *streams) string {
	if root := project.Root(s.cwd); root != "" {
		return root
	}
	return resolved(s.cwd)
}

// locate finds the file that a path names, from the working directory or, where it is not there, from the top of the repository, and
// its name from there with slashes. Links are followed first: a link inside that leads out is outside.
func locate(s *streams, path string) (file, name string, inside bool) {
	root := codeRoot(s)
	file = absolute(s, path)
	if _, err := os.Stat(file); err != nil && !filepath.IsAbs(path) {
		if fromRoot := filepath.Join(root, path); isThere(fromRoot) {
			file = fromRoot
		}
	}
	rel, err := filepath.Rel(root, resolved(file))
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return file, "", false
	}
	return file, filepath.ToSlash(rel), true
}

func isThere(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// resolved follows the links of a path as far as it exists.
func resolved(path string) string {
	path = filepath.Clean(path)
	if followed, err := filepath.EvalSymlinks(path); err == nil {
		return followed
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(resolved(dir), filepath.Base(path))
	}
	return path
}

// homely writes the home directory as ~, so that a shared store names no person's machine.
func homely(s *streams, path string) string {
	if s.home != "" {
		for _, home := range []string{filepath.Clean(s.home), resolved(s.home)} {
			if rel, err := filepath.Rel(home, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
				return filepath.ToSlash(filepath.Join("~", rel))
			}
		}
	}
	return filepath.ToSlash(path)
}

// cutLines splits db/list.ts:10-42 (or :10). A path may itself hold colons, as C:\x does.
func cutLines(ref string) (path, lines string, ok bool) {
	at := strings.LastIndex(ref, ":")
	if at <= 0 || at == len(ref)-1 {
		return ref, "", false
	}
	from, to, ranged := strings.Cut(ref[at+1:], "-")
	for _, n := range []string{from, to} {
		if _, err := strconv.Atoi(n); err != nil && (ranged || n == from) {
			return ref, "", false
		}
	}
	if !ranged {
		to = from
	}
	return ref[:at], from + "-" + to, true
}
