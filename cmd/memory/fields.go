package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/urfave/cli/v2"
)

// noBody says that --body names no file. What has white space is rather a text than a name, and is not repeated.
func noBody(name string) error {
	if strings.ContainsAny(name, " \t\r\n") {
		name = "with a text"
	}
	return fmt.Errorf("--body %s: there is no such file; --body FILE takes the text from a file, --body - from standard input", name)
}

// setFields puts the flags that were given into the item. Lists replace what was there.
//
// A key that a merge left open is decided by the value that is given, also where it is the one that stands there.
func setFields(c *cli.Context, s *streams, it *items.Item) error {
	flags := c.LocalFlagNames() // IsSet of the library looks through all names of all flags, and compares them by a pattern
	given := func(flag string) bool { return slices.Contains(flags, flag) }
	for flag, key := range map[string]string{
		"type": "type", "title": "title", "summary": "summary", "branch": "valid.branch", "sensitivity": "sensitivity", "state": "state",
		"body": "body", "tag": "tags", "url": "refs.urls", "confidence": "confidence", "evidence": "evidence", "file": "refs.files",
	} {
		if given(flag) {
			it.Settle(key)
		}
	}
	if err := decideMerged(c, it); err != nil {
		return err
	}
	if given("type") {
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
		if given(name) {
			*field = c.String(name)
		}
	}
	if given("body") {
		b, err := readInput(s, c.String("body"))
		if errors.Is(err, fs.ErrNotExist) {
			return noBody(c.String("body"))
		}
		if err != nil {
			return err
		}
		it.Body = strings.Trim(strings.ReplaceAll(string(b), "\r\n", "\n"), "\n")
	}
	if given("tag") {
		it.Tags = listed(c, "tag")
	}
	if given("url") {
		it.Refs.URLs = c.StringSlice("url")
	}
	if given("confidence") {
		it.Confidence = c.Float64("confidence")
	}
	if given("until") {
		if err := setUntil(it, c.String("until")); err != nil {
			return err
		}
	}
	if given("until") && given("valid-until") {
		return usageError{errors.New("--until and --valid-until exclude each other")}
	}
	if err := it.SetValid(c.String("valid-from"), c.String("valid-until")); err != nil {
		return usageError{fmt.Errorf("--valid-%w", err)}
	}
	return setSources(c, s, it, given)
}

// setSources puts what was given of what an item rests on into it.
func setSources(c *cli.Context, s *streams, it *items.Item, given func(flag string) bool) error {
	if given("evidence") {
		it.Evidence = nil
		for _, ref := range c.StringSlice("evidence") {
			id, span, _ := strings.Cut(ref, ":")
			it.Evidence = append(it.Evidence, items.Citation{ID: id, Span: span})
		}
	}
	if given("file") {
		it.Refs.Files, it.Anchors = nil, nil
		it.Settle("anchors")
		for _, ref := range c.StringSlice("file") {
			if err := addFile(s, it, ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// decideMerged decides the keys of an open merge that --ours and --theirs name.
func decideMerged(c *cli.Context, it *items.Item) error {
	for _, side := range []struct {
		flag   string
		decide func(string) error
	}{{"ours", it.Keep}, {"theirs", it.Take}} {
		for _, key := range listed(c, side.flag) {
			if err := side.decide(key); err != nil {
				return usageError{fmt.Errorf("--%s %s", side.flag, plainly(err))}
			}
		}
	}
	return nil
}

// plainly is the error of a flag without the kind that programs tell errors by.
func plainly(err error) string { return strings.TrimSuffix(err.Error(), ": "+items.ErrInvalid.Error()) }

// addFile adds one file that an item refers to.
func addFile(s *streams, it *items.Item, ref string) error {
	err := hub.Files{CWD: s.cwd, Home: s.home}.Add(it, ref)
	if bad, ok := errors.AsType[hub.BadRef](err); ok {
		return usageError{fmt.Errorf("--file %w", bad)}
	}
	if err != nil {
		return fmt.Errorf("--file %w", err)
	}
	return nil
}

// setUntil sets when a deferral ends, where the item is one, else when the item does.
func setUntil(it *items.Item, date string) error {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil || t.IsZero() { // which stands for no end
		return usageError{fmt.Errorf("--until %s: want a date such as 2026-11-29", date)}
	}
	if it.Type == items.Signal && it.State.Name == "deferred" {
		it.State.Until = t
		it.Settle("until")
		return nil
	}
	it.Valid.Until = t
	it.Settle("valid.until")
	return nil
}

// listed are the names that a flag gives: repeated, or parted by commas, which no name holds.
func listed(c *cli.Context, flag string) (names []string) {
	for _, value := range c.StringSlice(flag) {
		for name := range strings.SplitSeq(value, ",") {
			names = append(names, strings.TrimSpace(name))
		}
	}
	return names
}
