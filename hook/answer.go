package hook

import (
	"bytes"
	"encoding/json"
)

// Shape is how an agent reads the answer to an event.
type Shape string

const (
	Nothing      Shape = ""              // it reads none
	Plain        Shape = "plain"         // text
	Specific     Shape = "specific"      // {"hookSpecificOutput":{"hookEventName":EVENT,"additionalContext":TEXT}}
	CamelContext Shape = "camel"         // {"additionalContext":TEXT}
	SnakeContext Shape = "snake"         // {"additional_context":TEXT}
	Context      Shape = "context"       // {"context":TEXT}, for a plugin of ours
	InjectSteps  Shape = "inject_steps"  // {"injectSteps":[{"systemMessage":{"systemMessage":TEXT}}]}
	Block        Shape = "block"         // {"decision":"block","reason":TEXT}: the agent goes on with TEXT
	Deny         Shape = "deny"          // {"decision":"deny","reason":TEXT}: likewise
	Followup     Shape = "followup"      // {"followup_message":TEXT}: likewise
	Modification Shape = "modification"  // {"cancel":false,"contextModification":TEXT}
	Continue     Shape = "continue"      // {"continue":true}, whatever there is to say
	ContinueWith Shape = "continue_with" // {"continue":true}, with "additional_context":TEXT where there is text
	Allow        Shape = "allow"         // {"decision":"allow"}, whatever there is to say
)

// Takes reports whether text reaches the model by this shape.
func (s Shape) Takes() bool { return s != Nothing && s != Continue && s != Allow }

// Shape is how the agent of a call reads an answer to it. An event that the table does not know gets none.
func (c Call) Shape() Shape {
	if c.Deaf {
		return Nothing
	}
	a, _ := Named(c.Agent)
	l, _ := a.line(c.HostEvent)
	if l.Answer == ContinueWith && !newer(c.Version, a.PromptContext) {
		return Continue
	}
	return l.Answer
}

// Answer writes text for the agent: one line of JSON, text for an agent that reads text, or nothing. What the agent needs to go on is
// written whether or not there is text.
func (c Call) Answer(text string) []byte {
	switch shape := c.Shape(); {
	case shape == Continue, shape == ContinueWith && text == "":
		return []byte("{\"continue\":true}\n")
	case shape == Allow:
		return []byte("{\"decision\":\"allow\"}\n")
	case text == "" || shape == Nothing:
		return nil
	case shape == Plain:
		return []byte(text + "\n")
	default:
		return encode(shape, c.HostEvent, text)
	}
}

func encode(shape Shape, event, text string) []byte {
	var value any
	switch shape {
	case Specific:
		value = struct {
			Output specific `json:"hookSpecificOutput"`
		}{specific{event, text}}
	case CamelContext:
		value = struct {
			Text string `json:"additionalContext"`
		}{text}
	case SnakeContext:
		value = struct {
			Text string `json:"additional_context"`
		}{text}
	case Context:
		value = struct {
			Text string `json:"context"`
		}{text}
	case Modification:
		value = struct {
			Cancel bool   `json:"cancel"`
			Text   string `json:"contextModification"`
		}{false, text}
	case InjectSteps:
		value = struct {
			Steps []step `json:"injectSteps"`
		}{[]step{{systemMessage{text}}}}
	case Block, Deny:
		value = struct {
			Decision string `json:"decision"`
			Reason   string `json:"reason"`
		}{string(shape), text}
	case ContinueWith:
		value = struct {
			Continue bool   `json:"continue"`
			Text     string `json:"additional_context"`
		}{true, text}
	case Followup:
		value = struct {
			Text string `json:"followup_message"`
		}{text}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(value) != nil { // never of strings
		return nil
	}
	return b.Bytes()
}

type specific struct {
	Event string `json:"hookEventName"`
	Text  string `json:"additionalContext"`
}

// step is a system message, which stays in the conversation. Antigravity's ephemeralMessage is gone after one call of the model, and what a
// session got is not given again.
type step struct {
	System systemMessage `json:"systemMessage"`
}

type systemMessage struct {
	Text string `json:"systemMessage"`
}

// envelope is more than the JSON around a text takes, in characters.
const envelope = 120

// Room is what a text for this call may have: characters written as JSON (0 = no cap) and tokens, at most budget.
func (c Call) Room(budget int) (chars, tokens int) {
	a, _ := Named(c.Agent)
	if a.MaxChars > 0 {
		chars = a.MaxChars - envelope
	}
	if a.MaxTokens > 0 {
		budget = min(budget, a.MaxTokens)
	}
	return chars, budget
}
