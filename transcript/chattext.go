package transcript

import (
	"strings"
)

// Plain chats: "User: ..." and "Assistant: ..." at the start of lines, or headings and bold labels of the same names. Labels within
// code blocks do not count.

func chatText() textFormat {
	return textFormat{
		name: "chat-text", agent: "generic",
		score: func(lines []string) int {
			users, answers, before := 0, 0, 0
			fence := false
			for _, l := range lines {
				if strings.TrimSpace(l) != "" && users == 0 {
					if before++; before > chatPreface {
						return 0 // prose that quotes a dialogue
					}
				}
				if strings.HasPrefix(strings.TrimSpace(l), "```") {
					fence = !fence
				}
				if fence {
					continue
				}
				switch role, _, _ := chatLabel(l); {
				case role == User:
					users++
				case role == Assistant && users > 0:
					answers++
				}
			}
			if users > 0 && answers > 0 {
				return 1
			}
			return 0
		},
		open: func(r *run) textParser { return &chatParser{r: r} },
	}
}

// chatPreface is how many lines of other text may stand before the first turn of a chat.
const chatPreface = 12

// chatLabel reads the label that opens a turn. marked tells headings and bold names, which need no colon.
func chatLabel(line string) (role Role, rest string, ok bool) {
	s := strings.TrimSpace(line)
	if len(s) > 0 && line[0] == ' ' { // code and lists are indented, labels are not
		return "", "", false
	}
	marked := false
	if h := strings.TrimLeft(s, "#"); len(h) < len(s) {
		if !strings.HasPrefix(h, " ") {
			return "", "", false
		}
		s, marked = strings.TrimSpace(h), true
	}
	if t, bold := strings.CutPrefix(s, "**"); bold {
		name, after, closed := strings.Cut(t, "**")
		if !closed {
			return "", "", false
		}
		s, marked = name+after, true
	}
	end := strings.IndexAny(s, ":(")
	name := s
	if end >= 0 {
		name = s[:end]
	}
	switch strings.ToLower(strings.TrimSpace(name)) {
	case "user", "human", "you", "prompt", "用户", "我":
		role = User
	case "assistant", "ai", "chatgpt", "claude", "gemini", "copilot", "cursor", "agent", "bot", "model", "gpt", "gpt-4", "助手":
		role = Assistant
	case "system":
		role = System
	case "tool":
		role = Tool
	default:
		return "", "", false
	}
	if end < 0 {
		return role, "", marked
	}
	rest = s[end:]
	if rest[0] == '(' {
		_, after, closed := strings.Cut(rest, ")")
		after = strings.TrimSpace(after)
		if !closed || after != "" && after[0] != ':' {
			return "", "", false
		}
		rest = after
		if rest == "" {
			return role, "", marked
		}
	}
	return role, strings.TrimSpace(rest[1:]), true
}

type chatParser struct {
	r     *run
	block textBlock
	role  Role
	fence bool
}

func (p *chatParser) line(text string) {
	if strings.HasPrefix(strings.TrimSpace(text), "```") {
		p.fence = !p.fence
	}
	if !p.fence {
		if role, rest, ok := chatLabel(text); ok {
			p.flush()
			p.role = role
			p.block.add(p.r, rest)
			return
		}
	}
	if p.role != "" {
		p.block.add(p.r, text)
	}
}

func (p *chatParser) flush() {
	if p.block.line == 0 {
		return
	}
	e, text := p.block.take(p.r)
	e.Role = p.role
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "\n---"))
	if p.role == Tool {
		p.r.resultText(e, "", text, nil, false)
		return
	}
	p.r.say(e, text)
}

func (p *chatParser) close() { p.flush() }
