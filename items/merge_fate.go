package items

import "slices"

// contested reports that one side put an item out of force while the other one went on with it: changed its words or where it holds,
// or decided for it against another item. Neither had seen what the other did: the end of one text is not the end of the next, and
// whoever put it in another's place may have buried that one. So its status is a conflict, though one side alone changed it.
func contested(base, ours, theirs Item) bool {
	ends := func(s Item) bool { return s.Status != base.Status && s.Status != Active }
	switch {
	case base.ID == "" || ours.Status == theirs.Status:
		return false // made by both, or one end of it
	case ours.Status == base.Status:
		return ends(theirs) && goesOn(base, ours, theirs)
	case theirs.Status == base.Status:
		return ends(ours) && goesOn(base, theirs, ours)
	}
	return false // two changes of the status: a conflict as it is
}

// goesOn reports that side says something that neither the base nor the other side says.
func goesOn(base, side, other Item) bool {
	place := func(it Item) [2]any { return [2]any{it.Project, it.Valid} }
	words := func(it Item) [4]string { return [4]string{string(it.Type), it.Title, it.Summary, it.Body} }
	if words(side) != words(base) && words(side) != words(other) || place(side) != place(base) && place(side) != place(other) {
		return true
	}
	decided := func(it Item) (over []ID) {
		over = slices.Clone(it.Supersedes)
		for _, s := range it.Settled {
			if s.How == Dismissed {
				over = append(over, s.With)
			}
		}
		return over
	}
	known := slices.Concat(decided(base), decided(other))
	return slices.ContainsFunc(decided(side), func(id ID) bool { return !slices.Contains(known, id) })
}
