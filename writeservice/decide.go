package writeservice

import (
	"fmt"
	"strings"

	"github.com/factline/memory/items"
)

// circumstances are all that the decision between writing and proposing depends on.
type circumstances struct {
	channel  Channel
	trust    Channel // weakest of channel and sources
	kind     items.Type
	propose  bool
	cited    bool     // at least one valid citation
	sessions int      // distinct sessions among the citations
	instruct []string // fields with text that reads like an instruction
	inCode   []string // fields with hidden characters inside code
}

// decide says whether a valid, audited draft is written or waits for review, and why it waits. A person at the terminal is his
// own source; everyone else needs evidence, and nobody else can give agents orders.
func decide(c circumstances) (Outcome, []string) {
	var why []string
	if c.propose {
		why = append(why, "harvested: it waits for review")
	}
	if len(c.inCode) > 0 {
		why = append(why, fmt.Sprintf("hidden characters in code of %s: a person must look at it", strings.Join(c.inCode, ", ")))
	}
	// A person's policy, preference or procedure is an order by nature; in anything else an order is out of place, whoever wrote it.
	if len(c.instruct) > 0 && !(needsPerson(c.kind) && isHuman(c.trust)) {
		why = append(why, fmt.Sprintf("%s reads like an instruction to an agent: a person must approve it", strings.Join(c.instruct, ", ")))
	}
	switch {
	case needsPerson(c.kind) && !isHuman(c.channel):
		why = append(why, fmt.Sprintf("only a person can put a %s in force", c.kind))
	case needsPerson(c.kind) && !isHuman(c.trust):
		why = append(why, fmt.Sprintf("this %s rests on what a tool, a file, the web or an import said: a person must approve it", c.kind))
	case c.kind == items.Lesson && !isHuman(c.channel) && !c.propose && c.cited && c.sessions < 2:
		why = append(why, "a lesson of one session: a second session or a person must bear it out")
	case !isHuman(c.channel) && !c.cited:
		why = append(why, fmt.Sprintf("written by %s without evidence: cite a record (--evidence ID:FROM-TO) or let a person approve it",
			speaker(c.channel)))
	}
	if len(why) > 0 {
		return Candidate, why
	}
	return Written, nil
}

// passesOn reports the one type in which an agent may say on its own what only it knows: where it stopped. It expires, and orders in it
// are found like in any other.
func passesOn(t items.Type) bool { return t == items.Handoff }

// needsPerson names the types that tell an agent what to do.
func needsPerson(t items.Type) bool { return t.Class() == items.Orders || t == items.Procedure }

func speaker(c Channel) string {
	switch c {
	case items.Human:
		return "a person"
	case items.Agent:
		return "an agent"
	case items.Tool:
		return "a tool"
	}
	return "an import"
}
