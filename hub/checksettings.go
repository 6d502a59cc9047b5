package hub

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/check"
	"github.com/factline/memory/config"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/secrets"
)

// checkSettingsFiles holds the tracked files of a store that are no items, its settings and golden queries, to what every item is held to: no secret
// goes to the team. Settings that do not parse are named too.
func (h *Hub) checkSettingsFiles(prefix string) (out []check.Finding, err error) {
	names := []string{config.FileName}
	entries, err := os.ReadDir(filepath.Join(h.Dir, "gates"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		if e.Type().IsRegular() && isGate(e.Name()) {
			names = append(names, "gates/"+e.Name())
		}
	}
	for _, name := range names {
		b, err := plainfile.Read(filepath.Join(h.Dir, filepath.FromSlash(name)), plainfile.MaxText)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, f := range secrets.Scan(string(b)) {
			out = append(out, check.Finding{Rule: check.Audit, Level: check.Error, Path: prefix + name, Line: 1 + strings.Count(string(b[:f.Start]), "\n"),
				Message: fmt.Sprintf("a secret (%s): %s; take it out, and change it where it is used: git's history keeps it", f.Rule, f.Masked)})
		}
	}
	if h.settingsErr != nil {
		message, _ := secrets.Redact(h.settingsErr.Error())
		out = append(out, check.Finding{Rule: check.Parse, Level: check.Error, Path: prefix + config.FileName, Line: 1, Message: message})
	}
	return out, nil
}
