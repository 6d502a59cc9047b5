package harvest

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/factline/memory/items"
)

// The rule fix: something failed, a change was made, and the same check passed; the agent's words tell the cause. Without a
// named cause there is nothing to learn, and a failure that the agent made itself a moment before is not worth keeping.

// reportsProblem tells that the person came with something broken.
var reportsProblem = rx(`(?i)\b(fail(s|ed|ing|ure)?|error|errors|bug|broken|broke|crash(es|ed)?|wrong|doesn'?t work|not work(ing)?|regression|flaky|hangs?|stuck|leak(s|ing)?|stale|times? out|timeout|slow|delay|exception|can'?t|cannot|old (data|tiles|values?)|panics?|why (is|does|do|are))\b|报错|失败|错误|坏了|崩溃|卡住|超时|泄漏|不工作|不生效|为什么|很慢`)

func fixes(s *session) []finding {
	runs, edits := activity(s)
	var out []finding
	told := map[int]bool{} // turns whose cause is told already
	var open []run         // failures that nothing has passed yet, oldest first
	for _, r := range runs {
		if len(r.checks) == 0 {
			continue
		}
		if r.failed {
			if !anyCovers(r, open) {
				open = append(open, r)
			}
			continue
		}
		rest := open[:0:0]
		for _, f := range open {
			switch {
			case !covers(r, f):
				rest = append(rest, f)
			case !told[r.turn]:
				if found, ok := proven(s, f, r, edits); ok {
					out = append(out, found)
					told[r.turn] = true
				}
			}
		}
		open = rest
	}
	for ti := range s.turns {
		if told[ti] {
			continue
		}
		found, ok := toldFix(s, ti, runs, edits)
		if !ok {
			found, ok = rootFix(s, ti, runs, edits)
		}
		if !ok {
			found, ok = foundCause(s, ti)
		}
		if ok {
			out = append(out, found)
		}
	}
	return out
}

// rootFix takes what the agent's last message calls the cause in so many words, when it was acted upon: in the same turn, or after
// the person said yes, something was changed and a check passed. What the person had said need not sound like a problem then.
func rootFix(s *session, ti int, runs []run, edits []edit) (finding, bool) {
	t := &s.turns[ti]
	if t.user == nil || t.last() == nil {
		return finding{}, false
	}
	c, ok := bestCause([]*words{t.last()}, wordSet(t.last().mask[:min(len(t.last().mask), maxProse)]), true)
	if !ok || c.back || c.strength < 3 && !happened.MatchString(c.s.low) {
		return mendedFix(s, ti, edits)
	}
	for at := ti; at <= ti+1 && at < len(s.turns); at++ {
		if at > ti && !saidYes(&s.turns[at]) {
			break
		}
		files, passed := passedAfter(s, at, runs, edits)
		if passed == "" || onlyTests(files) {
			continue
		}
		f := causeFinding(c, "", files, sureRootCause)
		f.detail("Checked with: ", "验证：", passed)
		return f, true
	}
	return finding{}, false
}

// mendedFix takes a cause from any of the agent's messages of a turn that says in the same breath what mends it, when that was done.
func mendedFix(s *session, ti int, edits []edit) (finding, bool) {
	t := &s.turns[ti]
	for _, w := range t.reply {
		for j, sent := range w.sent {
			if sent.ask || sent.to-sent.from > maxSentence || !mendedNext(w.sent, j) || plansOnly.MatchString(sent.low) || ownFault.MatchString(sent.low) || pointsAway.MatchString(sent.low) ||
				hiddenOrders.MatchString(sent.low) || strings.Contains(sent.text(), "[REDACTED:") {
				continue
			}
			var files []string
			for _, e := range edits {
				if e.turn == ti && s.recs[e.at].Seq > w.rec.Seq {
					files = append(files, e.files...)
				}
			}
			if len(files) > 0 && !onlyTests(files) {
				return causeFinding(cause{s: sent, strength: 2, then: &w.sent[j+1]}, "", files, sureToldFix), true
			}
		}
	}
	return finding{}, false
}

// happened tells of a bug in the past, as one does who has found it.
var happened = rx(`\b(bug|issue|problem|failure|crash|regression|error) (occurred|happened|arose|came up|existed) (because|when|since|due to)\b`)

func saidYes(t *turn) bool {
	a := firstSentence(t.user)
	return a != nil && saysYes.MatchString(a.low) && !saysNo.MatchString(a.low)
}

func anyCovers(r run, open []run) bool {
	for _, f := range open {
		if covers(r, f) {
			return true
		}
	}
	return false
}

// spanOfFix bounds how many turns may lie between failure and success; beyond, nobody can tell what helped.
const spanOfFix = 3

func proven(s *session, fail, pass run, edits []edit) (finding, bool) {
	if pass.turn-fail.turn > spanOfFix {
		return finding{}, false
	}
	files := changed(edits, fail.at, pass.at)
	if len(files) == 0 || onlyTests(files) || ownMistake(s, fail, edits) {
		return finding{}, false
	}
	line, at := errorLine(fail.result)
	var msgs []*words
	for ti := fail.turn; ti <= pass.turn; ti++ {
		for _, w := range s.turns[ti].reply {
			if w.rec.Seq > fail.result.Seq {
				msgs = append(msgs, w)
			}
		}
	}
	// A cause that shares no word with the failure and with what the person said of it is about something else.
	c, ok := bestCause(msgs, wordSet(append([]string{line, fail.cmd, spokenText(s, fail.turn)}, files...)...), false)
	if !ok || c.back && c.s.w.zh {
		return finding{}, false
	}
	f := causeFinding(c, fail.checks[0].key, files, sureProvenFix)
	f.detail("Failed: ", "失败：", fail.command())
	if line != "" {
		f.detail("Error: ", "报错：", line)
		f.quotes = append(f.quotes, at)
	}
	f.detail("Passed after the change: ", "修改后通过：", pass.command())
	return f, true
}

// onlyTests reports that nothing but tests was changed: what a test expected of the code is no lesson about the code.
func onlyTests(files []string) bool {
	return !slices.ContainsFunc(files, func(f string) bool { return !testFile.MatchString(f) })
}

var testFile = rx(`(?i)(_test\.\w+|\.(test|spec)\.\w+|(^|[/\\])(tests?|__tests__|e2e|specs?|testdata)[/\\].*|(^|[/\\])test_[^/\\]*)$`)

// toldFix takes a cause from the agent's last message of a turn in which a problem was reported, something was changed and some
// check passed afterwards.
func toldFix(s *session, ti int, runs []run, edits []edit) (finding, bool) {
	t := &s.turns[ti]
	if t.user == nil || t.last() == nil || !reportsProblem.MatchString(userText(s, ti)) {
		return finding{}, false
	}
	files, passed := passedAfter(s, ti, runs, edits)
	if passed == "" {
		return finding{}, false
	}
	about := wordSet(append([]string{spokenText(s, ti)}, files...)...)
	c, ok := bestCause([]*words{t.last()}, about, true)
	if !ok || c.back && c.symptom == nil {
		return finding{}, false
	}
	f := causeFinding(c, "", files, sureToldFix)
	f.detail("Checked with: ", "验证：", passed)
	return f, true
}

// passedAfter gives the files that were changed in a turn and the last check that passed behind the last change; "" where none did.
func passedAfter(s *session, ti int, runs []run, edits []edit) (files []string, passed string) {
	lastEdit := -1
	for _, e := range edits {
		if e.turn == ti {
			lastEdit = e.at
		}
	}
	if lastEdit < 0 {
		return nil, ""
	}
	for _, r := range runs {
		if r.turn == ti && r.at > lastEdit && len(r.checks) > 0 && !r.failed {
			passed = r.command()
		}
	}
	return changed(edits, s.turns[ti].from-1, s.turns[ti].to), passed
}

// causeTitle titles a lesson: the whole claim where it fits, else "symptom: cause", else the part that says more.
func causeTitle(claim string) (title, why string) {
	symptom, reason := splitReason(claim)
	why = oneSentence(reason)
	if m := clauseEnd.FindStringIndex(reason); m != nil && m[0] > shortSymptom {
		reason = reason[:m[0]]
	}
	switch n := utf8.RuneCountInString; {
	case n(claim) <= titleMax:
		return shorten(claim), why
	case reason != "" && n(symptom)+n(reason)+2 <= titleMax:
		return shorten(symptom + ": " + reason), why
	case reason != "" && n(symptom) < shortSymptom:
		return shorten(reason), why // "the build fails because ...": the cause is the lesson
	}
	if m := turnsOut.FindStringSubmatch(symptom); m != nil && utf8.RuneCountInString(m[1]) <= titleMax {
		return shorten(m[1]), why
	}
	return shorten(symptom), why
}

// turnsOut finds what holds in "the test asked for class A but the component renders B": a title that ended before the "but" would
// tell what was wrong as if it were right. What follows must stand alone, so it opens with a noun.
var turnsOut = rx(`(?i)^[^;]{12,}?,? but (?:in fact |really |actually )?((?:the|a|an|our|every|each|all) [^;]{16,})$`)

// shortSymptom is the length in characters below which a symptom says too little to be a title.
const shortSymptom = 24

func causeFinding(c cause, check string, files []string, sure float64) finding {
	claim := lineNumbers.ReplaceAllString(c.claim(check), "")
	title, why := causeTitle(claim)
	f := finding{rule: RuleFix, typ: items.Lesson, title: title, summary: oneSentence(claim), why: why, quotes: []quote{c.s.quote()}, files: files, confidence: sure, zh: c.s.w.zh}
	if c.symptom != nil {
		f.quotes[0].from = c.symptom.from
	}
	if c.then != nil {
		f.quotes[0].to = c.then.to
		f.detail("Fix: ", "修复：", oneSentence(plain(c.then.text())))
	}
	if c.more != nil {
		f.quotes[0].to = c.more.to
		f.more = oneSentence(plain(c.more.text()))
	}
	return f
}

// lineNumbers of a cause are old tomorrow.
var lineNumbers = rx(`(?i) \((at )?lines? [\d, –-]+( and [\d–-]+)?\)`)

func (f *finding) detail(en, zh, text string) {
	if text == "" {
		return
	}
	if f.zh {
		en = zh
	}
	f.details = append(f.details, en+text)
}

// command is the check of a run as a reader would type it.
func (r run) command() string {
	for _, c := range commands(r.cmd) {
		if checkStart.MatchString(c) {
			return "`" + strings.ReplaceAll(cut(oneLine(c), 120), "`", "'") + "`"
		}
	}
	return "`" + strings.ReplaceAll(cut(oneLine(r.cmd), 120), "`", "'") + "`"
}

// changed lists the files that were edited after record from and before record to.
func changed(edits []edit, from, to int) []string {
	var out []string
	for _, e := range edits {
		if e.at > from && e.at < to {
			out = append(out, e.files...)
		}
	}
	return out
}

// ownMistake reports that the agent had already changed files in the turn in which the failure showed, and that the person had
// not come with a problem: the failure is part of making the change.
func ownMistake(s *session, fail run, edits []edit) bool {
	if reportsProblem.MatchString(userText(s, fail.turn)) {
		return false
	}
	for _, e := range edits {
		if e.turn == fail.turn && e.at < fail.at {
			return true
		}
	}
	return false
}

// spokenText is what the person said in a turn, without what was pasted.
func spokenText(s *session, ti int) string {
	if u := s.turns[ti].user; u != nil {
		return straight(u.mask[:min(len(u.mask), maxProse)])
	}
	return ""
}

func userText(s *session, ti int) string {
	if u := s.turns[ti].user; u != nil {
		return straight(u.text[:min(len(u.text), maxProse)])
	}
	return ""
}
