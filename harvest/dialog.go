package harvest

import (
	"encoding/json"
	"strings"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// Choices that a person makes in the host's question dialog are decisions as plain as typed words: the question, the answer,
// and with the chosen option its reason. Questions about the next step of the work are not.

// dialogTools are the tools by which hosts ask the person. Their results hold the person's answer.
func dialogTool(name string) bool {
	switch name {
	case "AskUserQuestion", "request_user_input", "ask_followup_question", "ask_user":
		return true
	}
	return false
}

var (
	dialogAnswer = rx(`"([^"\n]{4,400})"="([^"\n]{1,300})"`)
	aboutWork    = rx(`\b(next|proceed|continue|commit|push|merge|ready|more questions|move on|discuss|areas?|mock-?ups?|start(ing)?|begin|todo|like to do|want to do|work on|review (it|this)|run|confirm|looks? (good|right)|approve|plan|clarify|reproduce|try|test (it|this)|draft|skip)\b|下一步|继续|提交|开始|确认|要不要现在`)
	noChoice     = rx(`^(yes|no|ok|okay|skip|done|none|other|cancel|是|否|好)[.! ]*$|^(you decide|either|next area|not sure|don't know|你决定)\b|\?|\bhm+\b|\b(depends?|understanding|unsure|maybe|perhaps)\b|看情况`)
)

type dialogInput struct {
	Questions []struct {
		Question string         `json:"question"`
		Header   string         `json:"header"`
		Options  []dialogOption `json:"options"`
	} `json:"questions"`
}

type dialogOption struct {
	Label       string `json:"label"`
	Description string `json:"description"`
}

func answers(s *session) []finding {
	calls := map[string]*evidence.Record{}
	var out []finding
	for i := range s.recs {
		r := &s.recs[i]
		if !dialogTool(r.Tool) || r.Sidechain {
			continue
		}
		switch r.Kind {
		case transcript.ToolCall:
			calls[r.CallID] = r
		case transcript.ToolResult:
			if call := calls[r.CallID]; call != nil && !r.IsError && len(r.Text) < maxProse {
				out = append(out, answered(call, r)...)
			}
		}
	}
	return out
}

func answered(call, result *evidence.Record) []finding {
	var in dialogInput
	if json.Unmarshal([]byte(call.Text), &in) != nil {
		return nil
	}
	var out []finding
	for _, m := range dialogAnswer.FindAllStringSubmatchIndex(result.Text, -1) {
		question, answer := result.Text[m[2]:m[3]], result.Text[m[4]:m[5]]
		if aboutWork.MatchString(lowerASCII(question)) || noChoice.MatchString(lowerASCII(answer)) {
			continue
		}
		for _, q := range in.Questions {
			if q.Question != question {
				continue
			}
			c := chosenOption(q.Options, answer)
			if c.words == "" {
				continue
			}
			out = append(out, finding{
				rule: RuleDecision, typ: items.Decision, zh: mostlyHan(question), why: c.why, confidence: sureAnswer,
				title: questionTitle(q.Header, question, c.words), summary: c.summary(question), quotes: []quote{{result, m[0], m[1]}},
			})
		}
	}
	return out
}

// option is what the person chose.
type option struct {
	words string // "" when the answer is neither an option nor a sentence of the person's own
	why   string // its description, as a sentence
	own   bool   // typed, not picked
}

func chosenOption(offered []dialogOption, answer string) option {
	for _, o := range offered {
		if o.Label == answer {
			label := strings.TrimSpace(strings.TrimSuffix(plain(answer), "(Recommended)"))
			return option{words: optionMark.ReplaceAllString(label, ""), why: oneSentence(plain(o.Description))}
		}
	}
	words := plain(answer)
	if len(offered) > 0 && len(strings.Fields(words)) < 4 && !mostlyHan(words) {
		return option{}
	}
	return option{words: conclusion(words), own: true}
}

// conclusion is what an answer in the person's own words comes to: "we can discuss it, but right now it is X" comes to X.
func conclusion(words string) string {
	if m := turnsTo.FindAllStringIndex(words, -1); len(m) > 0 {
		if rest := words[m[len(m)-1][1]:]; len(strings.Fields(rest)) >= 3 || mostlyHan(rest) {
			return rest
		}
	}
	return words
}

var (
	optionMark = rx(`(?i)^(option )?[a-z0-9][:.)] +|^option [a-z0-9]+ ?[-–—] +`)
	turnsTo    = rx(`(?i),? but |，?(但是|不过)[，]?`)
)

func (o option) summary(question string) string {
	question = plain(strings.TrimSpace(question))
	switch {
	case mostlyHan(question):
		return "问“" + question + "”，用户选了“" + strings.TrimRight(o.words, "。") + "”。"
	case o.own:
		return "Asked \"" + question + "\", the user answered \"" + strings.TrimRight(o.words, ".") + "\"."
	}
	return "Asked \"" + question + "\", the user chose \"" + o.words + "\"."
}
