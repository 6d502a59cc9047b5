package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// Agents and sessions are named by untrusted files. A name on disk is lower-case ASCII letters, digits, '-' and '_' only,
// so that it is one path element, means the same on a case-insensitive file system, and is no device name with an
// extension. What was cut or replaced stands in the records; a hash keeps different names apart.

const (
	sessionHashHex = 16 // in a directory's name
	sessionIDHex   = 10 // of these, in a record's id
	slugMax        = 48
	agentMax       = 32
)

// reserved names are not usable as a directory of an agent: Windows devices and our own.
var reserved = []string{"con", "prn", "aux", "nul", sourcesDir, spoolDir}

// agentDir is the directory name of an agent, also used in record ids. Agents of the parsers keep their name.
func agentDir(agent string) string {
	name := slug(agent, agentMax)
	device := len(name) == 4 && (strings.HasPrefix(name, "com") || strings.HasPrefix(name, "lpt"))
	if name == agent && name != "" && !device && !slices.Contains(reserved, name) && !looksMangled(name) {
		return name
	}
	sum := sha256.Sum256([]byte(agent))
	return strings.TrimPrefix(name+"-x", "-") + hex.EncodeToString(sum[:8])
}

// looksMangled reports whether a name could be the answer of agentDir for another agent.
func looksMangled(name string) bool {
	i := len(name) - 17
	return i >= 0 && name[i] == 'x' && isHex(name[i+1:])
}

// sessionHash identifies a session; the agent is part of it because two agents may use the same session id.
func sessionHash(agent, session string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "session\x00%d\x00%s%s", len(agent), agent, session))
	return hex.EncodeToString(sum[:])
}

// sessionDir is the directory name of a session: readable part, then 16 hex of its hash.
func sessionDir(agent, session string) string {
	name := slug(session, slugMax)
	if name == "" {
		name = "session"
	}
	return name + "-" + sessionHash(agent, session)[:sessionHashHex]
}

// slug keeps lower-case letters, digits, '_' and '-' of s, lowers capitals, turns each run of anything else into one '-',
// and cuts to at most n bytes.
func slug(s string, n int) string {
	var b strings.Builder
	dash := false
	for i := 0; i < len(s) && b.Len() < n; i++ {
		c := s[i]
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '_' {
			b.WriteByte(c)
			dash = false
		} else if !dash && b.Len() > 0 {
			b.WriteByte('-')
			dash = true
		}
	}
	return strings.TrimRight(b.String(), "-")
}

func isHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; !('0' <= c && c <= '9' || 'a' <= c && c <= 'f') {
			return false
		}
	}
	return true
}
