package gates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// More ways for an old value to come back: those that no write goes through, and those that change how it looks.

// copyFile puts a file with the old value into the store by hand.
func (s story) copyFile(_ context.Context, project string) error {
	it := items.Item{
		ID: items.NewID(defaultNow, s.says(s.old), [5]byte{9, byte(s.n), byte(s.n >> 8)}), Schema: 1, Type: items.Fact, Title: s.says(s.old), Project: project,
		Status: items.Active, Created: defaultNow, Updated: defaultNow, Trust: items.Human,
	}
	b, err := it.Encode()
	if err == nil {
		err = os.WriteFile(filepath.Join(s.dir, "items", defaultNow.Format("2006"), string(it.ID)+items.Ext), b, 0o644)
	}
	return errors.Join(err, s.h.Refresh())
}

// sayForAll lets a person, an agent or an import say the old value as one of every project.
func (s story) sayForAll(ctx context.Context) (writeservice.Receipt, error) {
	switch s.n / len(correctionKinds) % 3 {
	case 0:
		return s.write(ctx, "", s.says(s.old), writeservice.Draft{Channel: items.Agent})
	case 1:
		row := items.Item{Type: items.Fact, Title: s.says(s.old), Status: items.Active, Trust: items.Human}
		return s.h.Writes.ImportItem(ctx, row, writeservice.ImportMerge, writeservice.Actor{Channel: items.Human})
	}
	return s.write(ctx, "", s.says(s.old), writeservice.Draft{})
}

// assertAtLength writes the old value with a summary besides.
func (s story) assertAtLength(ctx context.Context) (items.ID, error) {
	r, err := s.h.Write(ctx, writeservice.Draft{Channel: items.Human, Item: items.Item{
		Type: s.makes(), Title: s.says(s.old), Summary: "All clients of the " + s.subject() + " were told so in May.", Project: s.project(),
	}})
	return r.ID, err
}

// takeBack retires a fact or purges it. The control deletes it.
func (s story) takeBack(ctx context.Context, id items.ID, who writeservice.Actor) error {
	if s.n/len(correctionKinds)%2 == 0 || s.control {
		_, err := s.h.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) {
			if s.control {
				return w.Delete(ctx, id, who)
			}
			return w.Retire(ctx, id, who, "it moved")
		})
		return err
	}
	_, job, err := s.h.PurgePlan(ctx, id, who)
	if err != nil {
		return err
	}
	_, _, err = s.h.Purge(ctx, job)
	return errors.Join(err, s.h.Refresh())
}

// editBack lets a person turn the correction into the old value without a reason.
func (s story) editBack(ctx context.Context) (writeservice.Receipt, error) {
	return s.h.Change(ctx, func(w *writeservice.Service) (writeservice.Receipt, error) {
		return w.Update(ctx, s.corrected, writeservice.Actor{Channel: items.Human, By: "ada"}, func(it *items.Item) error {
			it.Title = s.says(s.old)
			return nil
		})
	})
}

// wide is a text in full-width letters, as an input method may write it.
func wide(text string) string {
	return strings.Map(func(r rune) rune {
		if r > ' ' && r <= '~' {
			return r + 0xfee0
		}
		return r
	}, text)
}

// sayWide lets an agent write the old value in other letters.
func (s story) sayWide(ctx context.Context) (writeservice.Receipt, error) {
	return s.write(ctx, s.project(), wide(s.says(s.old)), writeservice.Draft{Channel: items.Agent})
}

// harvest lets a session say the old value again, and reports whether anything of it was proposed.
func (s story) harvest(ctx context.Context) (back bool, err error) {
	line, err := json.Marshal(map[string]any{
		"type": "user", "uuid": fmt.Sprintf("u%d", s.n), "sessionId": fmt.Sprintf("5f2a0000-0000-4000-8000-%012d", s.n), "cwd": "/src/" + s.project(),
		"timestamp": defaultNow.Format(time.RFC3339), "version": "2.1.0", "message": map[string]any{"role": "user", "content": "Remember that " + s.lower() + "."},
	})
	if err != nil {
		return false, err
	}
	path := filepath.Join(filepath.Dir(s.dir), fmt.Sprintf("session%d.jsonl", s.n))
	if err := os.WriteFile(path, append(line, '\n'), 0o600); err != nil {
		return false, err
	}
	if _, err := s.h.Evidence.Ingest(ctx, []string{path}, evidence.Options{Project: s.project()}); err != nil {
		return false, err
	}
	got, err := s.h.Harvest(ctx, hub.HarvestRequest{Project: s.project()})
	if err == nil && got.Sessions == 0 {
		err = errors.New("the session was not read")
	}
	return got.Proposed > 0, err
}

func (s story) lower() string { return "t" + strings.TrimPrefix(s.says(s.old), "T") }

// merge brings a change of the old item by another clone, which does not know that it was corrected: as git does with the merge driver,
// or, where the item is gone here, as git keeps a file that one side changed and the other deleted.
func (s story) merge(ctx context.Context, was items.Item) error {
	theirs := was
	theirs.Tags = []string{"network"}
	place := filepath.Join(s.dir, "items", was.Created.Format("2006"), string(was.ID)+items.Ext)
	var paths []string
	for n, it := range []items.Item{was, theirs} {
		b, err := it.Encode()
		if err != nil {
			return err
		}
		paths = append(paths, filepath.Join(filepath.Dir(s.dir), fmt.Sprintf("side%d-%d.md", s.n, n)))
		if err := os.WriteFile(paths[n], b, 0o600); err != nil {
			return err
		}
	}
	if s.control {
		return errors.Join(os.Rename(paths[1], place), s.h.Refresh())
	}
	if _, err := hub.MergeFiles(ctx, nil, place, paths[0], place, paths[1]); err != nil {
		return err
	}
	return s.h.Refresh()
}

// rebuild throws the projections away, or makes them look at every file again.
func (s story) rebuild(ctx context.Context) error {
	if err := s.h.Refresh(); err != nil {
		return err
	}
	if s.n%2 == 0 {
		_, err := s.h.Projections.Rebuild(ctx, nil)
		return err
	}
	if err := os.RemoveAll(s.h.Projections.Dir); err != nil {
		return err
	}
	_, err := s.h.Projections.Sync(ctx)
	return err
}

// inProfile reports whether the old value stands in the text that goes into the instructions of an agent in the story's project.
func (s story) inProfile(ctx context.Context) (bool, error) {
	all := s.h.Project
	s.h.Project = s.project()
	defer func() { s.h.Project = all }()
	p, err := s.h.Profile(ctx, hub.ProfileRequest{Budget: 20_000})
	return servedOf(p.Text, s.subject(), s.old), err
}

// narrowerThings are called as the subject of a story is, and more.
var narrowerThings = []string{"debug %s", "%s exporter", "%s dashboard", "internal %s", "clients of the %s"}

// narrower lets a person say of a narrower thing what no longer holds of the subject, and an agent write it down or a harvest find it. It reports whether the one
// reaches a prompt and the other is proposed.
func (s story) narrower(ctx context.Context) (bool, error) {
	thing := fmt.Sprintf(narrowerThings[s.n%len(narrowerThings)], s.subject())
	text := fmt.Sprintf("The port of the %s is %d", thing, s.old)
	if s.n/len(correctionKinds)%2 == 0 {
		if err := s.hear(ctx, 7, text); err != nil {
			return false, err
		}
		if _, err := s.viaMCP(ctx, "codex", map[string]any{"type": string(items.Fact), "title": text, "evidence": []string{text}}); err != nil {
			return false, err
		}
		got, err := s.pack(ctx, s.project(), thing)
		return strings.Contains(got, text), err
	}
	if err := s.hear(ctx, 7, "Remember that t"+strings.TrimPrefix(text, "T")+"."); err != nil {
		return false, err
	}
	got, err := s.h.Harvest(ctx, hub.HarvestRequest{Project: s.project()})
	if err != nil {
		return false, err
	}
	for _, p := range got.Proposals {
		if strings.Contains(strings.ToLower(p.Title), thing) && p.Receipt.Status == writeservice.Candidate {
			return true, nil
		}
	}
	return false, nil
}
