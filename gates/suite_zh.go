package gates

// zhSuite asks Chinese questions about Chinese texts, and the same questions in English about the same texts in English.
func zhSuite() Suite {
	sets := []string{"zh-drcd", "zh-cmrc", "xquad-zh", "xquad-en"}
	names := map[string]string{"zh-drcd": "DRCD (traditional)", "zh-cmrc": "CMRC (simplified)", "xquad-zh": "XQuAD zh", "xquad-en": "XQuAD en, its twin"}
	var files []string
	for _, s := range sets {
		files = append(files, beirFiles("beir/"+s)...)
	}
	return Suite{
		Name: "zh", Cold: otherTongue, About: "Chinese questions about Chinese paragraphs (DRCD, CMRC, XQuAD)", Files: files,
		Load: func(dir string) (tasks []Task, err error) {
			for _, s := range sets {
				set, err := readBEIR(dir, "beir/"+s)
				if err != nil {
					return nil, err
				}
				tasks = append(tasks, Task{
					Name: names[s], Metrics: []string{"hit@1", "recall@5", "recall@10", "mrr"}, Parts: []Part{{set.corpus(s, beirItem), set.questions()}},
				})
			}
			return tasks, nil
		},
	}
}
