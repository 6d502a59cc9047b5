package gates

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed sets/prompts.txt
var promptsFile string

// quietPrompts are the prompts of the set that say nothing which a team's memory answers. Lines are dev and test in turn: the rules of the gate were made
// with the dev lines in view.
func quietPrompts() (out []Question, err error) {
	n := 0
	for line := range strings.Lines(promptsFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		head, text, ok := strings.Cut(strings.TrimSpace(line), " | ")
		language, label, both := strings.Cut(head, " ")
		if !ok || !both || label != "ask" && label != "quiet" {
			return nil, fmt.Errorf("prompts, line %d: want \"language ask|quiet | prompt\"", n+1)
		}
		if label == "quiet" {
			out = append(out, Question{ID: fmt.Sprintf("prompts/%d", n), Split: []Split{Dev, Test}[n%2], Text: text, Category: promptLanguage(language), Silent: true})
		}
		n++
	}
	return out, nil
}

func promptLanguage(language string) string {
	switch language {
	case "en", "zh":
		return language
	}
	return "other languages"
}
