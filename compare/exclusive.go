package compare

import (
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// exclusive answers for two sentences that differ in one thing of which there is rarely more than one at a time, though nothing says so:
// who owns it, in which language it is written, which of the tools it uses that do one job, and which version of one. That is no correction for sure: both stand, and a person decides.
func exclusive(a, b sentence, d difference) (Result, bool) {
	old, new := telling(d.old), telling(d.new)
	if len(old) == 0 || len(new) == 0 || a.negated != b.negated || a.zh != b.zh || d.shared == 0 || b.changed {
		return Result{}, false
	}
	owners := onlyOwners(a, old) && onlyOwners(b, new)
	tongues := len(old) == 1 && len(new) == 1 && languages()[old[0].norm] && languages()[new[0].norm] && old[0].role == new[0].role
	rivals := b.verb == "use" && len(old) == 1 && len(new) == 1 && old[0].role == value && new[0].role == value && a.verb == b.verb && (sharedLine(rivals(), strings.ToLower(old[0].text), strings.ToLower(new[0].text)) || otherVersion(old[0], new[0]))
	if !owners && !tongues && !rivals {
		return Result{}, false
	}
	return Result{Contradiction, false, words(old), words(new)}, true
}

// otherVersion reports one name with two versions in it: IPv4 and IPv6, SHA-1 and SHA-256.
func otherVersion(old, new token) bool {
	x, y := versionShape().FindStringSubmatch(old.text), versionShape().FindStringSubmatch(new.text)
	return x != nil && y != nil && strings.EqualFold(x[1], y[1]) && x[2] != y[2]
}

var versionShape = lazyregexp.New(`^(\pL{2,})[-/]?v?(\d+(?:\.\d+)*)$`)

// onlyOwners reports that what differs is all that stands before a verb of owning, and a name of no more than a few words.
func onlyOwners(s sentence, differ []token) bool {
	at := slices.IndexFunc(s.tokens, func(t token) bool { return owning()[t.norm] && !t.flip })
	if at <= 0 || at == len(s.tokens)-1 || !s.zh && at > 3 || s.zh && at > 4 {
		return false
	}
	return !slices.ContainsFunc(differ, func(t token) bool {
		return t.kind == number || !slices.Contains(s.tokens[:at], t) || slices.Contains(s.tokens[at:], t)
	})
}

// owning verbs say who answers for a thing.
var owning = set("own maintain lead")

// languages that people write in.
var languages = set(`english chinese japanese korean german french spanish italian portuguese russian polish dutch turkish hindi arabic
	mandarin cantonese`)

// rivals do one job, each line one: whoever uses the one rarely uses the other beside it.
var rivals = lines(`
react vue angular svelte solidjs preact ember
webpack vite rollup parcel esbuild turbopack
npm yarn pnpm bun
jest vitest mocha jasmine ava
flutter kotlin swiftui react-native
django flask fastapi rails laravel
maven gradle bazel
pip poetry uv pipenv conda
pytest unittest nose
prettier biome dprint
cypress playwright selenium puppeteer
`)
