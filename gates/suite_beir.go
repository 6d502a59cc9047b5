package gates

import (
	"time"

	"github.com/factline/memory/items"
)

// The four public retrieval sets whose figures are published for other engines: one collection, one list of questions each.

func scifactSuite() Suite {
	return beirSuite("scifact", "scientific claims against 5,183 abstracts (BEIR)", "plain BM25 nDCG@10 published 0.665 to 0.679", beirItem).cold(tooLarge)
}

func cosqaSuite() Suite {
	return beirSuite("cosqa", "web queries against 6,267 Python functions (CoSQA)", "plain BM25 MRR 0.301", codeItem).cold(tooLarge)
}

func cranfieldSuite() Suite {
	return beirSuite("cranfield", "aerodynamics questions with graded answers (Cranfield)", "plain BM25 nDCG@10 0.345", beirItem).cold(tooLarge)
}

func anthropicCodeSuite() Suite {
	return beirSuite("anthropic-code", "questions about code chunks (Anthropic's contextual retrieval set)",
		"published: BM25 recall@5 0.762, embeddings 0.809, contextual embeddings with BM25 0.864", codeItem)
}

func beirSuite(name, about, note string, item func(beirDoc) items.Item) Suite {
	return Suite{
		Name: name, About: about, Files: beirFiles("beir/" + name),
		Load: func(dir string) ([]Task, error) {
			set, err := readBEIR(dir, "beir/"+name)
			if err != nil {
				return nil, err
			}
			return []Task{{
				Name: "all", Note: note, Metrics: []string{"ndcg@10", "mrr", "hit@1", "recall@5", "recall@10"},
				Parts: []Part{{set.corpus(name, item), set.questions()}},
			}}, nil
		},
	}
}

// beirItem is the item that a plain document becomes: a fact with the document's own title, or with its first words as one.
func beirItem(d beirDoc) items.Item { return newItem(items.Fact, d.Title, d.Text, time.Time{}) }

// codeItem keeps code as a code block.
func codeItem(d beirDoc) items.Item {
	it := newItem(items.Artifact, d.Title, d.Text, time.Time{})
	it.Body = fence(d.Text)
	return it
}
