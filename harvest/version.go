package harvest

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"sync"
)

//go:embed accepted.go answer.go asked.go asserted.go cause.go claim.go confidence.go correction.go decision.go dialog.go disowned.go edited.go environment.go finding.go
//go:embed fix.go framed.go handoff.go harvest.go judged.go limit.go operating.go outdated.go pattern.go preference.go question.go rank.go refuse.go remember.go sentence.go session.go
//go:embed shell.go statements.go tags.go title.go version.go words.go
var sources embed.FS // all of them but the tests, which a pattern cannot leave out: a test of this package says when one is missing

// Version names the rules: it changes with any of their source, so that what was read by other rules is read again and nobody has
// to remember a number.
var Version = sync.OnceValue(func() string {
	sum := sha256.New()
	entries, _ := fs.ReadDir(sources, ".") // sorted; an embedded directory does not fail
	for _, e := range entries {
		b, _ := fs.ReadFile(sources, e.Name())
		sum.Write(b)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
})
