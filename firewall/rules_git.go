package firewall

// unmerged denies an item of which a merge left two versions open.
func unmerged(_ *Request, s *Subject) (Reason, float64) {
	if len(s.Item.Unmerged) > 0 {
		return Unmerged, 0
	}
	return "", 1
}

// code doubts what speaks of code that changed, and denies what speaks of code that is gone, unless it is asked for.
func code(r *Request, s *Subject) (Reason, float64) {
	switch {
	case s.Code == CodeGone && r.AllowGone:
		return AnchorGone, changedFactor
	case s.Code == CodeGone:
		return AnchorGone, 0
	case s.Code == CodeChanged:
		return AnchorChanged, changedFactor
	}
	return "", 1
}
