package hub

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"github.com/factline/memory/items"
)

// withDefaults fills what the caller left out.
func (o Options) withDefaults() Options {
	if o.Getenv == nil {
		o.Getenv = func(string) string { return "" }
	}
	if o.Now == nil {
		o.Now = func() time.Time { return time.Now().UTC() }
	}
	if o.Random == nil {
		o.Random = fromSystem
		if stopped := o.Getenv("MEMORY_NOW"); stopped != "" {
			o.Random = fromSeed(stopped, o.Place.Dir)
		}
	}
	return o
}

func fromSystem() (b [5]byte) {
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	return b
}

// fromSeed derives bytes from a stopped clock and from how many items the store holds, so that the same commands write the same
// ids in every run and two commands never the same id.
func fromSeed(clock, dir string) func() [5]byte {
	files, _, _ := (&items.Store{Dir: dir}).Files(context.Background())
	seed := fmt.Appendf(nil, "%s %d ", clock, len(files))
	var n atomic.Uint64
	return func() (b [5]byte) {
		sum := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clip(seed), n.Add(1)))
		copy(b[:], sum[:])
		return b
	}
}
