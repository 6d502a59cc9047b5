package hub

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/evidence"
	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/project"
	"github.com/factline/memory/projections"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/transcript"
)

// Job is what a hook leaves to a process of its own: reading the session's transcript or what was spooled of it, or work on an index.
type Job struct {
	Agent, Session, Transcript string
	Index                      string // instead: bring what differs into the index of the store in this directory
}

// HookOptions say how to answer one call.
type HookOptions struct {
	Open   Options             // of the store, as for Open; Place.Exists false = no store, nothing is done
	Start  func(job Job) error // starts the job in a process of its own and does not wait
	Search time.Duration       // what a search takes on this machine now, by SearchTime; 0 = that is no matter
	Began  time.Time           // when the process did, by the machine's clock; zero = now
	Kept   func()              // called once what must not be lost is done, whatever becomes of the answer; may be nil
}

// Hook does what an event calls for and returns the text for the model, and a record that the caller keeps with KeepHook once the agent has
// its answer. It returns what it has when ctx ends. It keeps nothing of the session but an append to the spool; everything else is the job's.
func Hook(ctx context.Context, c hook.Call, o HookOptions) (text string, rec HookRecord) {
	open := o.Open.withDefaults()
	at := open.Now().UTC()
	c.Prompt = transcript.Words(c.Prompt)                  // Gemini puts what a hook gave before the words of the next prompt
	for _, name := range []*string{&c.Agent, &c.Session} { // as every file has them, so that they are known again
		*name, _ = secrets.Redact(*name)
	}
	rec = HookRecord{At: at, Agent: c.Agent, Version: c.Version, Event: c.Event, Session: c.Session, Transcript: c.Transcript, Outcome: HookCaptured}
	if c.HostEvent != string(c.Event) {
		rec.Host = c.HostEvent
	}
	switch {
	case c.Guarded:
		rec.Outcome, rec.Reason = HookIgnored, guarded
		return "", rec
	case !open.Place.Exists:
		rec.Outcome, rec.Reason = HookIgnored, "no store"
		return "", rec
	}
	if err := checkLayout(open.Place.Dir); err != nil {
		rec.Outcome, rec.Reason = HookFault, err.Error()
		return "", rec
	}
	keepPrivate(ctx, open.Place.Dir, open.Home)
	s := &hookSession{call: c, began: time.Now(), born: o.Began, search: o.Search, at: at, options: open, start: o.Start, kept: o.Kept,
		ledger: &ledger.Ledger{Dir: filepath.Join(open.Place.Dir, "ledger")}, evidence: &evidence.Store{Dir: open.Place.Dir, Now: open.Now}}
	if s.born.IsZero() {
		s.born = s.began
	}
	text = s.answer(ctx, &rec)
	if ctx.Err() != nil && text == "" && rec.Outcome != HookFault && c.Shape().Takes() {
		rec.Outcome = HookLate
	}
	return text, rec
}

// hookSession is one call on its way.
type hookSession struct {
	call     hook.Call
	began    time.Time     // by the machine's clock, for deadlines
	born     time.Time     // of the process
	search   time.Duration // see HookOptions.Search
	at       time.Time     // of the record
	options  Options
	start    func(Job) error
	kept     func()
	gate     string // why a prompt asks nothing
	release  func() // ends the turn that the call has; nil = it has none
	ledger   *ledger.Ledger
	evidence *evidence.Store
	memory   *sessionMemory // what the session had so far; read when it is asked for
}

func (s *hookSession) answer(ctx context.Context, rec *HookRecord) string {
	if s.call.Event == "" {
		rec.Outcome, rec.Reason = HookIgnored, "unknown event"
		return ""
	}
	s.foresee(ctx)
	defer s.endTurn()
	if err := s.capture(ctx); err != nil {
		s.fault(rec, err)
	}
	switch s.call.Event {
	case hook.PreCompact, hook.Stop, hook.SessionEnd:
		s.leave(rec)
	case hook.SessionStart:
		if !s.laterTurn() && s.evidence.SpoolHolds(s.call.Agent, s.sessionID()) {
			s.startJob(rec, Job{Agent: s.call.Agent}) // sessions that never ended; this one has nothing yet
		}
	}
	if s.kept != nil {
		s.kept()
	}
	switch s.call.Event {
	case hook.SessionStart:
		return s.begin(ctx, rec)
	case hook.UserPromptSubmit:
		return s.prompt(ctx, rec)
	case hook.PreCompact:
		return s.compact(ctx, rec)
	case hook.Stop:
		return s.ask(ctx, rec)
	}
	return ""
}

// foresee begins to read what the answer will be made of, beside what is kept first, where the hook need not wait for its turn: the others
// need the CPU.
func (s *hookSession) foresee(ctx context.Context) {
	if s.outOfTime(ctx) {
		return
	}
	asks := false
	switch s.call.Event {
	case hook.UserPromptSubmit:
		s.gate = hook.Gate(s.call.Prompt)
		asks = s.gate == ""
	case hook.SessionStart:
		asks = !s.laterTurn()
	}
	if asks && s.call.Shape().Takes() && s.takeTurn(ctx, 0) == nil {
		asked := s.call.Event == hook.UserPromptSubmit
		s.options.begin(ctx, asked, !asked)
	}
}

// laterTurn is told by a host that has no start of a session: it tells every call of the model. They are counted from 0 or from 1: the second may
// look once more.
func (s *hookSession) laterTurn() bool { return s.call.Turn > 1 || s.call.Subagent }

// capture appends the event to the spool.
func (s *hookSession) capture(ctx context.Context) error {
	live := s.live()
	if len(live.Events) == 0 {
		return nil
	}
	_, err := s.evidence.Spool(context.WithoutCancel(ctx), live)
	return err
}

// begin gives the start of a session its boot pack, or, after a compaction, what the session used before.
func (s *hookSession) begin(ctx context.Context, rec *HookRecord) string {
	if s.laterTurn() {
		rec.Outcome = HookIgnored
		return ""
	}
	since := s.lastSeen(ctx)
	s.sessions(ctx, "start")
	return s.inject(ctx, rec, func(h *Hub, m *sessionMemory) (Packed, error) {
		chars, budget := s.call.Room(h.Config.Hook.BootBudget)
		r := BootRequest{Budget: budget, MaxChars: chars, Since: since, Door: "hook", Session: s.name()}
		if s.call.Source == "compact" {
			m.reset()
			return h.Reinject(ctx, r, m.used)
		}
		if s.call.Source == "resume" || s.call.Source == "" && s.call.Session != "" { // the model may have it still
			r.Given = m.given
		} else {
			m.reset()
		}
		return h.Boot(ctx, r)
	})
}

// prompt gives a question its pack.
func (s *hookSession) prompt(ctx context.Context, rec *HookRecord) string {
	m := s.session(ctx)
	if strings.TrimSpace(s.call.Prompt) != "" { // Qwen tells an empty prompt after every tool: that is no turn of the person
		m.turn(ctx)
	}
	if !s.call.Shape().Takes() {
		return ""
	}
	if s.gate != "" {
		rec.Outcome, rec.Reason = HookAbstained, s.gate
		return s.canary(rec)
	}
	return s.inject(ctx, rec, func(h *Hub, m *sessionMemory) (Packed, error) {
		h.sparing()
		chars, budget := s.call.Room(h.Config.Hook.PromptBudget)
		return h.Pack(ctx, PackRequest{
			Query: recall.Query{Text: question(s.call.Prompt), Now: s.at}, Budget: budget, MaxChars: chars, Door: "hook", Session: s.name(), Given: m.given,
		})
	})
}

// mostAsked bounds the part of a prompt that is searched for, in bytes: the ends of a long one say what it asks.
const mostAsked = 4 << 10

func question(prompt string) string {
	if len(prompt) <= 2*mostAsked {
		return prompt
	}
	return strings.ToValidUTF8(prompt[:mostAsked], "") + "\n" + strings.ToValidUTF8(prompt[len(prompt)-mostAsked:], "")
}

// compact forgets what the session got, since the model is about to, and gives it again at once where the host takes it.
func (s *hookSession) compact(ctx context.Context, rec *HookRecord) string {
	s.session(ctx).reset()
	return s.inject(ctx, rec, func(h *Hub, m *sessionMemory) (Packed, error) {
		chars, budget := s.call.Room(h.Config.Hook.BootBudget)
		return h.Reinject(ctx, BootRequest{Budget: budget, MaxChars: chars, Door: "hook", Session: s.name()}, m.used)
	})
}

// inject opens the store, makes the pack and notes what the session got.
func (s *hookSession) inject(ctx context.Context, rec *HookRecord, build func(*Hub, *sessionMemory) (Packed, error)) string {
	if !s.call.Shape().Takes() {
		return ""
	}
	if reason := s.turn(ctx); reason != "" {
		rec.Outcome, rec.Reason = HookLate, reason
		return ""
	}
	h, err := Open(ctx, s.quick(ctx))
	if err != nil {
		s.fault(rec, err)
		return ""
	}
	defer h.Close()
	rec.Project = h.Project
	if !h.Config.Hook.Inject {
		rec.Outcome, rec.Reason = HookAbstained, "hook.inject is false"
		return ""
	}
	h.answerBy(s.comparingUntil(ctx))
	if s.hurries(ctx) {
		h.answerBy(s.began)
	}
	m := s.session(ctx)
	pack, err := build(h, m)
	s.leaveIndex(ctx, h, rec)
	switch {
	case errors.Is(err, projections.ErrUnindexed):
		rec.Outcome, rec.Reason = HookAbstained, err.Error()
		return s.canary(rec)
	case err != nil:
		if ctx.Err() == nil {
			s.fault(rec, err)
		}
		return ""
	}
	rec.Cohort, rec.Degraded = pack.Cohort, pack.Degraded
	if rec.Uncompared = !h.compared(); rec.Uncompared {
		rec.Degraded = append(rec.Degraded, projections.ErrUncompared.Error())
	}
	canary := s.canary(rec)
	if pack.Text == "" {
		rec.Outcome, rec.Reason = HookAbstained, cmp.Or(pack.Abstained, "nothing fits")
		return canary
	}
	rec.Outcome, rec.Tokens = HookInjected, pack.Tokens
	for _, e := range pack.Entries {
		rec.Items = append(rec.Items, e.ID)
	}
	if !m.give(ctx, pack.Entries, s.call.Event == hook.UserPromptSubmit || s.call.EachCall()) {
		rec.Outcome, rec.Reason, rec.Tokens, rec.Items, rec.Canary = HookAbstained, twice, 0, nil, ""
		return ""
	}
	if canary != "" {
		return pack.Text + "\n" + canary
	}
	return pack.Text
}

// twice is the reason of a hook that another one of the same event was before.
const twice = "another hook of this event gave it: memory adapter doctor names what is installed twice"

// ask asks the agent now and then to store what it learned.
func (s *hookSession) ask(ctx context.Context, rec *HookRecord) string {
	if s.call.StopActive || s.call.Headless || s.call.Subagent || s.call.Session == "" || !s.call.Shape().Takes() {
		return ""
	}
	m := s.session(ctx)
	if m.turns == 0 || m.asked == m.turns {
		return ""
	}
	h, err := Open(ctx, s.options)
	if err != nil {
		s.fault(rec, err)
		return ""
	}
	defer h.Close()
	if every := h.Config.Hook.AskEvery; every == 0 || m.turns-m.asked < every || !h.Config.Hook.Inject || !h.Trusted() {
		return ""
	}
	m.ask(ctx)
	rec.Outcome = HookAsked
	return contextpack.AskToStore
}

// leave starts the job that brings the session in.
func (s *hookSession) leave(rec *HookRecord) {
	if s.call.Event != hook.PreCompact {
		s.sessions(context.Background(), "end")
	}
	s.startJob(rec, Job{Agent: s.call.Agent, Session: s.sessionID(), Transcript: s.call.Transcript})
}

func (s *hookSession) startJob(rec *HookRecord, job Job) {
	if s.start == nil || s.call.Subagent {
		return
	}
	if err := s.start(job); err != nil {
		s.fault(rec, errors.New("the process that reads the transcript could not be started: "+err.Error()))
	}
}

func (s *hookSession) fault(rec *HookRecord, err error) {
	rec.Outcome = HookFault
	rec.Reason = err.Error()
}

// sessionID names the session, also where the host does not.
func (s *hookSession) sessionID() string {
	if s.call.Session != "" {
		return s.call.Session
	}
	name, _ := secrets.Redact("unnamed-" + strings.ToLower(filepath.Base(s.options.CWD)))
	return name
}

func (s *hookSession) name() string { return s.call.Agent + " " + s.sessionID() }

// projectName is the project without opening the store, as the ledger has it.
func (s *hookSession) projectName() string {
	dir := s.options.CWD
	if s.options.Place.Why == "flag" || s.options.Place.Why == "environment" {
		dir = filepath.Dir(s.options.Place.Dir)
	}
	name, _ := secrets.Redact(project.Detect(dir))
	return name
}

// canary is the text that was asked for to prove that injection works.
func (s *hookSession) canary(rec *HookRecord) string {
	b, err := plainfile.Read(canaryFile(s.options.Place.Dir, s.call.Agent), plainfile.MaxText)
	if err != nil || len(b) > 100 {
		return ""
	}
	rec.Canary = strings.TrimSpace(string(b))
	return contextpack.Canary(rec.Canary)
}
