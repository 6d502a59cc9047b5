package gates

import "crypto/sha256"

// crossLanguages are asked for English texts, and the English questions for texts in them.
var crossLanguages = []string{"zh", "de", "es", "ru", "ar", "el", "tr", "vi", "hi"}

// crossSample is the share of questions that are asked, of 256: 18 directions over all 1,190 would take minutes and say no more.
const crossSample = 64

// crossSuite asks in one language for a text in another. The ids are the same in every language.
func crossSuite() Suite {
	var files []string
	for _, l := range append([]string{"en"}, crossLanguages...) {
		files = append(files, beirFiles("beir/xquad-"+l)...)
	}
	return Suite{
		Name: "cross", Cold: otherTongue, About: "the question in one language, the text in another (XQuAD)", Files: files,
		Load: func(dir string) ([]Task, error) {
			english, err := readBEIR(dir, "beir/xquad-en")
			if err != nil {
				return nil, err
			}
			texts := english.corpus("xquad-en", beirItem)
			var to, from []Task
			for _, l := range crossLanguages {
				other, err := readBEIR(dir, "beir/xquad-"+l)
				if err != nil {
					return nil, err
				}
				to = append(to, crossTask(l+" -> en", texts, other))
				from = append(from, crossTask("en -> "+l, other.corpus("xquad-"+l, beirItem), english))
			}
			return append(to, from...), nil
		},
	}
}

func crossTask(name string, texts *Corpus, questions beir) Task {
	t := Task{Name: name, Metrics: []string{"hit@1", "recall@5", "recall@10", "mrr"}, Parts: []Part{{Corpus: texts}}}
	for _, q := range questions.questions() {
		if sampled(q.ID, crossSample) {
			t.Parts[0].Questions = append(t.Parts[0].Questions, q)
		}
	}
	return t
}

// sampled takes about share of 256 questions, by another byte of the hash than the split.
func sampled(queryID string, share int) bool { return int(sha256.Sum256([]byte(queryID))[1]) < share }
