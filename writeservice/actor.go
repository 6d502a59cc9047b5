package writeservice

// Actor says who asks for a change of existing items, and what he insists on. Channel is observed by the door.
type Actor struct {
	Channel Channel
	Agent   string // name of the agent, or ""
	By      string // name of the person, or ""

	// ExpectSHA is the hash (hex) of the file that the caller saw; other content is items.ErrConflict. "" takes what is there.
	ExpectSHA string
	// Revive is a person's reason to bring back a claim that was retired, rejected or superseded. "" lets tombstones stand.
	Revive string
	// Despite is a person's reason to approve a text that reads like an order to a model, in an item that is not meant to order.
	Despite string
	// AcrossProjects lets a person supersede an item of another project.
	AcrossProjects bool
	// Redact replaces secrets in new text instead of refusing it.
	Redact bool
}
