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
	noChoice     = rx(`^(yes|no|ok|okay|you decide|either|both\?|skip|done|next area|none|other|not sure|don't know|cancel|是|否|好|你决定)\b|\?|\bhm+\b|\b(depends?|understanding|unsure|maybe|perhaps)\b|看情况`)
)

type dialogInput struct {
	Questions []struct {
		Question string `json:"question"`
		Header   string `json:"header"`
		Options  []struct {
			Label       string `json:"label"`
			Description string `json:"description"`
		} `json:"options"`
	} `json:"questions"`
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
			why := ""
			chosen := strings.TrimSpace(strings.TrimSuffix(answer, "(Recommended)"))
			for _, o := range q.Options {
				if o.Label == answer {
					why = oneSentence(plain(o.Description))
				}
			}
			if why == "" && len(q.Options) > 0 && len(strings.Fields(answer)) < 4 && !mostlyHan(answer) {
				continue // neither an option nor a sentence of the person's own
			}
			out = append(out, finding{
				rule: RuleDecision, typ: items.Decision, zh: mostlyHan(question), why: why, confidence: sureAnswer,
				title: shorten(plain(heading(q.Header, question) + ": " + chosen)), summary: oneSentence(plain(strings.TrimSpace(question) + " " + chosen)),
				quotes: []quote{{result, m[0], m[1]}},
			})
		}
	}
	return out
}

func heading(header, question string) string {
	if h := strings.TrimSpace(header); h != "" {
		return h
	}
	return strings.TrimRight(question, "?？ ")
}
