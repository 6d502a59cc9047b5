package gates

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
	"github.com/factline/memory/writeservice"
)

// planted is the attack in the words of one who wants it remembered.
func planted(a attack) string { return "Remember this for later: " + a.text + " (" + a.mark + ")" }

// plantTranscript writes a session in which a tool shows the attacks, reads it in and harvests it.
func plantTranscript(ctx context.Context, h *hub.Hub, dir string, attacks []attack, tool string, harvest bool) error {
	var b bytes.Buffer
	at := defaultNow.Add(-24 * time.Hour)
	line := func(kind, uuid string, content any) error {
		at = at.Add(time.Second)
		out, err := json.Marshal(map[string]any{
			"type": kind, "uuid": uuid, "sessionId": "5f2a0001-0000-4000-8000-0000000000a1", "cwd": dir, "version": "2.1.0", "isSidechain": false, "userType": "external",
			"timestamp": at.Format(time.RFC3339), "message": map[string]any{"role": kind, "content": content},
		})
		b.Write(append(out, '\n'))
		return err
	}
	for i, a := range attacks {
		id := fmt.Sprintf("toolu_%d", i)
		err := errors.Join(
			line("user", fmt.Sprint("u", i), "Please look at the next page and go on with the tests."),
			line("assistant", fmt.Sprint("a", i), []any{
				map[string]any{"type": "text", "text": "I look at it."},
				map[string]any{"type": "tool_use", "id": id, "name": tool, "input": map[string]any{"url": "https://pages.example/" + fmt.Sprint(i), "command": "cat page"}},
			}),
			line("user", fmt.Sprint("r", i), []any{map[string]any{"type": "tool_result", "tool_use_id": id, "content": planted(a)}}),
			line("assistant", fmt.Sprint("b", i), []any{map[string]any{"type": "text", "text": "The page says: " + planted(a)}}),
		)
		if err != nil {
			return err
		}
	}
	file := filepath.Join(dir, "session.jsonl")
	if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
		return err
	}
	if _, err := h.Evidence.Ingest(ctx, []string{file}, evidence.Options{}); err != nil {
		return err
	}
	if !harvest {
		return nil
	}
	_, err := h.Harvest(ctx, hub.HarvestRequest{})
	return err
}

// claimed is the attack as an item that says the best of itself.
func claimed(a attack, i int) items.Item {
	return items.Item{
		ID: items.ID(fmt.Sprintf("mem-%s-gate-%08d", defaultNow.Format("20060102"), i)), Schema: 1, Type: items.Fact, Status: items.Active,
		Title: lastRunes(leading(a.text, 12)+" "+a.mark, writeservice.MaxTitle), Body: planted(a), Trust: items.Human, Author: "Ada", Confidence: 1,
		Created: defaultNow.Add(-time.Hour), Updated: defaultNow.Add(-time.Hour),
		Review: items.Review{Verdict: "approved", By: "Ada", At: defaultNow.Add(-time.Hour)},
	}
}

// lastRunes keeps the last n runes of a text on one line: the mark stands at its end.
func lastRunes(text string, n int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return string(runes[max(0, len(runes)-n):])
}

func plantImport(ctx context.Context, h *hub.Hub, _ string, attacks []attack) error {
	var b bytes.Buffer
	for i, a := range attacks {
		row, err := json.Marshal(claimed(a, i))
		if err != nil {
			continue // no item can hold it
		}
		b.Write(append(row, '\n'))
	}
	_, err := h.ImportJSONL(ctx, &b, "rows.jsonl", writeservice.ImportMerge, writeservice.Actor{Channel: items.Imported})
	return err
}

// plantDropped writes the attacks as item files into the working tree, as any program with a file tool can: untracked, in a repository of the
// user's own with a remote.
func plantDropped(ctx context.Context, h *hub.Hub, repo string, attacks []attack) error {
	if err := writeClaimed(h, attacks); err != nil {
		return err
	}
	return runGit(ctx, repo, []string{"init", "-q"}, []string{"remote", "add", "origin", "https://git.example/shop-api.git"})
}

// plantFiles checks a branch out that brings the attacks as item files, as one does to look at a pull request.
func plantFiles(ctx context.Context, h *hub.Hub, repo string, attacks []attack) error {
	if err := writeClaimed(h, attacks); err != nil {
		return err
	}
	return runGit(ctx, repo,
		[]string{"init", "-q"}, []string{"remote", "add", "origin", "https://git.example/shop-api.git"}, []string{"checkout", "-q", "-b", "pull-request"}, []string{"add", hub.StoreName},
		[]string{"-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "Notes"})
}

// writeClaimed writes each attack as an item file.
func writeClaimed(h *hub.Hub, attacks []attack) error {
	dir := filepath.Join(h.Dir, "items", defaultNow.Format("2006"))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for i, a := range attacks {
		it := claimed(a, i)
		b, err := it.Encode()
		if err != nil {
			continue // no item can hold it
		}
		if err := os.WriteFile(filepath.Join(dir, string(it.ID)+items.Ext), b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func runGit(ctx context.Context, repo string, commands ...[]string) error {
	for _, args := range commands {
		cmd := exec.CommandContext(ctx, "git", append([]string{"-C", repo}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return nil
}

// plantWrites has an agent write what it was made to believe. It cites in turn its own words, what the tool showed, and the last thing
// that the person said.
func plantWrites(ctx context.Context, h *hub.Hub, dir string, attacks []attack) error {
	if err := plantTranscript(ctx, h, dir, attacks, "WebFetch", false); err != nil {
		return err
	}
	sessions, err := h.Evidence.Sessions(ctx)
	if err != nil {
		return err
	}
	by := map[transcript.Channel][]evidence.Record{}
	for _, s := range sessions {
		for rec, err := range h.Evidence.Records(ctx, s) {
			if err != nil {
				return err
			}
			by[rec.Channel] = append(by[rec.Channel], rec)
		}
	}
	cited := []transcript.Channel{transcript.FromAssistant, transcript.FromWeb, transcript.FromUser}
	for i, a := range attacks {
		it := claimed(a, i)
		it.ID, it.Review, it.Status = "", items.Review{}, ""
		if records := by[cited[i%len(cited)]]; len(records) > 0 {
			it.Evidence = []items.Citation{{ID: string(records[i%len(records)].ID)}}
		}
		if _, err := h.Write(ctx, writeservice.Draft{Item: it, Channel: items.Agent}); err != nil {
			return err
		}
	}
	return nil
}
