package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/factline/memory/adapters"
	"github.com/urfave/cli/v2"
)

func adapterListCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "list", Usage: "list agents: what is there, installed and verified, and the limits of each", ArgsUsage: "[AGENT...]",
		Description: "An agent counts as verified only while a real call of it, and for agents with hooks a real injection, is at most 7 days old.\n\n" +
			"    memory adapter list\n    memory adapter list claude-code --format json",
		Flags: []cli.Flag{programFlag()},
		Action: func(c *cli.Context) error {
			wanted := adapters.Agents()
			if c.NArg() > 0 {
				wanted = nil
				for _, name := range c.Args().Slice() {
					a, ok := adapters.Find(name)
					if !ok {
						return usageError{fmt.Errorf("no adapter for %q; memory adapter list names them", name)}
					}
					wanted = append(wanted, a)
				}
			}
			m, err := s.machine(c)
			if err != nil {
				return err
			}
			seen, err := observations(c, s)
			if err != nil {
				return err
			}
			list := []adapters.Capability{}
			for _, a := range wanted {
				list = append(list, m.Capability(a, seen))
			}
			return s.print(c, map[string]any{"adapters": list}, func(w io.Writer) { adapterListText(w, list, c.NArg() > 0) })
		},
	}
}

func adapterListText(w io.Writer, list []adapters.Capability, full bool) {
	fmt.Fprintf(w, "%-15s %-9s %-20s %-9s %s\n", "agent", "detected", "installed", "verified", "with")
	for _, c := range list {
		var scopes, parts []string
		for _, s := range c.Installed {
			scopes = append(scopes, string(s))
		}
		for _, p := range c.Parts {
			parts = append(parts, string(p))
		}
		fmt.Fprintf(w, "%-15s %-9s %-20s %-9s %s\n", c.Agent, yes(c.Detected), dash(strings.Join(scopes, ", ")), yes(c.Verified), dash(strings.Join(parts, ", ")))
		if full {
			adapterText(w, c)
			if !c.Verified {
				fmt.Fprintf(w, "  not verified: %s\n", strings.Join(c.Blockers, ", "))
			}
		}
	}
}

func adapterText(w io.Writer, c adapters.Capability) {
	for _, f := range c.Files {
		fmt.Fprintf(w, "  %-7s %-6s %-7s %s\n", f.Scope, f.Part, f.State, clean(strings.TrimSpace(f.Path+" "+f.Error)))
	}
	for _, p := range c.Elsewhere {
		gone := ""
		if !p.There {
			gone = "; not all of it is there any more"
		}
		fmt.Fprintf(w, "  %-7s elsewhere      %s%s\n", p.Scope, clean(cmp.Or(p.Project, strings.Join(p.Paths, ", "))), gone)
	}
	if len(c.Events) > 0 {
		fmt.Fprintf(w, "  events  %s\n", strings.Join(c.Events, ", "))
	}
	fmt.Fprintf(w, "  checked by %s; %s\n", strings.Join(slices.DeleteFunc([]string{string(c.Checked), c.How}, func(s string) bool { return s == "" }), ": "), c.Source)
	for _, l := range c.Limits {
		fmt.Fprintf(w, "  limit: %s\n", l)
	}
}

// verifyText is what is known of an agent, the verdict once, and what to do next.
func verifyText(w io.Writer, c adapters.Capability) {
	adapterText(w, c)
	verdictText(w, c)
	if step := verifyStep(c); step != "" {
		fmt.Fprintf(w, "next: %s\n", step)
	}
}

// verifyStep clears the first thing that stands in the way.
func verifyStep(c adapters.Capability) string {
	switch {
	case c.Verified:
		return ""
	case !c.Implemented:
		return fmt.Sprintf("memory connect %s prints what to paste; then start the agent and call a tool of the memory", c.Agent)
	case len(c.Installed) == 0:
		return "memory connect " + c.Agent
	case !c.Doctor:
		return "memory adapter doctor " + c.Agent
	case slices.Contains(c.Blockers, "session_not_found"):
		return fmt.Sprintf("hooks were called in the name of %s, of sessions that it has no record of: start it in this project, send it a prompt, then memory adapter verify %s; "+
			"where it keeps its sessions elsewhere, run that with the environment that it has", c.Agent, c.Agent)
	}
	return fmt.Sprintf("start %s in this project, send it a prompt, then memory adapter verify %s", c.Agent, c.Agent)
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "-"
}

func adapterDoctorCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "doctor", Usage: "check what is installed in an agent, each failure with its fix", ArgsUsage: "AGENT",
		Description: "Exit status 1 when anything fails. Without --scope it looks at what is installed, else at the first scope.\n\n    memory adapter doctor claude-code",
		Flags:       []cli.Flag{scopeFlag(), programFlag()},
		Action: func(c *cli.Context) error {
			run, err := adapterOf(c, s)
			if err != nil {
				return err
			}
			result := struct {
				Agent    string             `json:"agent"`
				OK       bool               `json:"ok"`
				Findings []adapters.Finding `json:"findings"`
			}{run.agent.Name, true, []adapters.Finding{}}
			for _, scope := range run.looked() {
				result.Findings = append(result.Findings, run.machine.Doctor(run.agent, scope)...)
			}
			for _, f := range result.Findings {
				result.OK = result.OK && f.Level != "fail"
			}
			if err := s.print(c, result, func(w io.Writer) { findingsText(w, result.Findings, s.paint(c)) }); err != nil {
				return err
			}
			if !result.OK {
				return errFailed
			}
			return nil
		},
	}
}

// looked are the scopes to look at: the one asked for, else those with something in them, else the first.
func (r adapterRun) looked() (scopes []adapters.Scope) {
	if !r.given {
		for _, scope := range r.agent.Scopes() {
			if r.machine.Present(r.agent, scope) {
				scopes = append(scopes, scope)
			}
		}
	}
	if len(scopes) == 0 {
		scopes = []adapters.Scope{r.scope}
	}
	return scopes
}

func adapterVerifyCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "verify", Usage: "say whether an agent really works with the memory, by evidence", ArgsUsage: "AGENT",
		Description: "Verified means: installed, doctor passes, and in the last 7 days the agent really called, and took context where its hooks can give it.\n" +
			"Exit status 1 otherwise. --canary proves that the model got it: the first time it sets a token that the agent's hooks add to what they hand over;\n" +
			"start the agent, ask it which memory canary it sees, and the second time it looks for the token in the agent's own transcripts. Its exit status is 0 only\n" +
			"where the model is seen to have said the token, and 1 until then: also the first time, and where the agent only wrote it down.\n\n" +
			"    memory adapter verify claude-code\n    memory adapter verify claude-code --canary",
		Flags: []cli.Flag{scopeFlag(), programFlag(), &cli.BoolFlag{Name: "canary", Usage: "prove by a token that handed over text reaches the model"}},
		Action: func(c *cli.Context) error {
			run, err := adapterOf(c, s)
			if err != nil {
				return err
			}
			if c.Bool("canary") {
				return verifyCanary(c, s, run)
			}
			seen, err := observations(c, s)
			if err != nil {
				return err
			}
			state := run.machine.Capability(run.agent, seen)
			if err := s.print(c, state, func(w io.Writer) { verifyText(w, state) }); err != nil {
				return err
			}
			if !state.Verified {
				return errFailed
			}
			return nil
		},
	}
}
