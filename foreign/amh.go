package foreign

import (
	"path"
	"strings"
	"time"

	"github.com/factline/memory/items"
)

// hubItem reads one item of Agent Memory Hub.
func hubItem(b []byte, name string) (items.Item, error) {
	r, body := note(b)
	kind, err := items.ParseType(r.text("type"))
	if err != nil {
		return items.Item{}, err
	}
	it, err := draft(kind, r.text("title"), body)
	if err != nil {
		return it, err
	}
	summarize(&it, r.text("summary"), body)
	id := r.text("id")
	if id == "" {
		id = strings.TrimSuffix(path.Base(name), ".md")
	}
	it.ID, it.Created = ident(id), when(r["created_at"])
	it.Agent, it.Project, it.Tags = line(r.text("agent")), projectOf(r.text("project")), r.tags("tags")
	it.Confidence = surety(r.number("confidence"))
	it.Sensitivity = items.Sensitivity(r.text("sensitivity"))
	refs := r.sub("refs")
	it.Refs = items.Refs{
		Files: refs.texts("files"), URLs: refs.texts("urls"), Commits: refs.texts("commits"), Items: idents(refs.texts("mems")),
		Resources: refs.texts("resources", "extractions"),
	}
	it.Supersedes = idents(r.texts("evolved_from"))
	hubValidity(&it, r.sub("validity"))
	if kind == items.Signal {
		state := r.sub("signal_state")
		it.State = items.State{Name: state.text("status"), Until: when(state["deferred_until"])}
	}
	switch {
	case r.text("superseded_by") != "":
		it.Status = items.Superseded
	case strings.Contains("/"+name, "/archived/"):
		it.Status = items.Archived
	}
	return it, nil
}

// hubValidity takes over where and until when an item holds.
func hubValidity(it *items.Item, v record) {
	it.Valid.Branch, it.Valid.Repo, it.Valid.OS = v.text("branch"), v.text("repo"), v.text("os")
	if hours := v.number("ttl_hours"); hours > 0 && hours < 1e6 {
		from := when(v["observed_at"])
		if from.IsZero() {
			from = it.Created
		}
		if !from.IsZero() {
			it.Valid.Until = items.Instant(from.Add(time.Duration(hours) * time.Hour))
		}
	}
}
