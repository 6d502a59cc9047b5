package harvest

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"strings"
	"sync"
)

//go:embed *.go
var sources embed.FS

// Version names the rules: it changes with any of their source, so that what was read by other rules is read again and nobody has
// to remember a number.
var Version = sync.OnceValue(func() string {
	sum := sha256.New()
	entries, _ := fs.ReadDir(sources, ".") // sorted; an embedded directory does not fail
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		b, _ := fs.ReadFile(sources, e.Name())
		sum.Write(b)
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
})
