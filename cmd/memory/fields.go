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
	"github.com/urfave/cli/v2"
)

// setFields puts the flags that were given into the item. Lists replace what was there.
func setFields(c *cli.Context, s *streams, it *items.Item) error {
	if c.IsSet("type") {
		t, err := items.ParseType(c.String("type"))
		if err != nil {
			return usageError{fmt.Errorf("--type: %w", err)}
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

// addFile adds PATH to the files an item refers to, or PATH:A-B as an anchor with the hash of those lines as they are now.
func addFile(s *streams, it *items.Item, ref string) error {
	path, lines, ok := cutLines(ref)
	if !ok {
		it.Refs.Files = append(it.Refs.Files, filepath.ToSlash(ref))
		return nil
	}
	b, err := os.ReadFile(absolute(s, path))
	if err != nil {
		return fmt.Errorf("--file %s: %w", ref, err)
	}
	text, err := items.Lines(b, lines)
	if err != nil {
		return usageError{fmt.Errorf("--file %s: %w", ref, err)}
	}
	sum := sha256.Sum256([]byte(text))
	it.Anchors = append(it.Anchors, items.Anchor{Path: filepath.ToSlash(path), Lines: lines, SHA256: hex.EncodeToString(sum[:])})
	return nil
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
