package writeservice

import (
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
)

// Channel is where a write was seen. It is observed by the door; nothing in a draft raises it. An unknown or empty channel
// counts as the weakest, import.
type Channel = items.Trust

// Draft is a proposed item. Item.ID must be empty; Created, Updated, Schema, Status, Trust and Review are set by the service.
type Draft struct {
	Item    items.Item
	Channel Channel
	Propose bool          // always a candidate, whoever writes (harvest)
	Redact  bool          // replace secrets instead of refusing
	Sources []evidence.ID // channels of these records lower the trust; those of Item.Evidence count anyway
	// Against names items that the caller found to make the same claim in nearly the same words; the service cannot tell. Those of
	// them that are tombstones stand against all but people.
	Against []items.ID
	// Revive is a person's reason to write a claim again that was retired, rejected or superseded. "" lets tombstones stand.
	Revive string
	// Archives names active items that the new one puts away, in the same deed: what undo takes back as one. Of those that it may not put
	// away, or that are no longer active, the receipt says so. Nothing is archived for a candidate.
	Archives []items.ID
	// Follows is when what the new item comes after was written. Items tell time in seconds: one that is written within the same one is
	// dated the second after, so that every reader of the files sees which is the later. Zero: it follows nothing.
	Follows time.Time
	// Grown, where the item turns out to be known already, says how sure it is from now on; the evidence is added in the same deed.
	Grown func(known items.Item) float64
	// AcrossProjects lets Item.Supersedes name items of another project, if a person writes.
	AcrossProjects bool
}
