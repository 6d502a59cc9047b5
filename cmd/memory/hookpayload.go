package main

import (
	"io"
	"os"
	"time"

	"github.com/factline/memory/hook"
)

// hookPatience is how long a hook waits for its payload: hosts leave standard input open, and some never write to it.
const hookPatience = 300 * time.Millisecond

// firstValue reads the payload, or gives up after hookPatience and has none.
func firstValue(in io.Reader) ([]byte, error) {
	if f, ok := in.(*os.File); ok {
		if p := newBounded(f, time.Now().Add(hookPatience)); p != nil {
			value, err := hook.First(p)
			if p.late {
				return nil, nil
			}
			return value, err
		}
	}
	type read struct {
		value []byte
		err   error
	}
	done := make(chan read, 1)
	go func() { // ends with the process
		value, err := hook.First(in)
		done <- read{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-time.After(hookPatience):
		return nil, nil
	}
}
