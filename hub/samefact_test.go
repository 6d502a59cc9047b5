package hub

import (
	"testing"

	"github.com/factline/memory/harvest"
	"github.com/factline/memory/items"
	"github.com/factline/memory/writeservice"
)

// below is an item whose fact stands below a title that is but a subject.
func below(title, body string) items.Item {
	return items.Item{Type: items.Fact, Title: title, Body: "# " + title + "\n\n" + body, Project: "shop"}
}

func inForce(t *testing.T, h *Hub, it items.Item) items.ID {
	t.Helper()
	r, err := h.Write(t.Context(), writeservice.Draft{Channel: items.Human, Item: it})
	if err != nil || r.Status != writeservice.Written {
		t.Fatalf("%+v, %v", r, err)
	}
	return r.ID
}

// The words below a title that only names a subject are the fact: another value is another fact, and does not strengthen the first.
func TestACandidateIsNotKnownByItsTitleAlone(t *testing.T) {
	for name, c := range map[string]struct{ old, new items.Item }{
		"another value":   {below("Deploy day of the shop", "We deploy the shop on Tuesdays."), below("Deploy day of the shop", "We deploy the shop on Fridays.")},
		"another fact":    {below("Port of the gateway", "The gateway port is 8080."), below("Port of the gateway", "A gateway port is opened by the worker in the night.")},
		"another summary": {items.Item{Type: items.Fact, Title: "Cache TTL of the shop", Summary: "The cache TTL is 30 seconds.", Project: "shop"}, items.Item{Type: items.Fact, Title: "Cache TTL of the shop", Summary: "The cache TTL is 60 seconds.", Project: "shop"}},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, Place{Dir: t.TempDir(), Exists: true}, "shop", nil)
			known := inForce(t, h, c.old)
			r, err := h.propose(t.Context(), harvest.Candidate{Item: c.new})
			if err != nil {
				t.Fatal(err)
			}
			if r.Status != writeservice.Candidate || r.ID == known {
				t.Errorf("%+v", r)
			}
		})
	}
}

// Two titles without a word in common, and one fact in the sentence below.
func TestFactsBelowTheirTitlesAreNeighbours(t *testing.T) {
	h := open(t, Place{Dir: t.TempDir(), Exists: true}, "shop", nil)
	known := inForce(t, h, below("Rollout calendar", "The rollout calendar has deploys on Tuesdays."))
	for n, other := range []string{"Ports", "Owners", "Hosts"} {
		inForce(t, h, below(other, []string{"The ports are open.", "The owners are Ada and Bo.", "The hosts are small."}[n]))
	}
	near, err := h.near(t.Context(), below("Release rhythm", "We have deploys on Tuesdays.").Head(), 3)
	if err != nil || len(near) == 0 || near[0].ID != known {
		t.Errorf("%v, %v", near, err)
	}
}
