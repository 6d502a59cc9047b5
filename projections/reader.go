package projections

import (
	"context"
	"crypto/sha256"
	"errors"
	"path/filepath"
	"time"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// reader turns files into documents. Its methods may be called from several goroutines.
type reader struct {
	store        *items.Store
	analyzer     *analyzer
	embedder     Embedder                                                     // nil = no vectors
	owed         bool                                                         // documents are read without vectors and marked so, unless carried has them
	carried      func(path string, sum [sha256.Size]byte) ([]quantized, bool) // nil = nothing is taken over
	sentences    *Sentences                                                   // nil = not used
	sentencePath string
	now          func() time.Time
	exact        bool        // files are stamped by the clock that now tells, in nanoseconds
	most         int         // files that may be analysed; 0 = any number
	differs      func()      // told of each known file that differs, from any goroutine; nil = nobody asks
	foreseen     func(*View) // told of a guess: see foresee; nil = nobody asks
}

// read parses and analyses one file. A file that is not an item gives a document of kindBad; an error means that it could not be
// read at all (errors.Is fs.ErrNotExist: it is gone).
func (r *reader) read(ctx context.Context, f items.File) (*document, error) {
	stat := r.statOf(f, r.now().UnixNano())
	it, raw, err := r.store.Read(ctx, f)
	if err == nil {
		return r.document(ctx, f, it, raw, stat), nil
	}
	if !errors.Is(err, items.ErrInvalid) {
		return nil, err
	}
	d := &document{path: f.Path, kind: kindBad, stat: stat, card: err.Error()}
	d.sum, err = r.sum(f)
	return d, err
}

// sum hashes the bytes of a file.
func (r *reader) sum(f items.File) ([sha256.Size]byte, error) {
	b, err := plainfile.Read(filepath.Join(r.store.Dir, filepath.FromSlash(f.Path)), plainfile.Any)
	return sha256.Sum256(b), err
}

func headOfLost(path string) items.Head {
	return items.Head{ID: items.ID(idOf(path)), Candidate: isCandidate(path), Status: items.Archived}
}
