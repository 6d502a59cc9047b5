package writeservice

import (
	"fmt"
	"testing"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/items"
	"github.com/factline/memory/transcript"
)

func TestWhoSpeaksDecides(t *testing.T) {
	for _, tt := range []struct {
		name string
		c    circumstances
		want Outcome
	}{
		{"a person is a source", circumstances{channel: items.Human, trust: items.Human, kind: items.Fact}, Written},
		{"a person's policy", circumstances{channel: items.Human, trust: items.Human, kind: items.Policy}, Written},
		{"a person's order in a policy", circumstances{channel: items.Human, trust: items.Human, kind: items.Policy, instruct: []string{"body"}}, Written},
		{"a person's order in a fact", circumstances{channel: items.Human, trust: items.Human, kind: items.Fact, instruct: []string{"body"}}, Candidate},
		{"a person's order in a lesson", circumstances{channel: items.Human, trust: items.Human, kind: items.Lesson, instruct: []string{"body"}}, Candidate},
		{"a person quotes a tool", circumstances{channel: items.Human, trust: items.Tool, kind: items.Fact, cited: true}, Written},
		{"a person's policy from a tool", circumstances{channel: items.Human, trust: items.Tool, kind: items.Policy, cited: true}, Candidate},
		{"an agent with evidence", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Fact, cited: true}, Written},
		{"an agent with a tool's evidence", circumstances{channel: items.Agent, trust: items.Tool, kind: items.Lesson, cited: true, sessions: 2}, Written},
		{"an agent's lesson of one session", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Lesson, cited: true, sessions: 1}, Candidate},
		{"an agent without evidence", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Fact}, Candidate},
		{"an agent's policy", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Policy, cited: true}, Candidate},
		{"an agent's preference", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Preference, cited: true}, Candidate},
		{"an agent's procedure", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Procedure, cited: true}, Candidate},
		{"an agent's order", circumstances{channel: items.Agent, trust: items.Agent, kind: items.Fact, cited: true, instruct: []string{"title"}}, Candidate},
		{"a tool with evidence", circumstances{channel: items.Tool, trust: items.Tool, kind: items.Fact, cited: true}, Written},
		{"a tool without", circumstances{channel: items.Tool, trust: items.Tool, kind: items.Fact}, Candidate},
		{"an import without", circumstances{channel: items.Imported, trust: items.Imported, kind: items.Fact}, Candidate},
		{"hidden characters in code", circumstances{channel: items.Human, trust: items.Human, kind: items.Fact, inCode: []string{"body"}}, Candidate},
		{"harvest, in a person's name", circumstances{channel: items.Human, trust: items.Human, kind: items.Fact, cited: true, propose: true}, Candidate},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, why := decide(tt.c)
			if got != tt.want || (got == Candidate) != (len(why) > 0) {
				t.Errorf("decide = %s %q, want %s", got, why, tt.want)
			}
		})
	}
}

// Whatever else holds, nobody but a person writes a directive or a procedure, and nothing without evidence.
func TestNobodyButAPersonGivesOrders(t *testing.T) {
	channels := []Channel{items.Human, items.Agent, items.Tool, items.Imported}
	for _, kind := range items.Types() {
		for _, channel := range channels {
			for _, trust := range channels {
				for bits := range 4 {
					c := circumstances{channel: channel, trust: weakest(channel, trust), kind: kind, cited: bits&1 > 0, propose: bits&2 > 0}
					outcome, _ := decide(c)
					if outcome != Written {
						continue
					}
					if c.propose || needsPerson(kind) && !isHuman(c.trust) || !isHuman(channel) && !c.cited {
						t.Errorf("%+v is written", c)
					}
				}
			}
		}
	}
}

func TestWeakestIsTheWeakerOneInAnyOrder(t *testing.T) {
	order := []Channel{items.Human, items.Agent, items.Tool, items.Imported}
	for i, a := range order {
		for j, b := range order {
			if got := weakest(a, b); got != order[max(i, j)] {
				t.Errorf("weakest(%s, %s) = %s", a, b, got)
			}
		}
	}
	for _, unknown := range []Channel{"", "root", "HUMAN"} {
		if got := weakest(unknown, items.Human); got != items.Imported {
			t.Errorf("unknown channel %q counts as %s", unknown, got)
		}
	}
}

func TestEveryChannelOfARecordLimitsTrust(t *testing.T) {
	for _, tt := range []struct {
		rec  evidence.Record
		want Channel
	}{
		{evidence.Record{Channel: transcript.FromUser}, items.Human},
		{evidence.Record{Channel: transcript.FromUser, Sidechain: true}, items.Agent},
		{evidence.Record{Channel: transcript.FromUser, Meta: true}, items.Tool},
		{evidence.Record{Channel: transcript.FromAssistant}, items.Human},
		{evidence.Record{Channel: transcript.FromTool}, items.Tool},
		{evidence.Record{Channel: transcript.FromWeb}, items.Tool},
		{evidence.Record{Channel: transcript.FromFile}, items.Tool},
		{evidence.Record{Channel: transcript.FromHook}, items.Tool},
		{evidence.Record{Channel: transcript.FromImport}, items.Imported},
		{evidence.Record{Channel: "new one"}, items.Imported},
		{evidence.Record{}, items.Imported},
	} {
		if got := limitOf(tt.rec); got != tt.want {
			t.Errorf("limitOf(%s, meta %v, sidechain %v) = %s, want %s", tt.rec.Channel, tt.rec.Meta, tt.rec.Sidechain, got, tt.want)
		}
	}
}

// The whole table: operation, status, in review/ or not -> new status. What is not listed must be refused, with a way out.
func TestStatusChangesAreExactlyTheTable(t *testing.T) {
	allowed := map[string]items.Status{
		"approve proposed": items.Active, "approve active": items.Active,
		"reject proposed": items.Retired, "merge proposed": items.Retired,
		"supersede active": items.Superseded, "supersede archived": items.Superseded,
		"retire active": items.Retired, "retire archived": items.Retired,
		"archive active":  items.Archived,
		"restore retired": items.Active, "restore archived": items.Active, "restore superseded": items.Active,
		"restore retired in review": items.Proposed, "restore archived in review": items.Active, "restore superseded in review": items.Active,
		"unlink superseded": items.Active,
	}
	ops := []Op{
		OpWrite, OpUpdate, OpSupersede, OpRetire, OpArchive, OpRestore, OpDelete, OpLink, OpUnlink, OpApprove, OpReject, OpMerge, OpEdit,
		OpImport, OpAdd, OpReplay, OpRepair, "unknown",
	}
	statuses := []items.Status{items.Active, items.Proposed, items.Superseded, items.Retired, items.Archived, ""}
	seen := 0
	for _, op := range ops {
		for _, from := range statuses {
			for _, candidate := range []bool{false, true} {
				name := fmt.Sprintf("%s %s", op, from)
				want, ok := allowed[name]
				if in, special := allowed[name+" in review"]; candidate && special {
					want, ok = in, true
				}
				got, gotOK := transition(op, from, candidate)
				if gotOK != ok || ok && got != want || !ok && got != from {
					t.Errorf("transition(%s, %s, candidate %v) = %s, %v; want %s, %v", op, from, candidate, got, gotOK, want, ok)
				}
				if !ok && wayOut(op, from) == "" {
					t.Errorf("no way out of %s %s", op, from)
				}
				if ok {
					seen++
				}
			}
		}
	}
	if seen != 26 {
		t.Errorf("%d allowed changes, want 26", seen)
	}
}
