package harvest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

// The rule handoff: what is left open when a session ends, from the agent's last message or, where that says nothing, from its
// task list. At most one a session. Offers ("if you want, I can ...") are not open ends.

var (
	openHead = rx(`^(#+ |\*\*)?(what's |what is )?(remaining|next steps?|(recommended|suggested) next steps?|still (open|to do|missing)|open (points|ends|items|issues|questions)|to-?do|not (yet )?done( yet)?|not finished|left( to do)?|pending|outstanding|follow-?ups?|blocked|unfinished)( work| items| tasks| steps| for later| here| now)?( \([^)]{1,30}\))?:?(\*\*)?:?\s*(.*)$`)
	openZH   = rx(`^(#+ |\*\*)?(还没做完|未完成|没做完|待办|待续|下一步|后续|剩下|剩余|尚未完成|遗留)[^，。：:]{0,8}[：:]?(\*\*)?[：:]?\s*(.*)$`)
	openSaid = rx(`\bstill (open|missing|to do|todo|needs? to |broken|failing|fails|stale|not )|\b(is|are|was|were|has|have) not (been )?(done|written|implemented|tested|finished|fixed|migrated|covered|wired|started|looked at)( yet)?\b|\bnot (done|written|implemented|tested|finished|fixed|migrated|covered) yet\b|\bremains? (open|to be|unfinished|unsolved)\b|\bblocked (on|by)\b|\bTODO: |还没(有)?(做|写|测|改|处理|完成)|尚未|没有测试|有待`)
	offers   = rx(`\b(if you('d)? (want|like|prefer|wish)|would you like|want me to|let me know|shall i|should i|could also|can also|optional(ly)?|consider|you (may|might|could|can)|feel free|happy to|i can)\b|需要我|要我|如果你|可以考虑`)
	allDone  = rx(`\b(all (tasks|items|todos|steps|done)|everything (is )?(done|complete)|nothing (is )?left)\b|全部完成|都做完`)
	// routine ends of any piece of work are no news for the next session
	routine = rx(`(?i)^(commit|push|merge|open (a )?pr|create (a )?(pr|pull request)|run (the )?(tests|lint))\b.{0,24}$`)
	// openLead announces an open end on its own line; the candidate's title says "Open" already
	openLead = rx(`(?i)^(still open|open|todo|remaining|not done( yet)?|next( step)?|still to do)[:：]\s*`)
	// scopeNotes say what was left alone on purpose.
	scopeNotes = rx(`\b(unrelated|pre-existing|untouched|not (part|in scope)|out of scope|left (it|them) as)\b|无关`)
)

// summaryMax is the length in bytes up to which all open ends stand in the summary; beyond, the body lists them.
const summaryMax = 300

// openMax is how many open ends one handoff lists.
const openMax = 6

func handoff(s *session) []finding {
	if len(s.turns) == 0 {
		return nil
	}
	t := &s.turns[len(s.turns)-1]
	last := t.last()
	if last != nil {
		if f, ok := openInMessage(last); ok {
			return []finding{f}
		}
		if allDone.MatchString(lowerASCII(last.mask)) {
			return nil
		}
	}
	return openInList(s)
}

// openInMessage reads the lines under a heading like "Remaining:", else single sentences that say that something is open.
func openInMessage(w *words) (finding, bool) {
	var open []string
	var q quote
	under := false
	for from := 0; from < len(w.mask); {
		to := from + strings.IndexByte(w.mask[from:], '\n')
		if to < from {
			to = len(w.mask)
		}
		line := strings.TrimSpace(w.mask[from:to])
		n := bullet(line)
		low := straight(lowerASCII(line))
		rest, isHead := headed(low, line)
		switch {
		case line == "" && len(open) == 0:
		case isHead && !offers.MatchString(low):
			if q.rec == nil {
				q = quote{w.rec, from, to}
			}
			under = true
			if rest != "" {
				open, q.to = append(open, rest), to
			}
		case under && n > 0 && !offers.MatchString(low):
			open, q.to = append(open, line[n:]), to
		case under && line != "":
			under = false
		}
		from = to + 1
	}
	if len(open) == 0 {
		for _, s := range w.sent {
			if s.ask || s.to-s.from > maxSentence || !openSaid.MatchString(s.low) || offers.MatchString(s.low) || scopeNotes.MatchString(s.low) || unsure(s) || strings.HasPrefix(s.low, "if ") {
				continue
			}
			if q.rec == nil {
				q = s.quote()
			}
			open, q.to = append(open, plain(s.text())), s.to
		}
	}
	return openFinding(open, q, w.zh)
}

// headed reports whether a line opens a list of what is left and returns what stands on the line itself.
func headed(low, line string) (rest string, ok bool) {
	if m := openHead.FindStringSubmatchIndex(low); m != nil && len(low) == len(line) {
		rest = strings.TrimSpace(line[m[2*len(m)/2-2]:])
		// without a colon the words go on as a sentence ("pending changes are ...") and are no heading
		head := strings.TrimSpace(line[:len(line)-len(rest)])
		return strings.Trim(rest, "* "), rest == "" || strings.HasSuffix(strings.Trim(head, "* "), ":")
	}
	if m := openZH.FindStringSubmatch(line); m != nil {
		return strings.TrimSpace(m[len(m)-1]), true
	}
	return "", false
}

func openFinding(open []string, q quote, zh bool) (finding, bool) {
	var list []string
	for _, o := range open {
		if o = openLead.ReplaceAllString(strings.TrimRight(plain(o), ".;。； "), ""); len(o) >= 4 && !routine.MatchString(o) && !strings.Contains(o, "[REDACTED:") && len(list) < openMax {
			list = append(list, cut(o, 240))
		}
	}
	if len(list) == 0 || q.rec == nil {
		return finding{}, false
	}
	f := finding{rule: RuleHandoff, typ: items.Handoff, quotes: []quote{q}, confidence: sureHandoff, zh: zh, files: pathsIn(strings.Join(list, "\n"))}
	label, sep, more := "Open: ", "; ", "Open, with %d more: "
	if zh {
		label, sep, more = "未完成：", "；", "未完成，另有%d项："
	}
	f.title = shorten(label + list[0])
	if all := strings.Join(list, sep); len(all) <= summaryMax {
		f.summary = oneSentence(label + all)
	} else {
		f.summary, f.details = oneSentence(fmt.Sprintf(more, len(list)-1)+list[0]), list[1:]
	}
	return f, true
}

type taskList struct {
	Todos []struct {
		Content string `json:"content"`
		Status  string `json:"status"`
	} `json:"todos"`
	Plan []struct {
		Step   string `json:"step"`
		Status string `json:"status"`
	} `json:"plan"`
}

// openInList reads the last task list of the session. A list of which nothing is done is a plan and no open end.
func openInList(s *session) []finding {
	for i := len(s.recs) - 1; i >= 0; i-- {
		r := &s.recs[i]
		if r.Kind != transcript.ToolCall || r.Sidechain || !listTool(r.Tool) {
			continue
		}
		var l taskList
		if json.Unmarshal([]byte(r.Text), &l) != nil {
			return nil
		}
		var open []string
		begun := false
		step := func(text, status string) {
			switch status {
			case "pending", "in_progress":
				open = append(open, text)
			case "completed", "done":
				begun = true
			}
		}
		for _, t := range l.Todos {
			step(t.Content, t.Status)
		}
		for _, p := range l.Plan {
			step(p.Step, p.Status)
		}
		if !begun {
			return nil
		}
		if f, ok := openFinding(open, quote{r, 0, len(r.Text)}, mostlyHan(strings.Join(open, ""))); ok {
			return []finding{f}
		}
		return nil
	}
	return nil
}

func listTool(name string) bool {
	switch name {
	case "TodoWrite", "update_plan", "write_todos", "todowrite", "todo_write":
		return true
	}
	return false
}
