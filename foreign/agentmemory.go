package foreign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/factline/memory/items"
)

// agentMemory reads an export: one object whose fields are lists of records by scope, a list of records, or one record a line.
// Sessions, observations, tasks, graphs and the like are what was seen, what is to be done and what is derived, no facts: they are left out,
// and each scope of them is named.
func agentMemory(b []byte, name string, yield Yield) error {
	var whole map[string]json.RawMessage
	if json.Unmarshal(b, &whole) == nil {
		if nested := whole["data"]; whole["memories"] == nil && nested != nil {
			delete(whole, "data")
			_ = json.Unmarshal(nested, &whole)
		}
		if record, err := object(b); err == nil && scopeOf(record) != "" {
			it, err := agentMemoryItem(scopeOf(record), record)
			return yield(name, it, err)
		}
		return agentMemoryScopes(whole, name, yield)
	}
	var rows []json.RawMessage
	if json.Unmarshal(b, &rows) == nil {
		return agentMemoryRows("", rows, name, yield)
	}
	if err := asLines(b, name); err != nil {
		return err
	}
	n := 0
	for row := range bytes.Lines(b) {
		if n++; len(bytes.TrimSpace(row)) == 0 {
			continue
		}
		if err := agentMemoryRow("", row, fmt.Sprintf("%s:%d", name, n), yield); err != nil {
			return err
		}
	}
	return nil
}

// asLines reports why a file that is no JSON holds no record a line either: it is one object or list, and damaged. Its lines would be refused one by
// one, and a record of it that happens to stand in one would be taken for all.
func asLines(b []byte, name string) error {
	rows, whole := 0, 0
	for row := range bytes.Lines(b) {
		if row = bytes.TrimSpace(row); len(row) == 0 {
			continue
		}
		rows++
		if json.Valid(row) {
			whole++
		}
	}
	var bad *json.SyntaxError
	if first := bytes.TrimSpace(b); rows == 0 || 2*whole >= rows || first[0] != '{' && first[0] != '[' || !errors.As(json.Unmarshal(b, new(any)), &bad) {
		return nil
	}
	at := min(max(int(bad.Offset)-1, 0), len(b))
	return fmt.Errorf("%s is damaged in line %d: %w; mend it there or export it anew, and import it again", name, 1+bytes.Count(b[:at], []byte("\n")), bad)
}

// scopes are those that hold facts, in the order in which they are read.
var scopes = []string{"memories", "lessons", "insights", "semantic", "semanticMemories", "procedural", "proceduralMemories", "crystals", "summaries"}

func agentMemoryScopes(whole map[string]json.RawMessage, name string, yield Yield) error {
	found := false
	for _, scope := range scopes {
		raw := whole[scope]
		if raw == nil {
			continue
		}
		found = true
		var rows []json.RawMessage
		if json.Unmarshal(raw, &rows) != nil {
			var byID map[string]json.RawMessage
			if json.Unmarshal(raw, &byID) != nil {
				if err := yield(name+" "+scope, items.Item{}, fmt.Errorf("it is neither a list nor an object of records")); err != nil {
					return err
				}
				continue
			}
			for _, id := range slices.Sorted(maps.Keys(byID)) {
				rows = append(rows, byID[id])
			}
		}
		if err := agentMemoryRows(scope, rows, name+" "+scope, yield); err != nil {
			return err
		}
	}
	if !found {
		return fmt.Errorf("%s has none of %s: is it an export of agentmemory?", name, strings.Join(scopes, ", "))
	}
	for _, scope := range slices.Sorted(maps.Keys(whole)) {
		if n := records(whole[scope]); n > 0 && !slices.Contains(scopes, scope) {
			if err := yield(name+" "+scope, items.Item{}, &Left{n, cmp.Or(factless[scope], "no scope of facts that is known here")}); err != nil {
				return err
			}
		}
	}
	return nil
}

// Why a scope has no facts.
const (
	seen    = "what was seen in sessions, no facts: memory ingest and memory harvest take them from the transcripts"
	todo    = "work to do and its order, no facts"
	derived = "made of the other records"
)

var factless = map[string]string{
	"sessions": seen, "observations": seen, "rawObservations": seen, "compressedObservations": seen, "accessLogs": seen, "signals": todo,
	"actions": todo, "actionEdges": todo, "routines": todo, "checkpoints": todo, "sentinels": todo, "sketches": todo,
	"graphNodes": derived, "graphEdges": derived, "facets": derived, "profiles": derived, "relations": derived,
}

// records counts what a scope holds, be it a list, records by id, or lists of them by session; a field that is none of these holds 0.
func records(raw json.RawMessage) (n int) {
	var rows []json.RawMessage
	if json.Unmarshal(raw, &rows) == nil {
		return len(rows)
	}
	var by map[string]json.RawMessage
	_ = json.Unmarshal(raw, &by)
	for _, row := range by {
		switch row = bytes.TrimSpace(row); {
		case row[0] == '[':
			n += records(row)
		case row[0] == '{':
			n++
		}
	}
	return n
}

func agentMemoryRows(scope string, rows []json.RawMessage, name string, yield Yield) error {
	for n, row := range rows {
		if err := agentMemoryRow(scope, row, fmt.Sprintf("%s %d", name, n+1), yield); err != nil {
			return err
		}
	}
	return nil
}

func agentMemoryRow(scope string, row []byte, name string, yield Yield) error {
	r, err := object(row)
	var it items.Item
	if err == nil {
		if scope == "" {
			scope = scopeOf(r)
		}
		it, err = agentMemoryItem(scope, r)
	}
	return yield(name, it, err)
}

// scopeOf tells what a record is by the fields that only it has.
func scopeOf(r record) string {
	has := func(name string) bool { _, ok := r[name]; return ok }
	switch {
	case has("reinforcements") || has("decayRate"):
		return "lessons"
	case has("steps") && has("name"):
		return "procedural"
	case has("keyOutcomes"):
		return "crystals"
	case has("keyDecisions"):
		return "summaries"
	case has("fact"):
		return "semantic"
	case has("content") && has("title"):
		return "memories"
	}
	return ""
}

func agentMemoryItem(scope string, r record) (items.Item, error) {
	var it items.Item
	var err error
	switch scope {
	case "memories", "insights":
		kind, typeErr := items.ParseType(r.text("type"))
		if typeErr != nil {
			kind = items.Fact
		}
		it, err = draft(kind, r.text("title"), r.text("content"))
	case "lessons":
		it, err = draft(items.Lesson, "", r.text("content")+"\n\n"+r.text("context"))
	case "semantic", "semanticMemories":
		it, err = draft(items.Fact, "", r.text("fact"))
	case "procedural", "proceduralMemories":
		it, err = draft(items.Procedure, r.text("name"), steps(r))
	case "crystals":
		it, err = draft(items.Episode, "", r.text("narrative")+bullets("Outcomes", r.texts("keyOutcomes"))+bullets("Lessons", r.texts("lessons")))
	case "summaries":
		it, err = draft(items.Episode, r.text("title"), r.text("narrative")+bullets("Decisions", r.texts("keyDecisions")))
	default:
		return it, fmt.Errorf("it is no memory, lesson, procedure or summary")
	}
	if err != nil {
		return it, err
	}
	it.ID = ident(r.text("id"))
	it.Created, it.Updated = when(r["createdAt"]), when(r["updatedAt"])
	it.Agent, it.Project = line(r.text("agentId")), projectOf(r.text("project"))
	it.Tags = r.tags("concepts", "tags")
	it.Refs.Files = r.texts("files", "filesModified", "filesAffected")
	it.Refs.Items = idents(r.texts("relatedIds", "parentId"))
	it.Supersedes = idents(r.texts("supersedes"))
	it.Valid.Until = when(r["forgetAfter"])
	if it.Confidence = surety(r.number("confidence")); it.Confidence == 0 {
		it.Confidence = surety(r.number("strength"))
	}
	if latest, ok := r["isLatest"].(bool); ok && !latest {
		it.Status = items.Superseded
	}
	if gone, _ := r["deleted"].(bool); gone {
		it.Status = items.Retired
	}
	return it, nil
}

func steps(r record) string {
	var b strings.Builder
	if when := r.text("triggerCondition"); when != "" {
		fmt.Fprintf(&b, "When: %s\n\n", when)
	}
	for n, step := range r.texts("steps") {
		fmt.Fprintf(&b, "%d. %s\n", n+1, step)
	}
	if outcome := r.text("expectedOutcome"); outcome != "" {
		fmt.Fprintf(&b, "\nExpected: %s\n", outcome)
	}
	return b.String()
}

func bullets(heading string, lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return "\n\n## " + heading + "\n\n- " + strings.Join(lines, "\n- ")
}
