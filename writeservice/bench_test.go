package writeservice

import (
	"context"
	"fmt"
	"testing"

	"github.com/factline/memory/items"
)

// filled is a store with n items and an index over them, opened once as projections would.
func filled(b *testing.B, n int) *Service {
	b.Helper()
	s := newService(b)
	ix := blind()
	w := items.NewWriter(s.Dir)
	for i := range n {
		it := fact(fmt.Sprintf("Fact number %d", i), fmt.Sprintf("It says %d.", i))
		it.ID, it.Status, it.Trust, it.Created, it.Updated = items.ID(fmt.Sprintf("mem-20261129-fact-%08d", i)), items.Active, items.Human, s.now(), s.now()
		f, err := w.Create(b.Context(), it)
		if err != nil {
			b.Fatal(err)
		}
		ix.put(it, f)
	}
	s.Index = func(context.Context) (Index, error) { return ix, nil }
	return s
}

// BenchmarkWriteInto10k is one write, with its fsyncs and its ledger line, beside 10,000 items; the index costs nothing here.
func BenchmarkWriteInto10k(b *testing.B) {
	s := filled(b, 10_000)
	i := 0
	for b.Loop() {
		i++
		if r, err := s.Write(b.Context(), Draft{Item: fact(fmt.Sprintf("New fact %d", i), ""), Channel: items.Human}); err != nil || r.Status != Written {
			b.Fatal(r, err)
		}
	}
}

// BenchmarkScanOf1k is what a write costs more when there is no index, per 1,000 items.
func BenchmarkScanOf1k(b *testing.B) {
	s := filled(b, 1000)
	for b.Loop() {
		if err := s.scan(b.Context(), blind()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAuditOfA4KiBBody(b *testing.B) {
	it := fact("Cursor pagination", "Lists page by cursor.")
	for len(it.Body) < 4<<10 {
		it.Body += "Offset scans broke past 100k rows, so `db/list.ts` reads by cursor.\n"
	}
	b.SetBytes(int64(len(it.Body)))
	for b.Loop() {
		if a := audit(it, nil); len(a.findings) > 0 {
			b.Fatal(a)
		}
	}
}
