package items

import "slices"

// covered takes a side's trust and approval out of a merge whose words are not the ones that they were given for: who approves one text
// on a branch has not approved what another branch made of it. The weaker side's stand instead, and a person can approve the result.
func covered(tree value, body string, ours, theirs side) value {
	strong, weak := ours, theirs
	switch a, b := standing(ours.item.Trust), standing(theirs.item.Trust); {
	case a == b:
		return tree
	case a > b:
		strong, weak = theirs, ours
	}
	if strong.says(tree, body) {
		return tree
	}
	out := value{pairs: slices.DeleteFunc(slices.Clone(tree.pairs), func(p pair) bool { return p.key == "trust" || p.key == "review" })}
	for _, key := range []string{"trust", "review"} {
		if v := weak.tree.get(key); !v.empty() {
			out.pairs = append(out.pairs, pair{key, v})
		}
	}
	return out
}

// says reports that a merge kept the words of this side.
func (s side) says(tree value, body string) bool {
	for _, key := range []string{"type", "title", "summary"} {
		if !tree.get(key).same(s.tree.get(key)) {
			return false
		}
	}
	return body == s.item.Body
}

// approvals sets aside what a side approved meanwhile where the merge has other words: it counts for the text that the person saw. Nor is it
// dropped without a word: it stands under unmerged, and the item is in no prompt until somebody decides on the whole text.
func (m *merger) approvals(tree value, body string, base, ours, theirs side) value {
	aside := func(s side) bool {
		review := s.tree.get("review")
		return s.item.Review.Verdict == "approved" && !review.same(base.tree.get("review")) && !s.says(tree, body)
	}
	left := ours
	switch o, t := aside(ours), aside(theirs); {
	case !o && !t:
		return tree
	case o && t:
		left = side{}
	case o:
		left = theirs
	}
	m.open = slices.DeleteFunc(m.open, func(u Unmerged) bool { return u.Key == "review" }) // two verdicts: both are named below
	out := value{pairs: slices.DeleteFunc(slices.Clone(tree.pairs), func(p pair) bool { return p.key == "review" })}
	for _, s := range []side{ours, theirs} {
		review := s.tree.get("review")
		switch {
		case aside(s):
			m.open = append(m.open, Unmerged{Key: "review", Theirs: review.flow()})
		case !left.tree.get("review").empty():
			out.pairs = append(out.pairs, pair{"review", left.tree.get("review")})
		}
	}
	return out
}

// standing orders the channels from the best to the worst; what claims none is as bad as can be.
func standing(t Trust) int {
	all := []Trust{Human, Agent, Tool, Imported}
	if i := slices.Index(all, t); i >= 0 {
		return i
	}
	return len(all)
}
