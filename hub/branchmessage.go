package hub

import (
	"fmt"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
)

// approver is who stands for the change, and so whom blame shows. What goes out of force says of nobody that he put it out: there it is whoever
// commits, and not the one who once wrote the item.
func approver(old, now items.Item) string {
	switch verb(old, now) {
	case "Retire", "Supersede", "Archive", "Delete":
		return ""
	}
	if now.Review.By != "" {
		return oneLine(now.Review.By)
	}
	return oneLine(now.Author)
}

// verb says in one word what was done to an item.
func verb(old, now items.Item) string {
	switch {
	case now.ID == "":
		return "Delete"
	case now.Review.Verdict == "rejected" && old.Review.Verdict != "rejected":
		return "Reject"
	case now.Status != old.Status && now.Status == items.Retired:
		return "Retire"
	case now.Status != old.Status && now.Status == items.Superseded:
		return "Supersede"
	case now.Status != old.Status && now.Status == items.Archived:
		return "Archive"
	case now.Review.Verdict == "approved" && old.Review.Verdict != "approved":
		return "Approve"
	case old.ID == "":
		return "Add"
	}
	return "Change"
}

// commitMessage says what was done and why, and names item, agent and person in trailers. by are the items that supersede it.
func commitMessage(old, now items.Item, by []items.Head) string {
	shown := now
	if now.ID == "" {
		shown = old
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", verb(old, now), short(shown.Title, 72))
	if now.ID != "" && shown.Summary != "" {
		fmt.Fprintf(&b, "%s\n\n", oneLine(shown.Summary))
	}
	if why := reason(verb(old, now), shown); why != "" && now.ID != "" {
		fmt.Fprintf(&b, "Why: %s\n\n", why)
	}
	for _, successor := range by {
		if now.Status == items.Superseded {
			fmt.Fprintf(&b, "Replaced by: %s\n\n", named(successor))
		}
	}
	if from := sourcesInWords(shown); from != "" && now.ID != "" {
		fmt.Fprintf(&b, "Sources: %s\n\n", from)
	}
	for _, trailer := range [][2]string{{"Memory-Item", string(shown.ID)}, {"Agent", now.Agent}, {"Author", now.Author}, {reviewed(now), now.Review.By}} {
		if trailer[1] != "" {
			fmt.Fprintf(&b, "%s: %s\n", trailer[0], oneLine(trailer[1]))
		}
	}
	safe, _ := secrets.Redact(b.String()) // an item that goes may have held one
	return safe
}

func reviewed(now items.Item) string {
	if now.Review.Verdict == "rejected" {
		return "Rejected-by"
	}
	return "Approved-by"
}

// named is an item in a message that is shared: of one that may not be, the id alone.
func named(h items.Head) string {
	if h.Sensitivity == items.Private || h.Sensitivity == items.Secret {
		return string(h.ID)
	}
	return short(h.Title, 72) + " (" + string(h.ID) + ")"
}

// reason is why it was retired, or why the fact holds or was decided upon: the words of the review, else the item's section that says why. Those
// say nothing of why it holds no more.
func reason(verb string, it items.Item) string {
	switch verb {
	case "Retire":
		return short(it.Ended, 300)
	case "Supersede", "Archive":
		return ""
	}
	if it.Review.Reason != "" {
		return short(it.Review.Reason, 300)
	}
	for _, s := range it.Sections() {
		if strings.HasPrefix(strings.ToLower(strings.TrimSpace(s.Heading)), "why") {
			text, _, _ := strings.Cut(strings.TrimSpace(s.Text), "\n\n")
			return short(text, 300)
		}
	}
	return ""
}

func sourcesInWords(it items.Item) string {
	var parts []string
	if n := len(it.Evidence); n > 0 {
		parts = append(parts, count(n, "citation"))
	}
	for _, a := range it.Anchors {
		place := a.Path
		if a.Lines != "" {
			place += ":" + a.Lines
		}
		parts = append(parts, oneLine(place))
	}
	return strings.Join(parts, ", ")
}

// short is oneLine, so that no text of an item starts a line or a trailer of its own, cut to n letters.
func short(s string, n int) string {
	letters := []rune(oneLine(s))
	if len(letters) <= n {
		return string(letters)
	}
	return strings.TrimRight(string(letters[:n-1]), " ") + "…"
}
