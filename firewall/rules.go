package firewall

import (
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
)

func status(_ *Request, s *Subject) (Reason, float64) {
	switch s.Item.Status {
	case items.Active:
		return "", 1
	case items.Proposed:
		return ReviewNeeded, 0
	}
	return StatusNotActive, 0
}

func tombstone(_ *Request, s *Subject) (Reason, float64) {
	if s.Tombstone {
		return Tombstoned, 0
	}
	return "", 1
}

// privacy orders sensitivities; an unknown one is as private as can be.
func privacy(s, otherwise items.Sensitivity) int {
	if s == "" {
		s = otherwise
	}
	switch s {
	case items.Public:
		return 0
	case items.Internal:
		return 1
	case items.Private:
		return 2
	}
	return 3
}

func sensitivity(r *Request, s *Subject) (Reason, float64) {
	if privacy(s.Item.Sensitivity, items.Internal) > privacy(r.MaxSensitivity, items.Internal) {
		return SensitivityDenied, 0
	}
	return "", 1
}

func store(_ *Request, s *Subject) (Reason, float64) {
	switch s.Standing {
	case ForeignStore:
		return StoreUntrusted, 0
	case ForeignChange:
		return Unreviewed, 0
	}
	return "", 1
}

func validity(r *Request, s *Subject) (Reason, float64) {
	switch v := s.Item.Valid; {
	case !v.From.IsZero() && r.Now.Before(v.From):
		return NotYetValid, 0
	case !v.Until.IsZero() && !r.Now.Before(v.End()):
		return Expired, 0
	}
	return "", 1
}

// scope denies only on what is known: a request that does not say its branch is answered as if it were the item's.
func scope(r *Request, s *Subject) (Reason, float64) {
	differ := func(item, request string) bool {
		return item != "" && request != "" && !strings.EqualFold(item, request)
	}
	v := s.Item.Valid
	if v.Branch != "" && r.Branch != "" && v.Branch != r.Branch || differ(v.Repo, r.Repo) || differ(osName(v.OS), osName(r.OS)) {
		return OutOfScope, 0
	}
	return "", 1
}

// osName gives an operating system the name that Go has for it.
func osName(name string) string {
	switch lower := strings.ToLower(name); lower {
	case "macos", "mac", "osx", "mac os":
		return "darwin"
	case "win", "win32", "win64":
		return "windows"
	default:
		return lower
	}
}

func signal(r *Request, s *Subject) (Reason, float64) {
	if s.Item.Type != items.Signal {
		return "", 1
	}
	switch state := s.Item.State; state.Name {
	case "resolved", "obsolete":
		return SignalClosed, 0
	case "deferred":
		if state.Until.IsZero() || r.Now.Before(state.Until) {
			return SignalDeferred, 0
		}
	}
	return "", 1
}

// approved reports that a person looked at the item and said yes.
func approved(it *items.Item) bool { return it.Review.Verdict == "approved" }

func sourceTrust(_ *Request, s *Subject) (Reason, float64) {
	if t := s.Item.Trust; (t == items.Tool || t == items.Imported) && !approved(&s.Item) {
		return UntrustedSource, 0
	}
	return "", 1
}

func source(_ *Request, s *Subject) (Reason, float64) {
	it := s.Item
	if s.Standing == Unborne {
		it.Evidence = nil // an id that anybody can type
	}
	if (it.Type == items.Fact || it.Type == items.Decision) && !it.HasSource() {
		return MissingSource, 0
	}
	return "", 1
}

// anyText reports whether test holds for one of the texts that a pack can show.
func anyText(it *items.Item, test func(string) bool) bool {
	if test(it.Title) || test(it.Summary) || test(it.Body) {
		return true
	}
	for _, tag := range it.Tags {
		if test(tag) {
			return true
		}
	}
	return false
}

func secret(_ *Request, s *Subject) (Reason, float64) {
	if anyText(&s.Item, func(text string) bool { return len(secrets.Scan(text)) > 0 }) {
		return HoldsSecret, 0
	}
	return "", 1
}

func hiddenText(_ *Request, s *Subject) (Reason, float64) {
	if anyText(&s.Item, func(text string) bool { return len(hidden(text)) > 0 }) {
		return HiddenText, 0
	}
	return "", 1
}

// instruction lets a person's own policy, preference or procedure instruct, and whatever a person approved after reading it. That must
// have been seen here: a file that came from elsewhere can claim both.
func instruction(_ *Request, s *Subject) (Reason, float64) {
	if s.Standing == Seen {
		if approved(&s.Item) {
			return "", 1
		}
		switch s.Item.Type {
		case items.Policy, items.Preference, items.Procedure:
			if s.Item.Trust == items.Human {
				return "", 1
			}
		}
	}
	if anyText(&s.Item, instructs) || luring(&s.Item) {
		return InstructionLike, 0
	}
	return "", 1
}

func wrongProject(r *Request, s *Subject) (Reason, float64) {
	if s.Item.Project != "" && r.Project != "" && !strings.EqualFold(s.Item.Project, r.Project) {
		return WrongProject, 0
	}
	return "", 1
}

func floor(r *Request, s *Subject) (Reason, float64) {
	if s.Relevance < r.Floor {
		return BelowFloor, 0
	}
	return "", 1
}

func confidence(r *Request, s *Subject) (Reason, float64) {
	switch c := s.Item.EffectiveConfidence(); {
	case c < max(refusedBelow, r.MinConfidence):
		return LowConfidence, 0
	case c < doubtfulBelow:
		return LowConfidence, doubtFactor
	}
	return "", 1
}
