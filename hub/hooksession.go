package hub

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/filelock"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/transcript"
)

// sessionMemory is what one session of an agent got so far, as ledger/sessions/<agent>-<hash>/ tells. Hooks are processes of
// milliseconds; this is all that one leaves to the next.
type sessionMemory struct {
	ledger *ledger.Ledger
	at     time.Time
	turns  int                 // prompts of the person
	asked  int                 // the turn at which the agent was asked to store, 0 = never
	given  map[items.ID]string // what the model has, by the SHA256 of its entry
	used   []items.ID          // everything that it ever got, the latest last

	call  string               // what tells this call from others of the session, "" = nothing surely does
	began time.Time            // when its process did
	done  map[string]time.Time // when "turn" or "give" was last noted, for a call
}

// sessionKind is the one ledger kept for a session.
const sessionKind ledger.Kind = "given"

// sessionEvent is one line of it.
type sessionEvent struct {
	At      time.Time    `json:"at"`
	Op      string       `json:"op"` // turn, give, reset, ask
	Entries []givenEntry `json:"entries,omitempty"`

	// Two entries of ours in an agent's files make two processes of one event. They are known by their time: whoever says it again starts after the
	// answer to the first.
	Call  string    `json:"call,omitempty"`
	Began time.Time `json:"began,omitzero"`
	Noted time.Time `json:"noted,omitzero"`
}

type givenEntry struct {
	ID     items.ID `json:"id"`
	SHA256 string   `json:"sha256"`
}

// session reads what the session had so far. A ledger that cannot be read makes it a session that got nothing: at worst it gets a fact
// twice.
func (s *hookSession) session(ctx context.Context) *sessionMemory {
	if s.memory != nil {
		return s.memory
	}
	sum := sha256.Sum256([]byte(s.call.Agent + "\x00" + s.sessionID()))
	name := s.call.Agent
	if _, known := hook.Named(name); !known {
		name = "other"
	}
	m := &sessionMemory{
		ledger: &ledger.Ledger{Dir: filepath.Join(s.options.Place.Dir, "ledger", "sessions", name+"-"+hex.EncodeToString(sum[:8]))},
		at:     s.at, call: s.callKey(), began: s.born,
	}
	m.read(ctx)
	s.memory = m
	return m
}

// callKey tells a call from others of its session that are no second process of the same; "" where the host does not name its sessions.
func (s *hookSession) callKey() string {
	if s.call.Session == "" {
		return ""
	}
	c := s.call
	sum := sha256.Sum256([]byte(strings.Join([]string{string(c.Event), c.Source, c.EventID, strconv.Itoa(c.Turn), c.Prompt}, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// read takes the log as it is now.
func (m *sessionMemory) read(ctx context.Context) {
	m.turns, m.asked, m.used, m.given, m.done = 0, 0, nil, map[items.ID]string{}, map[string]time.Time{}
	for line, err := range m.ledger.Read(ctx, sessionKind) {
		var e sessionEvent
		if err == nil && json.Unmarshal(line, &e) == nil {
			m.apply(e)
		}
	}
}

// twin reports that another process of the same call noted it, while the one that began then was under way.
func (m *sessionMemory) twin(op, call string, began time.Time) bool {
	noted, ok := m.done[op+call]
	return ok && call != "" && !began.After(noted)
}

func (m *sessionMemory) apply(e sessionEvent) {
	switch e.Op {
	case "turn":
		if !m.twin("turn", e.Call, e.Began) {
			m.turns++
		}
		m.done["turn"+e.Call] = e.Noted
	case "ask":
		m.asked = m.turns
	case "reset":
		if !m.twin("give", e.Call, e.Began) { // else the model got it since
			clear(m.given)
		}
	case "give":
		m.done["give"+e.Call] = e.Noted
		for _, g := range e.Entries {
			m.given[g.ID] = g.SHA256
			m.used = append(slices.DeleteFunc(m.used, func(id items.ID) bool { return id == g.ID }), g.ID)
		}
	}
}

func (m *sessionMemory) note(ctx context.Context, e sessionEvent) {
	e.At, e.Call, e.Began, e.Noted = m.at, m.call, m.began.UTC(), time.Now().UTC()
	m.apply(e)
	_ = m.ledger.Append(context.WithoutCancel(ctx), sessionKind, m.at, e)
}

func (m *sessionMemory) turn(ctx context.Context) { m.note(ctx, sessionEvent{Op: "turn"}) }
func (m *sessionMemory) ask(ctx context.Context)  { m.note(ctx, sessionEvent{Op: "ask"}) }
func (m *sessionMemory) reset()                   { m.note(context.Background(), sessionEvent{Op: "reset"}) }

// givePatience is how long one waits for another process that notes what it gives: that takes less than a millisecond.
const givePatience = 20 * time.Millisecond

// give notes what the model got, or reports that another process gave it at the same time. What a session's start only named by its title does
// not count: the question for it may come yet.
func (m *sessionMemory) give(ctx context.Context, entries []contextpack.Entry, asked bool) (first bool) {
	unlock, err := filelock.Lock(context.WithoutCancel(ctx), filepath.Join(m.ledger.Dir, "lock"), givePatience)
	if err == nil { // else it may be said twice, which is better than not at all
		defer unlock()
	}
	if m.read(context.WithoutCancel(ctx)); m.twin("give", m.call, m.began) {
		return false
	}
	var list []givenEntry
	for _, e := range entries {
		if asked || e.View != contextpack.Locator {
			list = append(list, givenEntry{e.ID, e.SHA256})
		}
	}
	m.note(ctx, sessionEvent{Op: "give", Entries: list})
	return true
}

// Reinject composes what a session used before a compaction, the latest first, with the policies and open signals that stand.
func (h *Hub) Reinject(ctx context.Context, r BootRequest, used []items.ID) (Packed, error) {
	latest := slices.Clone(used)
	slices.Reverse(latest)
	return h.compose(ctx, r, DefaultBoot, func() ([]contextpack.Section, []string, error) {
		var orders, signals []items.ID
		err := h.pick(ctx, func(s *scope) { orders, signals = s.policies(), s.signals() })
		return []contextpack.Section{
			{Heading: "Policies and preferences in force:", IDs: orders, View: contextpack.Overview, Share: 30},
			{Heading: "Used in this session before:", IDs: latest, View: contextpack.Overview},
			{Heading: "Open signals:", IDs: signals, View: contextpack.Locator},
		}, nil, err
	})
}

// sessionMark is one line of the ledger of sessions.
type sessionMark struct {
	At      time.Time `json:"at"`
	Op      string    `json:"op"` // start, end
	Agent   string    `json:"agent"`
	Session string    `json:"session"`
	Project string    `json:"project,omitempty"`
}

func (s *hookSession) sessions(ctx context.Context, op string) {
	_ = s.ledger.Append(context.WithoutCancel(ctx), ledger.Sessions, s.at, sessionMark{s.at, op, s.call.Agent, s.sessionID(), s.projectName()})
}

// marksBack is how many marks are looked through for the last session; with more sessions than that at once the boot pack names what
// changed in the last week.
const marksBack = 400

// lastSeen is when this agent was last at work on this project in another session.
func (s *hookSession) lastSeen(ctx context.Context) time.Time {
	lines, err := s.ledger.Tail(ctx, ledger.Sessions, marksBack)
	if err != nil {
		return time.Time{}
	}
	name := s.projectName()
	for _, line := range lines {
		var m sessionMark
		if json.Unmarshal(line, &m) == nil && m.Agent == s.call.Agent && m.Project == name && m.Session != s.sessionID() {
			return m.At
		}
	}
	return time.Time{}
}

// live is the event as evidence. A call before a tool runs is left out: the call after it tells both.
func (s *hookSession) live() evidence.Live {
	c := s.call
	base := transcript.Event{
		Agent: c.Agent, Version: c.Version, Session: s.sessionID(), CWD: s.options.CWD, Time: s.at, MessageID: c.EventID, Sidechain: c.Subagent,
		Role: transcript.System, Channel: transcript.FromHook, Kind: transcript.Notice,
	}
	l := evidence.Live{At: s.at, Key: evidence.EventKey(string(c.Event), c.EventID), Transcript: c.Transcript, Kind: string(c.Event)}
	add := func(role transcript.Role, channel transcript.Channel, kind transcript.Kind, text string) {
		if strings.TrimSpace(text) == "" {
			return
		}
		ev := base
		ev.Role, ev.Channel, ev.Kind, ev.Text = role, channel, kind, text
		ev.Driven = c.Headless && channel == transcript.FromUser && !c.Subagent
		if kind == transcript.ToolCall || kind == transcript.ToolResult {
			ev.Tool, ev.CallID, ev.MessageID, ev.IsError = c.Tool, c.EventID, "", c.Failed && kind == transcript.ToolResult
		}
		l.Events = append(l.Events, ev)
	}
	switch c.Event {
	case hook.UserPromptSubmit:
		add(transcript.User, transcript.FromUser, transcript.Message, c.Prompt)
	case hook.PostToolUse, hook.PostToolUseFailure:
		if ownTool(c.Tool) {
			return l // what memory said is no evidence
		}
		add(transcript.Assistant, transcript.FromAssistant, transcript.ToolCall, c.Input)
		add(transcript.Tool, transcript.FromTool, transcript.ToolResult, c.Output)
	case hook.Stop, hook.SubagentStop:
		add(transcript.Assistant, transcript.FromAssistant, transcript.Message, c.Message)
	case hook.Notification, hook.TaskCompleted:
		add(transcript.System, transcript.FromHook, transcript.Notice, c.Message)
	}
	return l
}

// ownTool reports a tool of this program, by the bare name after mcp__server__.
func ownTool(tool string) bool {
	if i := strings.LastIndex(tool, "__"); i >= 0 {
		tool = tool[i+2:]
	}
	return strings.HasPrefix(tool, "memory_")
}

// inTranscript reports whether a spooled delivery stands in the session's transcript as well.
func inTranscript(kind string) bool {
	return kind != string(hook.Notification) && kind != string(hook.TaskCompleted)
}
