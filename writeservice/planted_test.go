package writeservice

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/trust"
)

// A copy that a branch put into undo/ comes back as what nobody here vouches for; one that a delete left is worth what the item was.
func TestACopyThatABranchPutIntoUndoIsNotBelieved(t *testing.T) {
	s := trusting(t)
	s.Origin = func(_ context.Context, _ items.Item, _ items.File) trust.Seal { return trust.Vouched } // as for any untracked file in items/
	planted := plantedFile(t)
	path := filepath.Join(s.Dir, "undo", string(plantedID)+".1.md")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(planted), 0o600); err != nil {
		t.Fatal(err)
	}
	r := must(t, Written)(s.Restore(t.Context(), plantedID, person, "it was here before"))
	mustSay(t, r, "this machine did not put that copy away")
	if got := s.Seals.Of([]byte(planted)); got != trust.Foreign {
		t.Errorf("the planted copy has the seal %q", got)
	}

	id := write(t, s, person, fact("Lists page by cursor", "")).ID
	must(t, Written)(s.Delete(t.Context(), id, person))
	if r := must(t, Written)(s.Restore(t.Context(), id, person, "deleted by mistake")); len(r.Reasons) > 0 {
		t.Errorf("our own copy: %v", r.Reasons)
	}
	it := get(t, s, id)
	if got := s.Seals.Of([]byte(it.Source())); got != trust.Seen {
		t.Errorf("our own copy has the seal %q", got)
	}
}

func TestARecordThatIsGivenUpKeepsTheEarlierOneOfItsName(t *testing.T) {
	s := trusting(t)
	for _, text := range []string{"first", "second"} {
		plant(t, s, "pending/mem-1.json", map[string]string{"text": text})
		replay(t, s)
	}
	state, err := s.PendingState(t.Context())
	if err != nil || len(state.Dead) != 2 || !strings.HasPrefix(state.Dead[0], "mem-1.2.json: ") || !strings.HasPrefix(state.Dead[1], "mem-1.json: ") {
		t.Errorf("%+v, %v", state, err)
	}
	var texts []string
	for _, name := range []string{"mem-1.json", "mem-1.2.json"} {
		b, err := os.ReadFile(filepath.Join(s.Dir, "pending", "dead", name))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.TrimSpace(string(b)))
	}
	if !slices.Equal(texts, []string{`{"text":"first"}`, `{"text":"second"}`}) {
		t.Errorf("%v", texts)
	}
	// an unsigned write is given another chance under its own name, as what an import says
	for range 2 {
		plant(t, s, "pending/"+string(plantedID)+".json", queued{Schema: 1, ID: plantedID, Queued: s.now(), Channel: items.Human, File: plantedFile(t)})
		replay(t, s)
	}
	if err := s.Requeue(t.Context(), string(plantedID)+".2.json"); err != nil {
		t.Error(err)
	}
}
