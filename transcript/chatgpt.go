package transcript

import (
	"slices"
	"strings"
)

// ChatGPT exports a conversation as a tree: mapping {node: {parent, message}}. Branches that were edited away are kept in the file
// but are no part of what was said in the end; where current_node is known only its ancestors count, else all nodes in time order.

func chatGPTFormat() docFormat {
	return docFormat{
		name: "chatgpt", agent: "chatgpt",
		score: func(v value) int {
			if v.get("mapping").isObject() {
				return 9
			}
			for c := range v.elems() {
				if c.get("mapping").isObject() {
					return 9
				}
				return 0
			}
			return 0
		},
		parse: func(r *run, v value) {
			if v.isObject() {
				chatGPTConversation(r, v)
			}
			for c := range v.elems() {
				chatGPTConversation(r, c)
			}
		},
	}
}

func chatGPTConversation(r *run, v value) {
	r.st.Model = ""
	note(&r.st.Session, v.any("conversation_id", "id"))
	type node struct {
		id, parent string
		message    value
	}
	var nodes []node
	byID := map[string]int{}
	for k, n := range v.get("mapping").fields() {
		k = owned(k)
		byID[k] = len(nodes)
		nodes = append(nodes, node{k, n.get("parent").str(), n.get("message")})
	}
	if at := v.get("current_node").str(); at != "" {
		var path []node
		for i, ok := byID[at]; ok && len(path) <= len(nodes); i, ok = byID[at] {
			path = append(path, nodes[i])
			at = nodes[i].parent
		}
		slices.Reverse(path)
		nodes = path
	} else {
		slices.SortStableFunc(nodes, func(a, b node) int {
			return a.message.get("create_time").when().Compare(b.message.get("create_time").when())
		})
	}
	for _, n := range nodes {
		if !n.message.isObject() {
			continue
		}
		r.at(n.message)
		chatGPTMessage(r, n.message, n.id)
		if !r.touched {
			r.ignore("nothing in it")
		}
	}
}

func chatGPTMessage(r *run, m value, id string) {
	e := r.base()
	e.Time, e.MessageID = m.get("create_time").when(), first(m.get("id").str(), id)
	e.Role = roleNamed(m.get("author", "role").str())
	note(&r.st.Model, m.get("metadata", "model_slug"))
	e.Model = ""
	if e.Role == Assistant {
		e.Model = r.st.Model
	}
	content := m.get("content")
	parts := content.get("parts")
	if !parts.ok() {
		parts = content.any("text", "result")
	}
	if e.Role == Tool {
		e.Tool = m.get("author", "name").str()
		text, blobs := r.flatten(parts)
		r.resultText(e, "", text, blobs, false)
		return
	}
	var words []string
	for p := range parts.elems() {
		if isResource(p.get("content_type").str()) {
			res := e
			res.Role, res.Channel, res.Kind = e.Role, FromUser, Resource
			if e.Role != User {
				res.Channel = FromAssistant
			}
			res.Text, res.Resources = p.get("asset_pointer").str(), []Blob{{MIME: "image/*"}}
			r.out(res)
			continue
		}
		if t, _ := r.flatten(p); t != "" {
			words = append(words, t)
		}
	}
	if parts.isString() {
		words = append(words, parts.str())
	}
	r.say(e, strings.Join(words, "\n"))
}
