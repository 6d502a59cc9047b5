// Package lazyregexp compiles patterns when they are first needed: most commands start without, and a hook lives for milliseconds. It
// knows no pattern of its own.
package lazyregexp

import (
	"regexp"
	"sync"
)

// New gives a pattern that is compiled by its first use, once, for any number of goroutines. A pattern that does not compile panics then,
// so every pattern needs a test that uses it.
func New(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
