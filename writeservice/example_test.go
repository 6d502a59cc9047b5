package writeservice_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

func ExampleService_Write() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	s := &writeservice.Service{
		Dir: dir, Items: &items.Store{Dir: dir}, Evidence: &evidence.Store{Dir: dir}, Ledger: &ledger.Ledger{Dir: dir + "/ledger"},
		Now:    func() time.Time { return time.Date(2026, 11, 29, 10, 15, 0, 0, time.UTC) },
		Random: func() [5]byte { return [5]byte{1, 2, 3, 4, 5} },
	}
	draft := writeservice.Draft{
		Item:    items.Item{Type: items.Decision, Title: "Cursor pagination", Summary: "Lists page by cursor.", Project: "shop-api"},
		Channel: items.Human,
	}
	for range 2 {
		r, err := s.Write(context.Background(), draft)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(r.Status, r.Path)
	}
	draft.Item.Title, draft.Item.Summary, draft.Channel = "Port", "The API listens on 8080.", items.Agent
	draft.Item.Type = items.Policy
	s.Random = func() [5]byte { return [5]byte{5, 4, 3, 2, 1} }
	r, err := s.Write(context.Background(), draft)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Status, r.Path, r.Reasons)
	// Output:
	// written items/2026/mem-20261129-cursor-pagination-aebagbaf.md
	// duplicate items/2026/mem-20261129-cursor-pagination-aebagbaf.md
	// proposed review/mem-20261129-port-aucagaqb.md [only a person can put a policy in force]
}
