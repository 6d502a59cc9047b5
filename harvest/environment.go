package harvest

import (
	"strings"

	"github.com/factline/memory/items"
)

// The rule environment: a command failed because of the machine or the set-up, and nearly the same command with another port,
// path, version, flag or program worked, with nothing edited in between. Failed look-ups (cat, grep, ls) are no such thing.

var (
	setupError = rx(`(?i)command not found|is not recognized as|not a docker command|unknown (shorthand )?(flag|option|command)|unrecogni[sz]ed (option|argument|flag)|connection refused|ECONNREFUSED|could not connect|address already in use|EADDRINUSE|permission denied|EACCES|unsupported engine|requires (node|python|go|java|ruby|php|a newer|version)|no such host|ENOTFOUND|could not resolve host|certificate|no module named|cannot find (module|package)|version mismatch|wrong version|no configuration file provided|not installed|Missing script`)
	lookUps    = rx(`^(cat|ls|ll|grep|rg|find|fd|sed|awk|head|tail|wc|echo|which|type|stat|file|tree|pwd|cd|git|gh|jq|mkdir|rm|cp|mv|touch|chmod|kill|pkill|ps|sleep|test|\[)\b`)
	number     = rx(`^\d{2,5}$`)
	numbersIn  = rx(`\d{2,5}`)
)

// lookAhead is how many shell runs after a failure may pass until the one that worked: further away it is another matter.
const lookAhead = 6

func environment(s *session) []finding {
	runs, edits := activity(s)
	var out []finding
	for i, f := range runs {
		if !f.failed || !setupError.MatchString(ends(f.result.Text)) {
			continue
		}
		for j := i + 1; j < len(runs) && j <= i+lookAhead && runs[j].turn == f.turn; j++ {
			if runs[j].failed || len(changed(edits, f.at, runs[j].at)) > 0 {
				continue
			}
			if found, ok := workedInstead(f, runs[j]); ok {
				out = append(out, found)
				break
			}
		}
	}
	return out
}

func workedInstead(f, w run) (finding, bool) {
	bad, good := single(f.cmd), single(w.cmd)
	if bad == "" || good == "" || bad == good || len(bad) > 200 || len(good) > 200 {
		return finding{}, false
	}
	lost, gained, common := tokenDiff(bad, good)
	_, _, moved := ports(lost, gained)
	if sameProgram(bad, good) && !moved {
		common-- // the program alone does not make it the same errand
	}
	if common <= 0 || len(gained) == 0 || len(gained) > 3 || len(lost) > 3 {
		return finding{}, false
	}
	line, at := errorLine(f.result)
	if line == "" {
		return finding{}, false
	}
	fnd := finding{
		rule: RuleEnvironment, typ: items.Fact, confidence: sureEnvironment,
		quotes: []quote{{w.call, 0, len(w.call.Text)}, at},
	}
	prog, _, _ := strings.Cut(good, " ")
	if a, b, ok := ports(lost, gained); ok {
		fnd.title = shorten("Port " + b + ", not " + a + ", for " + prog)
		fnd.summary = oneSentence("With port " + b + " " + prog + " works, with " + a + " it does not")
	} else {
		fnd.title = shorten("Use " + good + ", not " + bad)
		fnd.summary = oneSentence("Here " + good + " works and " + bad + " fails")
	}
	fnd.detail("Fails: ", "", "`"+bad+"`: "+line)
	fnd.detail("Works: ", "", "`"+good+"`")
	return fnd, true
}

// single returns the one command of a line that is not a look-up, or "" when there are none or several.
func single(cmd string) string {
	found := ""
	for _, c := range commands(cmd) {
		if lookUps.MatchString(c) {
			continue
		}
		if found != "" {
			return ""
		}
		found = oneLine(c)
	}
	if strings.ContainsAny(found, "`$<>") {
		return ""
	}
	return found
}

// tokenDiff compares the words of two commands in any order.
func tokenDiff(a, b string) (lost, gained []string, common int) {
	left := map[string]int{}
	for _, t := range strings.Fields(a) {
		left[t]++
	}
	for _, t := range strings.Fields(b) {
		if left[t] > 0 {
			left[t]--
			common++
			continue
		}
		gained = append(gained, t)
	}
	for _, t := range strings.Fields(a) {
		if left[t] > 0 {
			left[t]--
			lost = append(lost, t)
		}
	}
	return lost, gained, common
}

func sameProgram(a, b string) bool {
	x, _, _ := strings.Cut(a, " ")
	y, _, _ := strings.Cut(b, " ")
	return x == y
}

// ports recognises that only a number changed, alone or inside an address.
func ports(lost, gained []string) (a, b string, ok bool) {
	if len(lost) != 1 || len(gained) != 1 {
		return "", "", false
	}
	if number.MatchString(lost[0]) && number.MatchString(gained[0]) {
		return lost[0], gained[0], true
	}
	x, y := numbersIn.FindAllString(lost[0], -1), numbersIn.FindAllString(gained[0], -1)
	if numbersIn.ReplaceAllString(lost[0], "#") != numbersIn.ReplaceAllString(gained[0], "#") || len(x) != len(y) {
		return "", "", false
	}
	for i := range x {
		if x[i] != y[i] {
			if ok {
				return "", "", false
			}
			a, b, ok = x[i], y[i], true
		}
	}
	return a, b, ok
}
