package hub

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/atomicfile"
)

// isCanary reports 6 to 64 letters, digits and hyphens.
func isCanary(token string) bool {
	return len(token) >= 6 && len(token) <= 64 && strings.Trim(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-") == ""
}

func canaryFile(dir, agent string) string {
	return filepath.Join(dir, "ledger", "canary-"+agent)
}

// SetCanary makes the hooks of an agent add a token to whatever they inject at a session's start and with a prompt, until it is set to
// "". HookRecord.Canary tells each time that it was sent; the agent's own transcript tells whether the model got it.
func (h *Hub) SetCanary(agent, token string) error {
	a, ok := hook.Named(agent)
	if !ok {
		return fmt.Errorf("no hooks are known for an agent called %q", agent)
	}
	path := canaryFile(h.Dir, a.Name)
	if token == "" {
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return nil
	}
	if !isCanary(token) {
		return errors.New("a canary is 6 to 64 letters, digits and hyphens")
	}
	return atomicfile.Write(path, []byte(token+"\n"), 0o600)
}
