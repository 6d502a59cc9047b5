package firewall

// Dispute is where an item stands in an open case of items that contradict each other.
type Dispute string

const (
	NoDispute Dispute = ""
	NewerSide Dispute = "newer" // shown, and said to be disputed
	OlderSide Dispute = "older" // left out until a person decides
	OlderRead Dispute = "read"  // the older side, named by its id: shown, and said to be contradicted
)

// disputeFactor keeps the newer side near its place: nothing speaks against it but that another one differs.
const disputeFactor = 0.9

func dispute(_ *Request, s *Subject) (Reason, float64) {
	switch s.Dispute {
	case NewerSide:
		return Disputed, disputeFactor
	case OlderSide:
		return Contradicted, 0
	case OlderRead:
		return Contradicted, disputeFactor
	}
	return "", 1
}
