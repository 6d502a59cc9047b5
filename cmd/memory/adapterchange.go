package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/factline/memory/adapters"
	"github.com/urfave/cli/v2"
)

func install(c *cli.Context, s *streams, run adapterRun) (changed, error) {
	if len(run.agent.Scopes()) == 0 {
		return changed{Plan: adapters.Plan{Agent: run.agent.Name, Verb: "install", Changes: []adapters.Change{}}, Entry: run.machine.Entry()}, nil
	}
	twice := run.machine.Twice(run.agent, run.scope)
	r, err := carryOut(c, s, run, run.machine.Install(run.agent, run.scope, run.parts...))
	r.Findings = twice
	if r.Changed && run.scope == adapters.Project && filepath.IsAbs(run.machine.Binary) {
		r.own = run.machine.Binary
	}
	return r, err
}

func uninstall(c *cli.Context, s *streams, run adapterRun) (changed, error) {
	return everyScope(c, s, run, run.machine.Uninstall)
}

func repair(c *cli.Context, s *streams, run adapterRun) (changed, error) {
	r, err := everyScope(c, s, run, run.machine.Repair)
	for _, scope := range run.agent.Scopes() {
		if !run.given || scope == run.scope {
			r.Findings = append(r.Findings, run.machine.Moved(run.agent, scope)...)
		}
	}
	return r, err
}

// everyScope does one thing in the scope asked for, else in all: what is not there costs nothing.
func everyScope(c *cli.Context, s *streams, run adapterRun, plan func(adapters.Agent, adapters.Scope) adapters.Plan) (changed, error) {
	scopes := run.agent.Scopes()
	if run.given {
		scopes = []adapters.Scope{run.scope}
	}
	sum := changed{Plan: adapters.Plan{Agent: run.agent.Name, Changes: []adapters.Change{}}}
	for _, scope := range scopes {
		one, err := carryOut(c, s, run, plan(run.agent, scope))
		if err != nil {
			return sum, err
		}
		sum.Verb, sum.DryRun, sum.Changed = one.Verb, one.DryRun, sum.Changed || one.Changed
		sum.Changes, sum.Diff = append(sum.Changes, one.Changes...), sum.Diff+one.Diff
	}
	if run.given {
		sum.Scope = run.scope
	}
	return sum, nil
}

func carryOut(c *cli.Context, s *streams, run adapterRun, p adapters.Plan) (changed, error) {
	result := changed{Plan: p, DryRun: c.Bool("dry-run"), Changed: p.Changed()}
	if result.DryRun {
		result.Diff = p.Diff()
		return result, nil
	}
	return result, run.machine.Apply(c.Context, p)
}

func installVerify(c *cli.Context, s *streams, run adapterRun) (changed, error) {
	result, err := install(c, s, run)
	if err != nil || result.DryRun || len(run.agent.Scopes()) == 0 {
		return result, err
	}
	return judged(c, s, run, result)
}

// judged adds what doctor and the ledger say, and fails where the agent is not verified.
func judged(c *cli.Context, s *streams, run adapterRun, result changed) (changed, error) {
	seen, err := observations(c, s)
	if err != nil {
		return result, err
	}
	state := run.machine.Capability(run.agent, seen)
	result.Findings, result.State = run.machine.Doctor(run.agent, run.scope), &state
	result.failed = !state.Verified
	return result, nil
}

// upgrade is repair with a way back: what doctor does not pass afterwards is put back as it was.
func upgrade(c *cli.Context, s *streams, run adapterRun) (changed, error) {
	result, err := repair(c, s, run)
	if err != nil || result.DryRun || !result.Changed {
		return result, err
	}
	for _, scope := range run.agent.Scopes() {
		if !run.machine.Installed(run.agent, scope) {
			continue
		}
		for _, f := range run.machine.Doctor(run.agent, scope) {
			if f.Level == "fail" && f.Name != "switch" {
				result.Findings, result.failed = append(result.Findings, f), true
			}
		}
	}
	if result.failed {
		return result, run.machine.PutBack(c.Context, result.Plan)
	}
	return result, nil
}

func changedText(w io.Writer, r changed, p paint) {
	switch {
	case r.Entry != "":
		fmt.Fprintf(w, "put this where your client keeps its MCP servers; the key of the outer object may have another name there:\n\n%s\n", r.Entry)
		return
	case r.DryRun && r.Diff != "":
		fmt.Fprint(w, clean(r.Diff))
	}
	for _, c := range r.Changes {
		switch c.Action {
		case adapters.Nothing:
			if c.Reason != "" {
				fmt.Fprintf(w, "kept %s %s: %s\n", c.Part, clean(c.Path), oneLine(c.Reason, 300))
			}
		case adapters.Refuse:
			fmt.Fprintf(w, "%s %s: %s\n", p.red("refused"), clean(c.Path), oneLine(c.Reason, 300))
			if c.Paste != "" {
				fmt.Fprintf(w, "  the file is untouched; paste this into it by hand:\n%s\n", indent(clean(c.Paste), "    "))
			}
		default:
			fmt.Fprintf(w, "%s %s %s", happened(c.Action, r.DryRun), c.Part, clean(c.Path))
			if c.Reason != "" {
				fmt.Fprintf(w, " (%s)", oneLine(c.Reason, 300))
			}
			fmt.Fprintln(w)
		}
	}
	if !r.Changed && len(r.Refused()) == 0 {
		fmt.Fprintf(w, "%s: nothing to change\n", r.Agent)
	}
	findingsText(w, r.Findings, p)
	if r.State != nil {
		verdictText(w, *r.State)
	}
	if r.own != "" {
		fmt.Fprintf(w, "note: %s is a path of this machine, in files that a team commits; --command memory lets each find its own\n", clean(r.own))
	}
	if r.Verb == "install" && r.Changed && !r.DryRun && r.State == nil {
		fmt.Fprintf(w, "next: start %s anew, then memory adapter verify %s\n", r.Agent, r.Agent)
	}
}

func happened(a adapters.Action, dry bool) string {
	word := map[adapters.Action]string{adapters.Create: "created", adapters.Write: "changed", adapters.Delete: "deleted"}[a]
	if dry {
		return "would be " + word
	}
	return word
}

func findingsText(w io.Writer, findings []adapters.Finding, p paint) {
	for _, f := range findings {
		level := f.Level
		if f.Level == "fail" {
			level = p.red(level)
		}
		fmt.Fprintf(w, "%-4s %-8s %s\n", level, f.Name, strings.TrimSpace(clean(f.Text)+" "+clean(f.Path)))
	}
}

func verdictText(w io.Writer, c adapters.Capability) {
	if c.Verified {
		fmt.Fprintf(w, "verified: %s called %s, and took context %s\n", c.Agent, minute(c.Runtime.At), contextTime(c))
		if c.Runtime.Proof == adapters.NoProof {
			fmt.Fprintf(w, "note: where %s keeps its sessions is not known, so a hook that was run by hand counts as its call\n", c.Agent)
		}
		return
	}
	fmt.Fprintf(w, "not verified: %s\n", strings.Join(c.Blockers, ", "))
}

func contextTime(c adapters.Capability) string {
	if c.Context == nil {
		return "only when it asks"
	}
	return minute(c.Context.At)
}
