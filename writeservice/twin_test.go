package writeservice

import (
	"testing"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// TestAPlantedTwinMakesRoom: what a page said first does not swallow the same fact when a person says it, nor is it believed for that.
func TestAPlantedTwinMakesRoom(t *testing.T) {
	for name, tt := range map[string]struct {
		channel Channel
		role    transcript.Role
		want    items.Trust
	}{
		"a person writes it":            {items.Human, "", items.Human},
		"an agent, in a person's words": {items.Agent, transcript.User, items.Agent},
	} {
		s := newService(t)
		rec := said(t, s, 1)
		first := must(t, Written)(s.Write(t.Context(), Draft{Item: citing(fact("Page lists by cursor", ""), "", rec[transcript.Tool]), Channel: items.Agent}))
		planted := get(t, s, first.ID)
		if planted.Trust != items.Tool {
			t.Fatalf("%s: the planted one has trust %s", name, planted.Trust)
		}
		again := fact("Page lists by cursor", "")
		if tt.role != "" {
			again = citing(again, "", rec[tt.role])
		}
		r := must(t, Written)(s.Write(t.Context(), Draft{Item: again, Channel: tt.channel}))
		if r.ID == first.ID || get(t, s, r.ID).Trust != tt.want {
			t.Errorf("%s: %+v has trust %s, want an item of its own with %s", name, r, get(t, s, r.ID).Trust, tt.want)
		}
		if got := get(t, s, first.ID).Status; got != items.Archived {
			t.Errorf("%s: the planted one is %s", name, got)
		}
		// and the other way round nothing is put away
		r = must(t, Duplicate)(s.Write(t.Context(), Draft{Item: citing(fact("Page lists by cursor", ""), "", rec[transcript.Tool]), Channel: items.Agent}))
		if get(t, s, r.ID).Trust != tt.want {
			t.Errorf("%s: a twin of a tool came to trust %s", name, get(t, s, r.ID).Trust)
		}
	}
}
