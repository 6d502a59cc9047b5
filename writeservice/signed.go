package writeservice

import "errors"

// The service keeps records in files that no one reviews: writes that wait, changes that were begun, the log of deeds. Git ignores them,
// and a branch can bring them all the same. So each is signed with the key of the store, and in a trusted store one without a right
// signature is never carried out: it is kept, and a person is told.

// Kinds of signed records.
const (
	pendingKind = "pending"
	intentKind  = "intent"
	deedKind    = "deed"
)

var errUnsigned = errors.New("this machine did not write the record, or an older version did: somebody's branch may have brought it")

// mine reports whether this service may act on a record: it signed it, or there is no key to tell by.
func (s *Service) mine(kind string, record []byte) bool {
	return !s.Seals.Usable() || s.Seals.Signed(kind, record)
}

// strange reports a store that this user never vouched for. What waits in it came with it.
func (s *Service) strange() bool { return s.Seals != nil && !s.Seals.Usable() }
