package evidence

import (
	"crypto/sha256"
	"encoding/hex"
)

// repeats counts identical events of one source, so that "continue" said twice is two records, while a line that a host
// writes again (a resumed session copies its history) is the same record again. Events with a host id or a time are counted
// within a run of the same message or time: the count starts anew when the run ends, and so gives the same ordinals in any
// copy. Events with neither are counted over the whole file. It is kept in the source's state, because a grown file is
// read from where the last run stopped.
type repeats struct {
	Scope string         `json:"scope,omitempty"` // hash of the message or time of the current run
	Run   map[string]int `json:"run,omitempty"`   // identity (16 hex) -> times seen in the current run
	File  map[string]int `json:"file,omitempty"`  // identity (16 hex) -> times seen in the file
}

// next returns the ordinal, from 1, of one more event with this identity.
func (r *repeats) next(identity [sha256.Size]byte, scope string) int {
	key := hex.EncodeToString(identity[:8])
	if scope == "" {
		if r.File == nil {
			r.File = map[string]int{}
		}
		r.File[key]++
		return r.File[key]
	}
	sum := sha256.Sum256([]byte(scope)) // hashed: a message id is the host's text
	if short := hex.EncodeToString(sum[:8]); short != r.Scope {
		r.Scope = short
		clear(r.Run)
	}
	if r.Run == nil {
		r.Run = map[string]int{}
	}
	r.Run[key]++
	return r.Run[key]
}
