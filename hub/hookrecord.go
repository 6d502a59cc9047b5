package hub

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/internal/enclosed"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/secrets"
)

// Outcomes of a hook call, in HookRecord.Outcome.
const (
	HookCaptured  = "captured"  // kept; there was nothing to say
	HookInjected  = "injected"  // text for the model
	HookAbstained = "abstained" // text was possible and none was worth it; Reason says why
	HookAsked     = "asked"     // the agent was asked to store what it learned
	HookIgnored   = "ignored"   // an event that nothing is done for, or one that must not be answered
	HookLate      = "late"      // the deadline passed first
	HookFault     = "fault"
)

// HookRecord is one line of the ledger's hook stream.
type HookRecord struct {
	At       time.Time  `json:"at"`
	Agent    string     `json:"agent"`
	Version  string     `json:"version,omitempty"`
	Event    hook.Event `json:"event"`
	Host     string     `json:"host_event,omitempty"` // where the agent names it otherwise
	Session  string     `json:"session,omitempty"`
	Project  string     `json:"project,omitempty"`
	Outcome  string     `json:"outcome"`
	Reason   string     `json:"reason,omitempty"`
	Cohort   string     `json:"cohort,omitempty"` // of the pack, for memory why
	Tokens   int        `json:"tokens,omitempty"` // injected
	Items    []items.ID `json:"items,omitempty"`  // injected
	Canary   string     `json:"canary,omitempty"`
	Took     int64      `json:"took_us"`            // from main to the answer
	Start    int64      `json:"start_us,omitempty"` // from the start of the process to main, where the system tells
	Degraded []string   `json:"degraded,omitempty"`
	Cut      string     `json:"cut,omitempty"` // the payload did not come whole: what was done was done for its head

	// The time was over before all files were compared: the answer is what the index had, of the items whose own files stand.
	Uncompared bool `json:"uncompared,omitempty"`

	Transcript string `json:"-"` // for the sign of life
}

// KeepHook records what became of a call in the ledger, and what an adapter wants to know of an agent that really called. A guarded call
// leaves nothing.
func KeepHook(o Options, rec HookRecord) {
	if !o.Place.Exists || rec.Reason == guarded {
		return
	}
	if checkLayout(o.Place.Dir) != nil { // nothing is written into such a store
		return
	}
	ctx := context.Background()
	l := &ledger.Ledger{Dir: filepath.Join(o.Place.Dir, "ledger")}
	for _, field := range []*string{&rec.Agent, &rec.Version, &rec.Host, &rec.Session, &rec.Project, &rec.Reason, &rec.Transcript} {
		*field, _ = secrets.Redact(enclosed.Clip(strings.ToValidUTF8(*field, ""), 300))
	}
	_ = l.Append(ctx, ledger.Hooks, rec.At, rec)
	if rec.Outcome == HookFault {
		l.Fault(ctx, ledger.Fault{At: rec.At, Where: "hook", Agent: rec.Agent, Event: string(rec.Event), Error: rec.Reason})
	}
	if rec.Cut != "" {
		l.Fault(ctx, ledger.Fault{At: rec.At, Where: "hook", Agent: rec.Agent, Event: string(rec.Event), Error: rec.Cut})
	}
	if rec.Event != hook.PreToolUse && rec.Event != hook.PostToolUse && rec.Event != "" {
		_ = l.Append(ctx, ledger.Runtime, rec.At, ledger.Observation{
			At: rec.At, Agent: rec.Agent, Version: rec.Version, Door: "hook", Event: string(rec.Event), Session: rec.Session, Injected: rec.Tokens, Transcript: rec.Transcript,
		})
	}
}

// guarded is the reason of a call that must not be answered.
const guarded = "guard"
