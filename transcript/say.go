package transcript

import (
	"strings"
)

// say gives the events of a text in somebody's name. For the user's it separates what the person typed from what the host put
// there; e carries role, time and ids, and may already be marked Meta or Sidechain.
func (r *run) say(e Event, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	e.Kind, e.Text = Message, text
	switch e.Role {
	case User:
		r.sayUser(e, text)
		return
	case Assistant:
		e.Channel = FromAssistant
		if e.Meta {
			e.Channel = FromHook
		}
	case Tool:
		if e.Channel == "" {
			e.Channel = FromTool
		}
		e.Kind = ToolResult
	default:
		e.Role, e.Channel, e.Meta = System, FromHook, true
	}
	r.out(e)
}

func (r *run) sayUser(e Event, text string) {
	switch {
	case e.Meta:
		e.Channel = FromHook
		r.out(markHost(e, text))
		return
	case e.Sidechain: // the prompt of a sub-agent is the calling agent's
		e.Channel, e.Meta = FromAssistant, true
		for _, p := range split(text) {
			r.out(pieceEvent(e, p))
		}
		return
	}
	e.Channel = FromUser
	for _, p := range split(text) {
		r.out(pieceEvent(e, p))
	}
}

func pieceEvent(e Event, p piece) Event {
	e.Text = p.text
	switch p.kind {
	case injected:
		e.Channel, e.Meta = FromHook, true
		return markHost(e, p.text)
	case command:
		e.Channel, e.Meta, e.Kind = FromHook, true, Notice
	case output:
		e.Channel, e.Meta, e.Kind = FromTool, true, Notice
	case relayed:
		e.Channel, e.Meta = FromAssistant, true
	}
	return e
}

// markHost gives a text of the host its kind.
func markHost(e Event, text string) Event {
	text = strings.TrimSpace(text)
	switch {
	case summaryStart(text):
		e.Kind = Summary
	case interrupted(text):
		e.Kind, e.IsError = Notice, true
	}
	return e
}

// call gives the event of a tool call and remembers it for its result.
func (r *run) call(e Event, id, name string, input value) {
	if in := input.inner(); in.isObject() {
		input = in
	}
	e.Role, e.Channel, e.Kind = Assistant, FromAssistant, ToolCall
	e.Tool, e.CallID = name, id
	e.Text, e.Files = callText(name, input), inputFiles(input)
	r.opened(call{ID: id, Name: name, Channel: toolChannel(name, input)})
	r.out(e)
}

// result gives the event of a tool's answer, with the name and channel that its call had. e.Tool may be set where the format
// repeats the name.
func (r *run) result(e Event, id string, content value, isError bool) {
	text, blobs := r.flatten(content)
	r.resultText(e, id, text, blobs, isError)
}

func (r *run) resultText(e Event, id, text string, blobs []Blob, isError bool) {
	e.Role, e.Kind, e.CallID, e.IsError, e.Text = Tool, ToolResult, id, isError, text
	e.Resources = blobs
	e.Channel = FromTool
	if c, ok := r.closed(id); ok {
		e.Channel = c.Channel
		e.Tool = first(e.Tool, c.Name)
	} else if e.Tool != "" {
		e.Channel = toolChannel(e.Tool, value{})
	}
	if e.Channel == FromUser && isError { // the dialog was closed or failed: the words are the host's
		e.Channel = FromTool
	}
	r.out(e)
}

// flatten turns the content of a result into text and blobs: a string, a list of blocks, or an object.
func (r *run) flatten(content value) (string, []Blob) { return flatten(content, 0) }

// maxFlat bounds how deep flatten looks; below that a value is shown as JSON.
const maxFlat = 12

func flatten(content value, depth int) (string, []Blob) {
	switch {
	case depth > maxFlat:
		return compact(content), nil
	case content.isString():
		return content.str(), nil
	case content.isObject():
		if isResource(content.get("type").str()) {
			blob, text := resourceOf(content)
			return text, []Blob{blob}
		}
		for _, k := range []string{"text", "output", "content", "stdout", "result", "textResultForLlm", "formatted_output", "value", "error", "message"} {
			if m := content.get(k); m.isString() || m.isArray() || m.isObject() {
				text, blobs := flatten(m, depth+1)
				if err := content.get("stderr"); k == "stdout" && err.isString() && err.str() != "" {
					text = strings.TrimPrefix(text+"\n"+err.str(), "\n")
				}
				if text != "" || len(blobs) > 0 {
					return text, blobs
				}
			}
		}
		if content.has("stdout") || content.has("output") {
			return "", nil
		}
		return compact(content), nil
	case content.isArray():
		var texts []string
		var blobs []Blob
		for e := range content.elems() {
			text, more := flatten(e, depth+1)
			if text != "" {
				texts = append(texts, text)
			}
			blobs = append(blobs, more...)
		}
		return strings.Join(texts, "\n"), blobs
	}
	return content.scalar(), nil
}

func isResource(kind string) bool {
	switch kind {
	case "image", "document", "input_image", "image_url", "input_file", "file", "audio", "input_audio", "resource_link", "image_asset_pointer":
		return true
	}
	return false
}

// blocks gives the events of a message's content: a string, or a list of blocks, or one block.
func (r *run) blocks(e Event, content value) {
	switch {
	case content.isString():
		r.say(e, content.str())
	case content.isObject():
		r.block(e, content)
	case content.isArray():
		for b := range content.elems() {
			if b.isString() {
				r.say(e, b.str())
			} else {
				r.block(e, b)
			}
		}
	}
}

// block gives the events of one content block; the names of all agents are understood, they do not collide.
func (r *run) block(e Event, b value) {
	kind := b.any("type", "kind", "content_type").str()
	switch kind {
	case "", "text", "input_text", "output_text", "Text", "inputText", "summary_text":
		if t := b.any("text", "content", "value"); t.isString() {
			r.say(e, t.str())
			return
		}
	case "thinking", "think", "reasoning", "thought":
		r.think(e, b.any("thinking", "think", "text", "content", "summary"))
		return
	case "redacted_thinking", "encrypted_content", "redacted_reasoning":
		r.ignore("encrypted reasoning")
		return
	case "tool_use", "toolCall", "tool-call", "tool_call", "server_tool_use", "mcp_tool_use", "function_call":
		r.call(e, b.any("id", "toolCallId", "call_id", "callId", "tool_call_id").scalar(), b.any("name", "toolName", "tool_name").str(),
			b.any("input", "arguments", "args", "parameters"))
		return
	case "tool_result", "toolResult", "tool-result", "web_search_tool_result", "web_fetch_tool_result", "mcp_tool_result",
		"code_execution_tool_result", "function_call_output":
		e.Tool = b.any("name", "toolName", "tool_name").str()
		if e.Tool == "" && strings.HasPrefix(kind, "web_") {
			e.Tool = strings.TrimSuffix(kind, "_tool_result")
		}
		content := b.any("content", "output", "result", "text", "value")
		r.result(e, b.any("tool_use_id", "toolCallId", "call_id", "tool_call_id", "id").scalar(), content,
			b.any("is_error", "isError").isTrue())
		return
	}
	if isResource(kind) {
		r.resource(e, b)
		return
	}
	r.ignore("block " + kind)
}

func (r *run) think(e Event, text value) {
	var words string
	if text.isArray() {
		words, _ = r.flatten(text)
	} else {
		words = text.str()
	}
	if strings.TrimSpace(words) == "" {
		r.ignore("reasoning without text")
		return
	}
	e.Role, e.Channel, e.Kind, e.Text = Assistant, FromAssistant, Thinking, words
	r.out(e)
}

func (r *run) resource(e Event, b value) {
	blob, text := resourceOf(b)
	e.Kind, e.Text, e.Resources = Resource, text, []Blob{blob}
	if e.Channel == "" {
		switch {
		case e.Role == User && !e.Meta && !e.Sidechain:
			e.Channel = FromUser
		case e.Role == Assistant, e.Sidechain:
			e.Channel = FromAssistant
		case e.Role == Tool:
			e.Channel = FromTool
		default:
			e.Channel = FromHook
		}
	}
	if blob.MIME == "text/plain" && text != "" {
		e.Channel = FromFile
	}
	r.out(e)
}

// notice gives a line of the host that is worth keeping.
func (r *run) notice(e Event, kind Kind, text string) {
	e.Role, e.Channel, e.Kind, e.Text, e.Meta, e.Model = System, FromHook, kind, text, true, ""
	e.IsError = e.IsError || kind == Failure
	r.out(e)
}
