package gates

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
)

// foldShare is the part of a collection that a fold may take out.
const foldShare = 4

// folds are copies of the collection, each without the answers to some of the questions, and those questions; each question stands in one of them. A
// store for each question would take hours, and one without the answers to all would be empty. A fold takes in questions while it lacks no more than
// a quarter of the collection, its first question in any case. They come in the order of the hash of an answer, so that questions
// with the same answer stand together and neighbours of a text do not.
func (s abstainSource) folds() (out []Part) {
	if s.unanswerable {
		return []Part{{s.corpus, silenced(s.qs)}}
	}
	var fold []Question
	lacks := map[int]bool{}
	end := func() {
		if len(fold) > 0 {
			out = append(out, Part{s.corpus.without(lacks, len(out)+1), silenced(fold)})
		}
	}
	docs := s.answerDocs()
	for _, q := range inOrderOfAnswers(s.qs) {
		own := map[int]bool{}
		for id := range q.Relevant {
			for _, d := range docs[id] {
				own[d] = true
			}
		}
		if len(own) == len(s.corpus.Docs) {
			continue // nothing would be left, and an empty store says nothing whatever the rule
		}
		both := maps.Clone(lacks)
		maps.Copy(both, own)
		if len(both)*foldShare > len(s.corpus.Docs) {
			end()
			fold, both = nil, own
		}
		fold, lacks = append(fold, q), both
	}
	end()
	return out
}

// answerDocs lists the documents that an answer is: those of its group, or itself and what holds the same text under another id.
func (s abstainSource) answerDocs() map[string][]int {
	docs, same := map[string][]int{}, map[string][]int{}
	for i, d := range s.corpus.Docs {
		if s.corpus.ByGroup {
			docs[d.group()] = append(docs[d.group()], i)
		} else {
			text := d.Text()
			same[text] = append(same[text], i)
		}
	}
	if !s.corpus.ByGroup {
		for _, d := range s.corpus.Docs {
			docs[d.ID] = same[d.Text()]
		}
	}
	return docs
}

func inOrderOfAnswers(qs []Question) []Question {
	hash := map[string]string{}
	for _, q := range qs {
		sum := sha256.Sum256([]byte(slices.Min(slices.Collect(maps.Keys(q.Relevant)))))
		hash[q.ID] = string(sum[:])
	}
	return slices.SortedStableFunc(slices.Values(qs), func(a, b Question) int {
		return cmp.Or(cmp.Compare(hash[a.ID], hash[b.ID]), cmp.Compare(a.ID, b.ID))
	})
}

// without is the collection without some of its documents.
func (c *Corpus) without(lacks map[int]bool, fold int) *Corpus {
	rest := *c
	rest.Name, rest.Docs = fmt.Sprintf("%s without answers, %d", c.Name, fold), nil
	for i, d := range c.Docs {
		if !lacks[i] {
			rest.Docs = append(rest.Docs, d)
		}
	}
	return &rest
}

// silenced are questions for which nothing may be injected.
func silenced(qs []Question) []Question {
	out := slices.Clone(qs)
	for i := range out {
		out[i].Relevant, out[i].Forbidden, out[i].Silent = nil, nil, true
	}
	return out
}
