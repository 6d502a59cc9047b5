package mcp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/projections"
)

type sessionsIn struct {
	Agent  string `json:"agent,omitempty"`
	Limit  int    `json:"limit,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

func sessionsTool() tool {
	return declare(tool{
		name: "memory_sessions", set: All, effect: reads,
		about: "Recorded sessions of this project, newest first.",
	}, sessions)
}

func sessions(ctx context.Context, c *call, in sessionsIn) (material, error) {
	at, err := offset(in.Cursor)
	if err != nil {
		return material{}, err
	}
	_, _ = c.CatchUp(ctx) // sessions under way; what cannot be brought in yet comes later
	all, err := c.Evidence.Sessions(ctx)
	if err != nil {
		return material{}, err
	}
	all = slices.DeleteFunc(all, func(s evidence.Session) bool {
		return in.Agent != "" && s.Agent != in.Agent || c.Project != "" && s.Project != c.Project
	})
	slices.Reverse(all)
	total := len(all)
	all = all[min(at, total):]
	all = all[:min(len(all), within(in.Limit, defaultLimit, maxLimit))]
	var pieces []contextpack.Piece
	var ids []string
	for _, s := range all {
		ids = append(ids, s.Session)
		pieces = append(pieces, contextpack.Piece{
			Head: fmt.Sprintf("%s %s %s, %d events", s.Start.UTC().Format("2006-01-02 15:04"), s.Agent, s.Session, s.Events), Text: s.Title,
		})
	}
	return c.material(pieces, ids, readBudget, at, total)
}

type sessionIn struct {
	Session string `json:"session" jsonschema:"id, unique start of it, or latest"`
	Channel string `json:"channel,omitempty" jsonschema:"only user, assistant, tool, web, file or hook"`
	Budget  int    `json:"budget,omitempty" jsonschema:"tokens"`
	Cursor  string `json:"cursor,omitempty"`
}

func sessionTool() tool {
	return declare(tool{
		name: "memory_session_read", set: All, effect: reads,
		about: "The record of one session, in order: what was said and seen, not what is true.",
	}, readSession)
}

// maxRecords bounds what one page of a session reads; the budget is mostly the nearer limit.
const maxRecords = 200

func readSession(ctx context.Context, c *call, in sessionIn) (material, error) {
	at, err := offset(in.Cursor)
	if err != nil {
		return material{}, err
	}
	_, _ = c.CatchUp(ctx)
	session, err := c.Evidence.Find(ctx, in.Session)
	if errors.Is(err, evidence.ErrNotFound) {
		return material{}, fmt.Errorf("no session %.60q: memory_sessions lists them", in.Session)
	}
	if err != nil {
		return material{}, err
	}
	retired, err := c.RetiredEvidence(ctx)
	if err != nil {
		return material{}, err
	}
	var pieces []contextpack.Piece
	var ids []string
	total := 0
	for rec, err := range c.Evidence.Records(ctx, session) {
		if ctx.Err() != nil {
			return material{}, ctx.Err()
		}
		if err != nil || in.Channel != "" && string(rec.Channel) != in.Channel {
			continue // doctor names damage
		}
		if total >= at && len(pieces) < maxRecords {
			pieces, ids = append(pieces, hub.Piece(rec, retired.Of(rec))), append(ids, string(rec.ID))
		}
		total++
	}
	return c.material(pieces, ids, in.Budget, at, total)
}

type evidenceIn struct {
	Query   string `json:"query"`
	Agent   string `json:"agent,omitempty"`
	Session string `json:"session,omitempty" jsonschema:"id, unique start of it, or latest"`
	Limit   int    `json:"limit,omitempty"`
	Budget  int    `json:"budget,omitempty" jsonschema:"tokens"`
	Cursor  string `json:"cursor,omitempty"`
}

func evidenceTool() tool {
	return declare(tool{
		name: "memory_evidence_search", set: All, effect: reads,
		about: "Full text over recorded sessions of this project: raw words, also of tools and pages. Facts are found by memory_search.",
	}, searchEvidence)
}

func searchEvidence(ctx context.Context, c *call, in evidenceIn) (material, error) {
	if strings.TrimSpace(in.Query) == "" {
		return material{}, fmt.Errorf("search for what? give a query")
	}
	at, err := offset(in.Cursor)
	if err != nil {
		return material{}, err
	}
	_, _ = c.CatchUp(ctx)
	limit := within(in.Limit, defaultLimit, maxLimit)
	q := projections.EvidenceQuery{Text: in.Query, Agent: in.Agent, Project: c.Project, K: maxHits}
	if in.Session != "" {
		session, err := c.Evidence.Find(ctx, in.Session)
		if err != nil {
			return material{}, err
		}
		q.Session = session.Session
	}
	hits, err := c.Projections.SearchEvidence(ctx, q)
	if err != nil {
		return material{}, err
	}
	retired, err := c.RetiredEvidence(ctx)
	if err != nil {
		return material{}, err
	}
	var pieces []contextpack.Piece
	var ids []string
	var places []int // of the pieces among the hits
	for n := min(at, len(hits)); n < min(at+limit, len(hits)); n++ {
		if rec, err := c.Evidence.Get(ctx, hits[n].ID); err == nil { // else gone since it was indexed
			pieces, ids, places = append(pieces, hub.Piece(rec, retired.Of(rec))), append(ids, string(rec.ID)), append(places, n)
		}
	}
	out, err := c.material(pieces, ids, in.Budget, 0, len(pieces))
	if err != nil {
		return out, err
	}
	next := at + limit
	if shown := len(out.IDs); shown < len(places) {
		next = places[shown]
	}
	out.Total, out.Next = len(hits), ""
	if next < len(hits) {
		out.Next = cursor(next)
	}
	return out, nil
}

// maxHits is how many records one search of the evidence knows of, page by page.
const maxHits = 1000

type verifyIn struct {
	ID     string `json:"id"`
	Budget int    `json:"budget,omitempty" jsonschema:"tokens"`
}

// chain is an item's way back to what was seen.
type chain struct {
	material
	Status  string   `json:"status"` // verified, changed, missing (the worst of its citations), or none
	SHA256  string   `json:"sha256"` // of the detail view, as packs name it
	Sources []source `json:"sources"`
	Files   []string `json:"files,omitempty"` // code that it speaks of
}

type source struct {
	ID      string `json:"id"`
	Span    string `json:"span,omitempty"`
	State   string `json:"state"`
	Agent   string `json:"agent,omitempty"`
	Session string `json:"session,omitempty"`
	Channel string `json:"channel,omitempty"`
}

func (v chain) words() string {
	lines := []string{"citations: " + v.Status}
	for _, s := range v.Sources {
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s:%s %s %s", s.State, s.ID, s.Span, s.Agent, s.Channel)))
	}
	return strings.Join(append(lines, v.material.words()), "\n")
}

func verifyTool() tool {
	return declare(tool{
		name: "memory_verify", set: All, effect: reads,
		about: "Follow an item back to its evidence: are the cited words still there, who said them, where.",
	}, verify)
}

func verify(ctx context.Context, c *call, in verifyIn) (chain, error) {
	id, err := c.Resolve(ctx, in.ID)
	if err != nil {
		return chain{}, err
	}
	it, _, err := c.Get(ctx, id)
	if err != nil {
		return chain{}, err
	}
	retired, err := c.RetiredEvidence(ctx)
	if err != nil {
		return chain{}, err
	}
	sum := sha256.Sum256([]byte(contextpack.Render(it, contextpack.Detail)))
	out := chain{Status: "none", SHA256: hex.EncodeToString(sum[:]), Sources: []source{}}
	for _, a := range it.Anchors {
		out.Files = append(out.Files, a.Path+":"+a.Lines)
	}
	order := []string{"none", hub.SourceVerified, hub.SourcePurged, hub.SourceChanged, hub.SourceMissing}
	var pieces []contextpack.Piece
	var ids []string
	for _, s := range c.Sources(ctx, it) {
		if slices.Index(order, s.State) > slices.Index(order, out.Status) {
			out.Status = s.State
		}
		out.Sources = append(out.Sources, source{s.Citation.ID, s.Citation.Span, s.State, s.Record.Agent, s.Record.Session, string(s.Record.Channel)})
		if s.State != hub.SourceMissing && s.State != hub.SourcePurged {
			rec := s.Record
			rec.Text = s.Text
			pieces, ids = append(pieces, hub.Piece(rec, retired.Of(rec))), append(ids, s.Citation.ID)
		}
	}
	out.material, err = c.material(pieces, ids, in.Budget, 0, len(pieces))
	return out, err
}
