package main

import (
	"io"
	"os"
	"time"

	"github.com/factline/memory/hook"
)

// How long a hook waits for its payload: hosts leave standard input open, and some never write to it.
const (
	hookPatience = 300 * time.Millisecond // for the first byte, and for each after it, on an idle machine
	payloadTime  = 2 * time.Second        // for all of them: a busy host writes megabytes in many turns
)

// firstValue reads the payload, on a machine where everything takes load times as long as on an idle one: the host that writes it waits for
// the CPU as well. Where nothing came it has none; of one that does not come whole it has the head, with hook.ErrCut.
func firstValue(in io.Reader, load float64) ([]byte, error) {
	wait := newPatience(time.Now(), load)
	if f, ok := in.(*os.File); ok {
		if p := newBounded(f, wait); p != nil {
			return hook.First(p)
		}
	}
	return hook.First(newRelay(in, wait))
}

// patience is how long somebody still waits for a stream.
type patience struct {
	step  time.Duration // for a byte
	until time.Time     // for the next one
	end   time.Time     // at all
}

func newPatience(now time.Time, load float64) patience {
	p := patience{step: time.Duration(max(1, load) * float64(hookPatience)), end: now.Add(payloadTime)}
	p.came(now)
	return p
}

// left is how long to wait for the next byte: what is there already is taken even where that is 0. ok is false where nothing more is.
func (p *patience) left(now time.Time) (wait time.Duration, ok bool) {
	return max(0, p.until.Sub(now)), now.Before(p.end)
}

// came tells that bytes came.
func (p *patience) came(now time.Time) {
	if p.until = now.Add(p.step); p.until.After(p.end) {
		p.until = p.end
	}
}

// relay reads a stream that cannot be waited for by asking the system, in a goroutine that ends with the process.
type relay struct {
	patience
	pieces chan piece
	rest   piece // what was taken and not yet given on
}

type piece struct {
	bytes []byte
	err   error
}

func newRelay(in io.Reader, wait patience) *relay {
	r := &relay{patience: wait, pieces: make(chan piece, 1)}
	go func() {
		for {
			b := make([]byte, 64<<10)
			n, err := in.Read(b)
			r.pieces <- piece{b[:n], err}
			if err != nil {
				return
			}
		}
	}()
	return r
}

// Read implements io.Reader. Its error is os.ErrDeadlineExceeded where nothing came in time.
func (r *relay) Read(b []byte) (int, error) {
	if len(r.rest.bytes) == 0 && r.rest.err == nil {
		if err := r.take(); err != nil {
			return 0, err
		}
	}
	n := copy(b, r.rest.bytes)
	if r.rest.bytes = r.rest.bytes[n:]; len(r.rest.bytes) > 0 {
		return n, nil
	}
	return n, r.rest.err
}

func (r *relay) take() error {
	wait, ok := r.left(time.Now())
	if !ok {
		return os.ErrDeadlineExceeded
	}
	select {
	case r.rest = <-r.pieces:
	default:
		select {
		case r.rest = <-r.pieces:
		case <-time.After(wait):
			return os.ErrDeadlineExceeded
		}
	}
	r.came(time.Now())
	return nil
}
