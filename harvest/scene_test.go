package harvest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/transcript"
)

// scene builds the records of a session line by line, as evidence would hold them.
type scene struct {
	recs  []evidence.Record
	calls int
}

func (s *scene) add(r evidence.Record) *evidence.Record {
	r.Seq = len(s.recs) + 1
	r.ID = evidence.ID(fmt.Sprintf("ev-test-%04d", r.Seq))
	r.Agent, r.Session, r.Project, r.CWD = "claude-code", "s1", "shop", "/home/dana/shop"
	r.Time = time.Date(2026, 11, 20, 9, 0, r.Seq, 0, time.UTC)
	s.recs = append(s.recs, r)
	return &s.recs[len(s.recs)-1]
}

func (s *scene) user(text string) *scene {
	s.add(evidence.Record{Role: transcript.User, Channel: transcript.FromUser, Kind: transcript.Message, Text: text})
	return s
}

func (s *scene) agent(text string) *scene {
	s.add(evidence.Record{Role: transcript.Assistant, Channel: transcript.FromAssistant, Kind: transcript.Message, Text: text})
	return s
}

// shell runs a command that succeeds, fails one that does not.
func (s *scene) shell(cmd, output string) *scene { return s.tool("Bash", cmd, output, false) }
func (s *scene) fails(cmd, output string) *scene { return s.tool("Bash", cmd, output, true) }

func (s *scene) edit(file string) *scene {
	return s.tool("Edit", file+"\n--- old\na\n+++ new\nb", "updated", false, "/home/dana/shop/"+file)
}

func (s *scene) tool(name, input, output string, failed bool, files ...string) *scene {
	s.calls++
	id := fmt.Sprint("call", s.calls)
	s.add(evidence.Record{Role: transcript.Assistant, Channel: transcript.FromAssistant, Kind: transcript.ToolCall, Tool: name, CallID: id, Text: input, Files: files})
	s.add(evidence.Record{Role: transcript.Tool, Channel: transcript.FromTool, Kind: transcript.ToolResult, Tool: name, CallID: id, Text: output, IsError: failed})
	return s
}

// dialog asks one question with two options and has the person answer.
func (s *scene) dialog(question, header, option, why, answer string) *scene {
	in, _ := json.Marshal(map[string]any{"questions": []any{map[string]any{"question": question, "header": header,
		"options": []any{map[string]any{"label": option, "description": why}, map[string]any{"label": "Other", "description": "Something else."}}}}})
	return s.tool("AskUserQuestion", string(in), fmt.Sprintf("User has answered your questions: %q=%q. You can now continue.", question, answer), false)
}

func (s *scene) harvest() []Candidate { return Session(s.recs) }
