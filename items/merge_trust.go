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
	same := body == strong.item.Body && tree.get("title").same(strong.tree.get("title")) && tree.get("summary").same(strong.tree.get("summary")) && tree.get("type").same(strong.tree.get("type"))
	if same {
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

// standing orders the channels from the best to the worst; what claims none is as bad as can be.
func standing(t Trust) int {
	all := []Trust{Human, Agent, Tool, Imported}
	if i := slices.Index(all, t); i >= 0 {
		return i
	}
	return len(all)
}
