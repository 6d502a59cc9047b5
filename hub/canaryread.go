package hub

import (
	"os"
	"strings"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/plainfile"
)

// Canary is the token that is set for an agent, and since when; "" where none is.
func (h *Hub) Canary(agent string) (token string, since time.Time) {
	a, ok := hook.Named(agent)
	if !ok {
		return "", time.Time{}
	}
	path := canaryFile(h.Dir, a.Name)
	info, err := os.Stat(path)
	if err != nil {
		return "", time.Time{}
	}
	b, err := plainfile.Read(path, plainfile.MaxText)
	if token = strings.TrimSpace(string(b)); err != nil || !isCanary(token) {
		return "", time.Time{}
	}
	return token, info.ModTime()
}
