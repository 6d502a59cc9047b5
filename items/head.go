package items

import (
	"slices"
	"time"

	"github.com/factline/memory/marks"
)

// Head is what filters, tombstones and neighbour checks need of an item without reading its text again. Projections keep
// one for every file in items/ and review/.
type Head struct {
	ID          ID
	Candidate   bool // lies in review/
	Type        Type
	Title       string
	Summary     string
	Lead        string // first sentence of the body, where there is no summary: what it claims, if its title is but a subject
	Status      Status
	State       State
	Project     string
	Tags        []string
	Created     time.Time
	Updated     time.Time
	Confidence  float64
	Sensitivity Sensitivity
	Trust       Trust
	Valid       Valid
	HasSource   bool     // cites evidence, has anchors or refs, or a person wrote or approved it
	TextKey     string   // key of title, summary and body: equal keys are exact duplicates (with type and project)
	Signs       string   // marks.Sum of the same: what keys fold away
	ClaimKey    string   // key of the summary, or of the title where there is none: what a tombstone is found by
	PurgedForm  string   // FormKey of words that were purged, "" where none were or an older version purged them
	PurgedID    string   // IDKey of the item whose words were purged, "" where none were or an older version purged them
	PurgedTitle string   // TitleForm of words that were purged
	Spans       []string // SpanKey of each citation
	Sessions    []string // the sessions that the citations come from, each once: see SessionOf
	Supersedes  []ID
	Contradicts []ID
}

// Head returns the item's head.
func (it Item) Head() Head {
	h := Head{
		ID: it.ID, Type: it.Type, Title: it.Title, Summary: it.Summary, Status: it.Status, State: it.State, Project: it.Project,
		Tags: it.Tags, Created: it.Created, Updated: it.Updated, Confidence: it.Confidence, Sensitivity: it.Sensitivity, Trust: it.Trust,
		Valid: it.Valid, HasSource: it.HasSource(), TextKey: Key(it.Title, it.Summary, it.Body), Signs: marks.Sum(it.Title + "\n" + it.Summary + "\n" + it.Body), ClaimKey: it.claimKey(),
		Supersedes: it.Supersedes, Contradicts: it.Contradicts,
	}
	if fold(it.Summary) == "" {
		h.Lead = it.lead()
	}
	if it.Purged != (Purged{}) {
		h.Signs = ""
		h.TextKey, h.ClaimKey, h.PurgedForm, h.PurgedID, h.PurgedTitle = it.Purged.Text, it.Purged.Claim, it.Purged.Form, it.Purged.ID, it.Purged.Title
	}
	for _, c := range it.Evidence {
		h.Spans = append(h.Spans, SpanKey(c))
		if s := SessionOf(c); s != "" && !slices.Contains(h.Sessions, s) {
			h.Sessions = append(h.Sessions, s)
		}
	}
	return h
}

// FormKey is that of the one sentence that ClaimKey is the key of.
func (h Head) FormKey() string {
	switch {
	case h.PurgedForm != "":
		return h.PurgedForm
	case h.ClaimKey != "" && h.ClaimKey != Key(h.Summary) && h.ClaimKey != Key(h.Title):
		return h.ClaimKey // purged by an older version
	case fold(h.Summary) != "":
		return FormKey(h.Summary)
	}
	return FormKey(h.Title)
}

// TitleForm is the FormKey of a title that stands above a summary: it may be a claim of its own. "" where the title is what ClaimKey is of.
func (h Head) TitleForm() string {
	if h.PurgedForm != "" || fold(h.Summary) == "" {
		return h.PurgedTitle
	}
	return FormKey(h.Title)
}

// ClaimKeys are the keys under which an item is found by a claim, each once.
func (h Head) ClaimKeys() (keys []string) {
	if h.ClaimKey == "" {
		return nil
	}
	for _, key := range []string{h.ClaimKey, h.FormKey(), h.TitleForm(), h.PurgedID} {
		if key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// claimKey is the key of the one sentence that the item claims: its summary, or its title where the summary says nothing.
func (it Item) claimKey() string {
	if fold(it.Summary) != "" {
		return Key(it.Summary)
	}
	return Key(it.Title)
}

// HasSource reports whether something stands behind the item: evidence, code or other references, or a person who wrote it
// (trust human) or approved it. The author field alone does not count, anyone can set it.
func (it Item) HasSource() bool {
	r := it.Refs
	return len(it.Evidence) > 0 || len(it.Anchors) > 0 || len(r.Files)+len(r.URLs)+len(r.Commits)+len(r.Items)+len(r.Resources) > 0 ||
		it.Trust == Human || it.Review.Verdict == "approved"
}

// EffectiveConfidence is Confidence, or 0.5 where none was given.
func (it Item) EffectiveConfidence() float64 {
	if it.Confidence == 0 {
		return 0.5
	}
	return it.Confidence
}
