package gates

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/projections"
)

// vectorCache keeps the vectors of the sets' documents between runs, by the hash of their text, in one file a model: making them takes minutes
// and they never differ. A question is always embedded, so that its time is measured.
type vectorCache struct {
	projections.SentenceEmbedder
	path string // "" = nothing is kept

	mu    sync.Mutex
	known map[vectorKey][]float32 // nil = not read yet
}

type vectorKey [16]byte

// newVectorCache keeps the vectors of a model in a directory; "" keeps none.
func newVectorCache(model projections.SentenceEmbedder, dir string) *vectorCache {
	c := &vectorCache{SentenceEmbedder: model}
	if dir != "" {
		sum := sha256.Sum256([]byte(model.Model()))
		c.path = filepath.Join(dir, hex.EncodeToString(sum[:8]))
	}
	return c
}

// Embed embeds what is not known yet.
func (c *vectorCache) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	if len(texts) == 1 || c.path == "" {
		return c.SentenceEmbedder.Embed(ctx, texts)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = c.read()
	}
	vectors := make([][]float32, len(texts))
	var missing []int
	var ask []string
	for i, text := range texts {
		if vectors[i] = c.known[keyOfText(text)]; vectors[i] == nil {
			missing, ask = append(missing, i), append(ask, text)
		}
	}
	if len(ask) == 0 {
		return vectors, nil
	}
	made, err := c.SentenceEmbedder.Embed(ctx, ask)
	if err != nil {
		return nil, err
	}
	for n, i := range missing {
		vectors[i], c.known[keyOfText(ask[n])] = made[n], made[n]
	}
	_ = c.append(ctx, ask, made) // the next run makes them again
	return vectors, nil
}

func keyOfText(text string) vectorKey {
	sum := sha256.Sum256([]byte(text))
	return vectorKey(sum[:16])
}

// A record is the key, the numbers of the vector and a CRC of both.
func (c *vectorCache) width() int { return len(vectorKey{}) + 4*c.Dim() + 4 }

// read leaves out what is damaged.
func (c *vectorCache) read() map[vectorKey][]float32 {
	known := map[vectorKey][]float32{}
	b, _ := plainfile.Read(c.path, plainfile.Any)
	for ; len(b) >= c.width(); b = b[c.width():] {
		record := b[:c.width()]
		body := record[:len(record)-4]
		if crc32.ChecksumIEEE(body) != binary.LittleEndian.Uint32(record[len(body):]) {
			continue
		}
		v := make([]float32, c.Dim())
		for i := range v {
			v[i] = math.Float32frombits(binary.LittleEndian.Uint32(body[len(vectorKey{})+4*i:]))
		}
		known[vectorKey(body[:len(vectorKey{})])] = v
	}
	return known
}

func (c *vectorCache) append(ctx context.Context, texts []string, vectors [][]float32) error {
	unlock, err := filelock.Lock(ctx, c.path+".lock", 10*time.Second)
	if err != nil {
		return err
	}
	defer unlock()
	f, err := plainfile.OpenInPlace(c.path, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	var b []byte
	for i, text := range texts {
		key, start := keyOfText(text), len(b)
		b = append(b, key[:]...)
		for _, x := range vectors[i] {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(b[start:]))
	}
	end := info.Size() / int64(c.width()) * int64(c.width()) // what a killed run left half is written over
	if _, err := f.WriteAt(b, end); err != nil {
		return err
	}
	return f.Close()
}
