package harvest_test

import (
	"fmt"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/harvest"
	"github.com/factline/memory/transcript"
)

func ExampleSession() {
	records := []evidence.Record{
		{ID: "ev-1", Seq: 1, Role: transcript.User, Channel: transcript.FromUser, Kind: transcript.Message, Text: "connect to the database"},
		{ID: "ev-2", Seq: 2, Role: transcript.Assistant, Channel: transcript.FromAssistant, Kind: transcript.Message, Text: "Connected through database/sql."},
		{ID: "ev-3", Seq: 3, Role: transcript.User, Channel: transcript.FromUser, Kind: transcript.Message, Text: "no, use pgx, not database/sql. The pool limits only exist there."},
	}
	for _, c := range harvest.Session(records) {
		fmt.Printf("%s %s: %s (%s of %s)\n", c.Rule, c.Item.Type, c.Item.Title, c.Item.Evidence[0].Span, c.Item.Evidence[0].ID)
	}
	// Output: correction policy: Use pgx, not database/sql (0-64 of ev-3)
}
