package hub

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/config"
	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/firewall"
	"github.com/factline/memory/hook"
	"github.com/factline/memory/items"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/writeservice"
)

// HookDeadline is the deadline that the settings of a store have; otherwise is the answer where they cannot be read. Whose word they are
// is not asked here, where every millisecond counts: a project's can only lower it, the user's own can raise it.
func HookDeadline(p Place, otherwise time.Duration) time.Duration {
	if !p.Exists {
		return otherwise
	}
	c := config.Default()
	for _, place := range []struct {
		dir   string
		whose config.Standing
	}{{p.UserDir, config.Own}, {p.Dir, config.Foreign}} {
		if place.dir == "" {
			continue
		}
		if p.Why == "user" {
			place.whose = config.Own
		}
		file, err := config.Read(place.dir)
		if err == nil {
			c, err = config.Parse(file, c, place.whose)
		}
		if err != nil {
			return otherwise
		}
	}
	return time.Duration(c.Hook.DeadlineMS) * time.Millisecond
}

// HookRecent lists the latest calls of hooks, newest first. tools also lists those of tool calls, which inject nothing.
func (h *Hub) HookRecent(ctx context.Context, n int, agent string, tools bool) ([]HookRecord, error) {
	all, err := h.hookRecords(ctx, time.Time{}, func(r HookRecord) bool {
		return (agent == "" || r.Agent == agent) && (tools || r.Outcome != HookCaptured)
	})
	slices.Reverse(all)
	if n > 0 && len(all) > n {
		all = all[:n]
	}
	return all, err
}

func (h *Hub) hookRecords(ctx context.Context, since time.Time, keep func(HookRecord) bool) ([]HookRecord, error) {
	all := []HookRecord{}
	for line, err := range h.Ledger.Read(ctx, ledger.Hooks) {
		if err != nil {
			return all, err
		}
		var r HookRecord
		if json.Unmarshal(line, &r) == nil && !r.At.Before(since) && keep(r) {
			all = append(all, r)
		}
	}
	return all, nil
}

// HookSummary is what hooks did since a time.
type HookSummary struct {
	Since      time.Time      `json:"since"`
	Calls      int            `json:"calls"`
	Unknown    int            `json:"unknown,omitempty"` // calls in the name of an agent or event that is not in the table: in no other count
	Agents     []HookAgent    `json:"agents"`
	Outcomes   map[string]int `json:"outcomes"`
	Uncompared int            `json:"uncompared"` // answered before all files were compared, of all outcomes
	Tokens     int            `json:"injected_tokens"`
	Reasons    map[string]int `json:"abstained"` // why nothing was injected; sums up to the outcome abstained
	Gaps       []HookGap      `json:"gaps"`      // what was asked and nothing answered, newest first
	Latency    []HookLatency  `json:"latency"`
	Aftermath  HookAftermath  `json:"aftermath"`
	Unreadable []string       `json:"faults,omitempty"` // newest first
}

// HookAgent counts one agent's calls.
type HookAgent struct {
	Agent   string    `json:"agent"`
	Version string    `json:"version,omitempty"` // the latest told
	Calls   int       `json:"calls"`
	Last    time.Time `json:"last"`
}

// HookGap is a prompt that passed the gate and got nothing.
type HookGap struct {
	At    time.Time `json:"at"`
	Query string    `json:"query"`
	Why   string    `json:"why"`
}

// HookLatency is what the calls of one event took, in microseconds.
type HookLatency struct {
	Event string `json:"event"`
	Calls int    `json:"calls"`
	P50   int64  `json:"p50_us"`
	P99   int64  `json:"p99_us"`
}

// HookAftermath is what became of the items that were injected.
type HookAftermath struct {
	Injected   int `json:"injected"`   // different items
	Changed    int `json:"changed"`    // of them: changed after they were injected
	Corrected  int `json:"corrected"`  // superseded or retired after
	Reinforced int `json:"reinforced"` // lessons that were said to have held
}

// Most entries of a summary's lists.
const (
	mostGaps   = 10
	mostFaults = 5
)

// SummariseHooks counts what hooks did since a time.
func (h *Hub) SummariseHooks(ctx context.Context, since time.Time) (HookSummary, error) {
	s := HookSummary{Since: since, Agents: []HookAgent{}, Outcomes: map[string]int{}, Reasons: map[string]int{}, Gaps: []HookGap{}, Latency: []HookLatency{}}
	records, err := h.hookRecords(ctx, since, func(HookRecord) bool { return true })
	if err != nil {
		return s, err
	}
	agents := map[string]*HookAgent{}
	took := map[string][]int64{}
	injected := map[items.ID]time.Time{}
	for _, r := range records {
		if _, known := hook.Named(r.Agent); !known || r.Event == "" && r.Outcome == HookIgnored {
			s.Unknown++
			continue
		}
		s.Calls++
		s.Outcomes[r.Outcome]++
		s.Tokens += r.Tokens
		if r.Uncompared {
			s.Uncompared++
		}
		took[string(r.Event)] = append(took[string(r.Event)], r.Took)
		if r.Outcome == HookAbstained {
			s.Reasons[kindOfReason(r.Reason)]++
		}
		a := agents[r.Agent]
		if a == nil {
			a = &HookAgent{Agent: r.Agent}
			agents[r.Agent] = a
		}
		a.Calls, a.Last, a.Version = a.Calls+1, r.At, cmp.Or(r.Version, a.Version)
		for _, id := range r.Items {
			if injected[id].IsZero() {
				injected[id] = r.At
			}
		}
	}
	for _, a := range agents {
		s.Agents = append(s.Agents, *a)
	}
	slices.SortFunc(s.Agents, func(a, b HookAgent) int { return cmp.Compare(a.Agent, b.Agent) })
	for event, list := range took {
		slices.Sort(list)
		s.Latency = append(s.Latency, HookLatency{event, len(list), list[(len(list)-1)/2], list[(len(list)-1)*99/100]})
	}
	slices.SortFunc(s.Latency, func(a, b HookLatency) int { return cmp.Compare(a.Event, b.Event) })
	return s, errors.Join(h.gaps(ctx, since, &s), h.aftermath(ctx, injected, &s), h.hookFaults(ctx, since, &s))
}

// kindOfReason leaves out the numbers of one call, so that like reasons count together.
func kindOfReason(reason string) string {
	if strings.Contains(reason, string(firewall.AlreadyGiven)) {
		return "the session has it already"
	}
	kind, _, _ := strings.Cut(cmp.Or(reason, "nothing fits"), ":")
	return kind
}

func (h *Hub) gaps(ctx context.Context, since time.Time, s *HookSummary) error {
	packs, err := h.Packs(ctx, 0)
	for _, p := range packs {
		if p.Door == "hook" && p.Abstained != "" && p.Query != "" && !p.At.Before(since) && len(s.Gaps) < mostGaps && !hasAlready(p) {
			s.Gaps = append(s.Gaps, HookGap{p.At, p.Query, p.Abstained})
		}
	}
	return err
}

// hasAlready reports an empty pack of a session that got the answer before.
func hasAlready(p PackRecord) bool {
	return slices.ContainsFunc(p.Omitted, func(o contextpack.Omission) bool { return slices.Contains(o.Reasons, firewall.AlreadyGiven) })
}

// aftermath counts what became of the items. An item that a new one replaced has no line of its own in the ledger of writes, whether the new
// one was written so or approved: the item itself tells.
func (h *Hub) aftermath(ctx context.Context, injected map[items.ID]time.Time, s *HookSummary) error {
	s.Aftermath.Injected = len(injected)
	changed, reinforced := map[items.ID]bool{}, map[items.ID]bool{}
	for line, err := range h.Ledger.Read(ctx, ledger.Writes) {
		if err != nil {
			return err
		}
		var e writeservice.Event
		if json.Unmarshal(line, &e) != nil || e.Status != string(writeservice.Written) {
			continue
		}
		at, err := time.Parse(time.RFC3339, e.At)
		shown, ok := injected[e.ID]
		if err != nil || !ok || at.Before(shown.Truncate(time.Second)) {
			continue
		}
		switch writeservice.Op(e.Op) {
		case writeservice.OpUpdate, writeservice.OpEdit:
			changed[e.ID] = true
		}
	}
	for line, err := range h.Ledger.Read(ctx, ledger.Lessons) {
		var e lessonEvent
		if err == nil && json.Unmarshal(line, &e) == nil && e.Op == "reinforced" && !injected[e.ID].IsZero() && !e.At.Before(injected[e.ID]) {
			reinforced[e.ID] = true
		}
	}
	for id, shown := range injected {
		it, _, err := h.Items.Get(ctx, id)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		over := it.Status == items.Superseded || it.Status == items.Retired
		if err == nil && over && !it.Updated.Before(shown.Truncate(time.Second)) {
			s.Aftermath.Corrected++
		}
	}
	s.Aftermath.Changed, s.Aftermath.Reinforced = len(changed), len(reinforced)
	return nil
}

func (h *Hub) hookFaults(ctx context.Context, since time.Time, s *HookSummary) error {
	faults, err := h.faults(ctx, since)
	for _, f := range slices.Backward(faults) {
		if len(s.Unreadable) < mostFaults {
			s.Unreadable = append(s.Unreadable, fmt.Sprintf("%s %s %s: %s", f.At.UTC().Format(time.RFC3339), f.Where, f.Agent, f.Error))
		}
	}
	return err
}

func (h *Hub) faults(ctx context.Context, since time.Time) ([]ledger.Fault, error) {
	var list []ledger.Fault
	for line, err := range h.Ledger.Read(ctx, ledger.Faults) {
		if err != nil {
			return list, err
		}
		var f ledger.Fault
		if json.Unmarshal(line, &f) == nil && f.Where != "" && !f.At.Before(since) {
			list = append(list, f)
		}
	}
	return list, nil
}

// checkHooks is doctor's look at the hooks of the last week.
func (h *Hub) checkHooks(ctx context.Context) Check {
	since := h.Now().Add(-recently)
	s, err := h.SummariseHooks(ctx, since)
	if err != nil {
		return Check{Name: "hooks", Level: Fail, Detail: err.Error(), Fix: "change the owner or mode of " + h.Ledger.Dir}
	}
	if s.Calls == 0 && len(s.Unreadable) == 0 {
		return Check{Name: "hooks", Level: OK, Detail: "no agent called in the last seven days"}
	}
	c := Check{Name: "hooks", Level: OK, Detail: fmt.Sprintf("%s in seven days, %d injected, %d too late", count(s.Calls, "call"), s.Outcomes[HookInjected], s.Outcomes[HookLate])}
	if s.Uncompared > 0 {
		c.Detail += fmt.Sprintf(", %d answered before all files were compared", s.Uncompared)
	}
	for _, a := range s.Agents {
		c.Detail += fmt.Sprintf("; %s %d", a.Agent, a.Calls)
	}
	switch {
	case len(s.Unreadable) > 0:
		c.Level, c.Files, c.Fix = Warn, s.Unreadable, "memory hook summary; the agents were not disturbed"
	case s.Outcomes[HookLate]*20 > s.Calls:
		c.Level, c.Fix = Warn, "raise hook.deadline_ms in ~/.memory/config.yaml, or look with memory search --timings at what takes the time"
	}
	return c
}
