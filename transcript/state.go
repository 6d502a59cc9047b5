package transcript

import (
	"hash/fnv"
	"io"
	"strings"
)

// state is what a parser remembers from line to line. It is all of Position.Carry, so a resumed parse continues as if it had
// read the file from its start.
type state struct {
	Agent   string `json:"agent,omitempty"`
	Version string `json:"version,omitempty"`
	Session string `json:"session,omitempty"`
	CWD     string `json:"cwd,omitempty"`
	Branch  string `json:"branch,omitempty"`
	Remote  string `json:"remote,omitempty"`
	Model   string `json:"model,omitempty"`
	Calls   []call `json:"calls,omitempty"` // oldest first, at most maxCalls
	Twins   []twin `json:"twins,omitempty"` // texts whose second copy may still come, oldest first, at most maxTwins
	// Roles maps message ids to roles for formats that write the parts of a message apart from its head.
	Roles []roleOf `json:"roles,omitempty"`
	// Side says that the whole file is a sub-agent's.
	Side bool `json:"side,omitempty"`
	// Driven says that a program gives the prompts of the session.
	Driven bool `json:"driven,omitempty"`
}

// call is a tool call seen, kept to give its result the tool's name and channel.
type call struct {
	ID      string  `json:"id"`
	Name    string  `json:"name"`
	Channel Channel `json:"channel"`
	Done    bool    `json:"done,omitempty"` // its result has been seen
}

// twin is a text that the format writes twice, once from each side.
type twin struct {
	Key  uint64 `json:"key"`
	Side byte   `json:"side"`
}

type roleOf struct {
	ID   string `json:"id"`
	Role string `json:"role"`
}

const (
	maxCalls = 256
	maxTwins = 64
	maxRoles = 64
)

// opened remembers a tool call.
func (r *run) opened(c call) {
	if c.ID == "" {
		return
	}
	if len(r.st.Calls) >= maxCalls {
		drop := 0
		for i := range r.st.Calls {
			if r.st.Calls[i].Done {
				drop = i
				break
			}
		}
		r.st.Calls = append(r.st.Calls[:drop], r.st.Calls[drop+1:]...)
	}
	r.st.Calls = append(r.st.Calls, c)
}

// closed finds the call that a result answers.
func (r *run) closed(id string) (call, bool) {
	if id == "" {
		return call{}, false
	}
	for i := len(r.st.Calls) - 1; i >= 0; i-- {
		if r.st.Calls[i].ID == id {
			r.st.Calls[i].Done = true
			return r.st.Calls[i], true
		}
	}
	return call{}, false
}

// hasCall reports whether a call of this id is remembered.
func (r *run) hasCall(id string) bool {
	for i := range r.st.Calls {
		if r.st.Calls[i].ID == id {
			return true
		}
	}
	return false
}

// secondCopy reports whether the other side has already written this text; otherwise it waits for the copy. Sides are any two
// different bytes. Only unmatched texts are kept, so a text said twice and written four times still gives two events.
func (r *run) secondCopy(side byte, kind, text string) bool {
	h := fnv.New64a()
	io.WriteString(h, kind)
	h.Write([]byte{0})
	io.WriteString(h, strings.TrimSpace(text))
	key := h.Sum64()
	for i, t := range r.st.Twins {
		if t.Key == key && t.Side != side {
			r.st.Twins = append(r.st.Twins[:i], r.st.Twins[i+1:]...)
			return true
		}
	}
	if len(r.st.Twins) >= maxTwins {
		r.st.Twins = append(r.st.Twins[:0], r.st.Twins[1:]...)
	}
	r.st.Twins = append(r.st.Twins, twin{key, side})
	return false
}

// setRole and roleOf keep the roles of the latest messages.
func (r *run) setRole(id, role string) {
	for i := range r.st.Roles {
		if r.st.Roles[i].ID == id {
			r.st.Roles[i].Role = role
			return
		}
	}
	if len(r.st.Roles) >= maxRoles {
		r.st.Roles = append(r.st.Roles[:0], r.st.Roles[1:]...)
	}
	r.st.Roles = append(r.st.Roles, roleOf{id, role})
}

func (r *run) roleOf(id string) string {
	for i := len(r.st.Roles) - 1; i >= 0; i-- {
		if r.st.Roles[i].ID == id {
			return r.st.Roles[i].Role
		}
	}
	return ""
}

// note sets state from a line when the line tells.
func note(to *string, v value) {
	if s := v.scalar(); s != "" {
		*to = s
	}
}
