package harvest

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled when it is first needed. The rules hold more than a hundred; compiling them all
// would cost every start of the program some forty milliseconds, also of commands that never harvest.
type pattern struct {
	source string
	once   sync.Once
	re     *regexp.Regexp
}

// rx declares a pattern. A source that does not compile panics at first use; a test compiles them all.
func rx(source string) *pattern { return &pattern{source: source} }

func (p *pattern) regexp() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.source) })
	return p.re
}

func (p *pattern) String() string                       { return p.source }
func (p *pattern) MatchString(s string) bool            { return p.regexp().MatchString(s) }
func (p *pattern) FindString(s string) string           { return p.regexp().FindString(s) }
func (p *pattern) FindStringIndex(s string) []int       { return p.regexp().FindStringIndex(s) }
func (p *pattern) FindStringSubmatch(s string) []string { return p.regexp().FindStringSubmatch(s) }
func (p *pattern) FindStringSubmatchIndex(s string) []int {
	return p.regexp().FindStringSubmatchIndex(s)
}
func (p *pattern) FindAllString(s string, n int) []string { return p.regexp().FindAllString(s, n) }
func (p *pattern) FindAllStringIndex(s string, n int) [][]int {
	return p.regexp().FindAllStringIndex(s, n)
}
func (p *pattern) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return p.regexp().FindAllStringSubmatchIndex(s, n)
}
func (p *pattern) ReplaceAllString(s, by string) string { return p.regexp().ReplaceAllString(s, by) }
func (p *pattern) Split(s string, n int) []string       { return p.regexp().Split(s, n) }
