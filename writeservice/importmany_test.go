package writeservice

import (
	"context"
	"fmt"
	"testing"

	"github.com/factline/memory/items"
)

// A row is held against the tombstones of its import and not against every row before it: else a long import takes the square of its length.
func TestRowsOfOneImportAreHeldAgainstItsTombstones(t *testing.T) {
	s := wordy(t, 0.95)
	b, asked := s.Batch(), 0
	b.Meaning = s.Meaning
	b.Meaning.Sentences = func(context.Context, string, string) (float64, bool) { asked++; return 0.95, true }
	for i, words := range []string{wordsOne, "Uploads are kept by the temporary archive", "Jobs remove what the archive has deleted", "Temporary jobs archive what uploads removed"} {
		must(t, Written)(b.ImportItem(t.Context(), row(items.ID(fmt.Sprintf("mem-live-%d", i)), words, items.Active, items.Human), ImportSkip, person))
	}
	if asked != 0 {
		t.Errorf("%d comparisons among rows in force", asked)
	}

	b = s.Batch()
	b.Meaning = s.Meaning
	must(t, Written)(b.ImportItem(t.Context(), row("mem-stone", "Deploys go out on Fridays after the standup", items.Retired, items.Human), ImportSkip, person))
	again := row("mem-again", "After the standup deploys go out on Fridays", items.Proposed, items.Imported)
	again.Evidence = nil
	mustSay(t, must(t, Rejected)(b.ImportItem(t.Context(), again, ImportSkip, Actor{Channel: items.Imported})), "mem-stone", "in other words")

	// Where a row of the same import brought the fact back, the tombstone no longer stands against it.
	back := row("mem-back", "Deploys go out on Fridays after the standup", items.Active, items.Human)
	back.Supersedes = []items.ID{"mem-stone"}
	must(t, Written)(b.ImportItem(t.Context(), back, ImportSkip, Actor{Channel: items.Human, Revive: "so again"}))
	r, err := b.ImportItem(t.Context(), again, ImportSkip, Actor{Channel: items.Imported})
	if err != nil || r.Status == Rejected {
		t.Errorf("%+v, %v", r, err)
	}
}
