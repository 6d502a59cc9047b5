package trust

import (
	"bytes"
	"crypto/hmac"
	"fmt"
)

// A signed record is one JSON object whose last field is a keyed hash of the object without it. The hash is of the bytes as written,
// so that nothing depends on how JSON is encoded again. kind binds a record to its use; who it is about stands in the object itself.
const (
	macBefore = `,"mac":"`
	macAfter  = `"}`
	macLen    = len(macBefore) + sealLen - 1 + len(macAfter)
)

// Sign adds the hash to a JSON object with at least one field. A store that is not trusted has no key, and leaves the object as it is.
func (s *Store) Sign(kind string, object []byte) []byte {
	if !s.Usable() {
		return object
	}
	mac := bytes.TrimSuffix(s.line(Seal("record "+kind), object), []byte("\n"))
	return fmt.Appendf(bytes.Clone(object[:len(object)-1]), "%s%s%s", macBefore, mac, macAfter)
}

// Signed reports whether this very record was signed for this kind with the store's key; never without a key.
func (s *Store) Signed(kind string, record []byte) bool {
	record = bytes.TrimSpace(record)
	if !s.Usable() || len(record) <= macLen {
		return false
	}
	object := append(bytes.Clone(record[:len(record)-macLen]), '}')
	return hmac.Equal(s.Sign(kind, object), record)
}
