package evidence

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

const eventIDHex = 12

// idStart is what the ids of one session begin with; hash is its sessionHash.
func idStart(agent, hash string) string {
	return "ev-" + agentDir(agent) + "-" + hash[:sessionIDHex] + "-"
}

// split takes an id apart. ok is false for anything that makeID cannot have made.
func (id ID) split() (agent, session, event string, ok bool) {
	rest, found := strings.CutPrefix(string(id), "ev-")
	i := len(rest) - eventIDHex - 1
	j := i - sessionIDHex - 1
	if !found || j < 1 || rest[i] != '-' || rest[j] != '-' {
		return "", "", "", false
	}
	agent, session, event = rest[:j], rest[j+1:i], rest[i+1:]
	ok = isHex(session) && isHex(event) && slug(agent, len(agent)) == agent
	return agent, session, event, ok
}

// short is the event part of an id as a number: within one session it stands for the record.
func (id ID) short() (uint64, bool) {
	_, _, event, ok := id.split()
	if !ok {
		return 0, false
	}
	n, err := strconv.ParseUint(event, 16, 64)
	return n, err == nil
}

// identity says which event a record is, apart from where in which file it stands. It is made of the host's own ids where
// there are any, else of the event's time, and always of what was said, as kept: after redaction, so that no hash of a
// secret reaches the disk. Two events may still agree in all of that ("continue", twice); repeats tells them apart.
func identity(r *Record, sessionHash string) (hash [sha256.Size]byte, scope string) {
	when := ""
	switch {
	case r.MessageID != "":
		scope = "message " + r.MessageID
	case r.CallID != "":
		scope = "call " + r.CallID
	case !r.Time.IsZero():
		when = r.Time.UTC().Format(time.RFC3339Nano)
		scope = "time " + when
	}
	text := r.SHA256
	if r.FullSHA256 != "" {
		text = r.FullSHA256
	}
	b := make([]byte, 0, 512)
	for _, part := range []string{sessionHash, r.MessageID, r.CallID, when, string(r.Role), string(r.Kind), r.Tool, text} {
		b = appendPart(b, part)
	}
	for _, blob := range r.Resources {
		b = appendPart(b, blob.SHA256)
	}
	return sha256.Sum256(b), scope
}

// appendPart writes a part with its length, so that no two lists of parts give the same bytes.
func appendPart(b []byte, part string) []byte {
	b = strconv.AppendInt(b, int64(len(part)), 10)
	b = append(b, ':')
	return append(b, part...)
}

// eventID adds the ordinal (from 1) among identical events to an identity.
func eventID(start string, identity [sha256.Size]byte, ordinal int) ID {
	sum := sha256.Sum256(strconv.AppendInt(identity[:], int64(ordinal), 10))
	return ID(start + hex.EncodeToString(sum[:eventIDHex/2]))
}
