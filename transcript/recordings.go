package transcript

import (
	"strings"
)

// Recordings of model APIs that agents keep for their tests: Cline's list of HTTP exchanges and Gemini CLI's lines of method and
// response. They hold the model's half of a conversation: its words and its tool calls.

func httpRecording() docFormat {
	return docFormat{
		name: "cline-http", agent: "cline",
		score: func(v value) int {
			for x := range v.elems() {
				if x.has("method", "path", "status", "response") {
					return 9
				}
				return 0
			}
			return 0
		},
		parse: func(r *run, v value) {
			r.each(v, func(x value) {
				if !strings.HasPrefix(x.get("response").str(), "data: ") {
					r.ignore("HTTP exchange without a model's answer")
					return
				}
				chatStream(r, x.get("response").str())
			})
		},
	}
}

// chatStream joins a stream of chat completion chunks.
func chatStream(r *run, stream string) {
	type part struct{ id, name, args string }
	var words, thoughts strings.Builder
	var calls []part
	e := r.base()
	for line := range strings.Lines(stream) {
		v := readJSON(strings.TrimPrefix(line, "data: "))
		note(&e.Model, v.get("model"))
		if id := v.get("id").str(); id != "" {
			e.MessageID = id
		}
		if t := v.get("created").when(); !t.IsZero() {
			e.Time = t
		}
		for c := range v.get("choices").elems() {
			d := c.get("delta")
			words.WriteString(d.get("content").str())
			thoughts.WriteString(first(d.get("reasoning").str(), d.get("reasoning_content").str()))
			for t := range d.get("tool_calls").elems() {
				if t.get("id").isString() || len(calls) == 0 {
					calls = append(calls, part{id: t.get("id").str()})
				}
				at := &calls[len(calls)-1]
				at.name += t.get("function", "name").str()
				at.args += t.get("function", "arguments").str()
			}
		}
	}
	e.Role = Assistant
	if s := thoughts.String(); strings.TrimSpace(s) != "" {
		th := e
		th.Channel, th.Kind, th.Text = FromAssistant, Thinking, s
		r.out(th)
	}
	r.say(e, words.String())
	for _, c := range calls {
		in := readJSON(c.args)
		r.call(e, c.id, c.name, in)
	}
}

func geminiRecording() lineFormat {
	return lineFormat{
		name: "gemini-recording", agent: "gemini-cli",
		score: func(v value) int {
			if v.has("method", "response") {
				return 5
			}
			return 0
		},
		parse: func(r *run, v value) {
			e := r.base()
			e.Role = Assistant
			var words strings.Builder
			visit := func(res value) {
				note(&r.st.Model, res.get("modelVersion"))
				for c := range res.get("candidates").elems() {
					for p := range c.get("content", "parts").elems() {
						if t := p.get("text"); t.isString() && !p.get("thought").isTrue() {
							words.WriteString(t.str())
							continue
						}
						r.say(e, words.String())
						words.Reset()
						geminiPart(r, e, p)
					}
				}
			}
			if res := v.get("response"); res.isObject() {
				visit(res)
			}
			for res := range v.get("response").elems() {
				visit(res)
			}
			r.say(e, words.String())
		},
	}
}
