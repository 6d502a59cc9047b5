package hub

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// Bounds of what a session's end gives to a handoff.
const (
	mostSaid  = 6   // sentences of one kind
	saidRunes = 240 // characters of each
)

// fillFromSession adds to a handoff what the evidence of a session tells: the objective from the first task that the person gave,
// what comes next from the open ends of the last messages, what was decided and left open from the rules of harvest, and the files that
// were changed. What the writer said stands as it is. It returns the
// spans that the additions come from.
func (h *Hub) fillFromSession(ctx context.Context, r *HandoffRequest) ([]items.Citation, error) {
	_, _ = h.CatchUp(ctx) // a session that could not be brought in is not found, which is said below
	sess, err := h.spokenSession(ctx, r.FromSession)
	if err != nil {
		return nil, err
	}
	records, err := h.records(ctx, sess)
	if err != nil {
		return nil, err
	}
	if r.Session == "" {
		r.Session = sess.Session
	}
	var cited []items.Citation
	if r.Objective == "" {
		if asked, words, ok := firstTask(records); ok {
			r.Objective = words
			cited = append(cited, whole(asked))
		}
	}
	for _, c := range harvest.Session(records) {
		list := &r.Decisions
		switch c.Item.Type {
		case items.Handoff:
			list = &r.Pending
		case items.Issue:
			list = &r.Blockers
		}
		if text := said(c.Item); len(*list) < mostSaid && !slices.Contains(*list, text) && !isRedacted(text) {
			*list = append(*list, text)
			cited = append(cited, c.Item.Evidence...)
		}
	}
	if len(r.Done) == 0 {
		if files := filesChanged(records); len(files) > 0 {
			r.Done = []string{"changed " + strings.Join(files, ", ")}
		}
	}
	if len(r.Next) == 0 {
		ends, from := openEnds(records)
		r.Next = ends
		for _, rec := range from {
			cited = append(cited, whole(rec))
		}
	}
	return uniqueCitations(cited), nil
}

// spokenSession finds a session; "latest" is the one of this project in which a person spoke last. A session that a program drives (a script, a
// test, a hook's own call, a sub-agent) is never the latest: whoever means one names it.
func (h *Hub) spokenSession(ctx context.Context, ref string) (evidence.Session, error) {
	if ref != "latest" {
		return h.Evidence.Find(ctx, ref)
	}
	all, err := h.Evidence.Sessions(ctx)
	if err != nil {
		return evidence.Session{}, err
	}
	var last, driven evidence.Session
	former := h.formerNames(all)
	for _, sess := range all {
		if sess.Turns == 0 || h.Project != "" && !strings.EqualFold(sess.Project, h.Project) && !slices.Contains(former, sess.Project) {
			continue
		}
		newest := &last
		if sess.Driven == sess.Turns {
			newest = &driven
		}
		if !sess.End.Before(newest.End) {
			*newest = sess
		}
	}
	switch {
	case last.Session != "":
		return last, nil
	case driven.Session != "":
		return last, fmt.Errorf("no session of this project in which a person spoke: %w; a program drove the newest one, %s: name it with --from-session %s",
			evidence.ErrNotFound, driven.Session, driven.Session)
	}
	return last, fmt.Errorf("no session of this project in the evidence: %w; memory ingest --all reads them in", evidence.ErrNotFound)
}

func said(it items.Item) string {
	if it.Summary != "" {
		return enclosed.Clip(oneLine(it.Summary), saidRunes)
	}
	return enclosed.Clip(oneLine(it.Title), saidRunes)
}

func whole(r evidence.Record) items.Citation {
	return items.Citation{ID: string(r.ID), Span: "", SHA256: r.SHA256}
}

// filesChanged lists the files that calls of editing tools name, in order, at most mostDirty.
func filesChanged(records []evidence.Record) (files []string) {
	for _, r := range records {
		if r.Kind != transcript.ToolCall || !edits(r.Tool) {
			continue
		}
		for _, f := range r.Files {
			f = strings.TrimPrefix(strings.TrimPrefix(f, r.CWD), "/")
			if len(files) < mostDirty && !slices.Contains(files, f) {
				files = append(files, f)
			}
		}
	}
	return files
}

func edits(tool string) bool {
	tool = strings.ToLower(tool)
	for _, word := range []string{"edit", "write", "patch", "create", "replace"} {
		if strings.Contains(tool, word) {
			return true
		}
	}
	return false
}

func uniqueCitations(list []items.Citation) (out []items.Citation) {
	for _, c := range list {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
