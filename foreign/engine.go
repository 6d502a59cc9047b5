package foreign

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/factline/memory/items"
)

// engineTypes are the types of agent memory engine that have other names here.
var engineTypes = map[string]items.Type{"state": items.Signal, "worklog": items.Episode, "project": items.Fact}

// engineStore reads store.json of agent memory engine: a list of entries, or an object that holds it. What else stands in that is named.
func engineStore(b []byte, name string, yield Yield) error {
	var rows []json.RawMessage
	var whole map[string]json.RawMessage
	if json.Unmarshal(b, &rows) != nil {
		if err := json.Unmarshal(b, &whole); err != nil {
			return fmt.Errorf("%s is no JSON: %w", name, err)
		}
		for _, key := range []string{"entries", "memories", "items"} {
			var list []json.RawMessage
			if json.Unmarshal(whole[key], &list) == nil && list != nil {
				rows = slices.Concat([]json.RawMessage{}, rows, list)
				delete(whole, key)
			}
		}
		if rows == nil {
			return fmt.Errorf("%s holds no list of entries: is it the store of agent memory engine?", name)
		}
	}
	for n, row := range rows {
		r, err := object(row)
		var it items.Item
		if err == nil {
			it, err = engineEntry(r)
		}
		if err := yield(fmt.Sprintf("%s %d", name, n+1), it, err); err != nil {
			return err
		}
	}
	for _, key := range slices.Sorted(maps.Keys(whole)) {
		if n := records(whole[key]); n > 0 {
			if err := yield(name+" "+key, items.Item{}, &Left{n, "no list of entries"}); err != nil {
				return err
			}
		}
	}
	return nil
}

func engineEntry(r record) (items.Item, error) {
	kind, ok := engineTypes[r.text("type")]
	if !ok {
		var err error
		if kind, err = items.ParseType(r.text("type")); err != nil {
			kind = items.Fact
		}
	}
	it, err := draft(kind, "", r.text("text"))
	if err != nil {
		return it, err
	}
	it.ID, it.Agent, it.Created, it.Updated = ident(r.text("id")), line(r.text("agent")), when(r["created_at"]), when(r["updated_at"])
	source, meta := r.sub("source"), r.sub("metadata")
	it.Refs.Files = append(source.texts("path"), meta.texts("files")...)
	it.Refs.Commits = source.texts("commit")
	it.Tags = meta.tags("tags")
	it.Project = projectOf(meta.text("project"))
	it.Supersedes = idents(r.texts("supersedes"))
	if r.text("superseded_by") != "" {
		it.Status = items.Superseded
	}
	return it, nil
}
