package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/factline/memory/adapters"
	"github.com/factline/memory/hub"
	"github.com/factline/memory/ledger"
	"github.com/factline/memory/project"
	"github.com/factline/memory/skills"
	"github.com/urfave/cli/v2"
)

// connectCommands bring agents and this program together.
func connectCommands() []branch {
	return []branch{{"adapter", adapterCommand}, {"connect", connectCommand}, {"disconnect", disconnectCommand}, {"profile", profileCommand}}
}

func connectCommand(s *streams) *cli.Command {
	return changeAdapter(s, "connect", "connect an agent to the memory: short for adapter install", "    memory connect claude-code\n    memory connect cursor --scope project --dry-run", install)
}

func disconnectCommand(s *streams) *cli.Command {
	return changeAdapter(s, "disconnect", "take everything of ours out of an agent: short for adapter uninstall", "    memory disconnect claude-code", uninstall)
}

func adapterCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "adapter", Usage: "connect coding agents to the memory, and check that they are",
		Subcommands: []*cli.Command{
			adapterListCommand(s),
			changeAdapter(s, "install", "put our entries into an agent's configuration; every other byte stays",
				"Files are changed in place, atomically; what cannot be changed surely is refused and printed for pasting (exit status 1). A private copy of each\n"+
					"file as it was lies in ~/.local/state/factline/adapters/files (with XDG_STATE_HOME: there) until uninstall.\n\n"+
					"    memory adapter install claude-code\n    memory adapter install codex --dry-run\n    memory adapter install cursor --scope project --rules --skills\n    memory adapter install generic", install),
			changeAdapter(s, "uninstall", "take our entries out again; the files become what they were, to the byte",
				"If the person edited around our keys meanwhile, only our keys go.\n\n    memory adapter uninstall claude-code\n    memory adapter uninstall cursor --scope project --dry-run", uninstall),
			adapterDoctorCommand(s),
			adapterVerifyCommand(s),
			changeAdapter(s, "install-verify", "install, then verify",
				"Exit status 1 until a real call of the agent was observed: start it once, then run memory adapter verify.\n\n    memory adapter install-verify claude-code", installVerify),
			changeAdapter(s, "repair", "mend what is installed: the path of a moved program, entries that are missing or old",
				"What is not installed stays so. Without --scope, every scope.\n\n    memory adapter repair claude-code", repair),
			changeAdapter(s, "upgrade", "rewrite what is installed as this version writes it, and check it; what fails is put back",
				"    memory adapter upgrade claude-code", upgrade),
		},
	}
}

// adapterRun is one command line about one agent.
type adapterRun struct {
	machine *adapters.Machine
	agent   adapters.Agent
	scope   adapters.Scope
	parts   []adapters.Part
	given   bool // the scope was asked for
}

// changed is what a changing command prints.
type changed struct {
	adapters.Plan
	DryRun   bool                 `json:"dry_run"`
	Changed  bool                 `json:"changed"`
	Diff     string               `json:"diff,omitempty"`
	Entry    string               `json:"entry,omitempty"` // what to paste, for an agent without files
	Findings []adapters.Finding   `json:"findings,omitempty"`
	State    *adapters.Capability `json:"state,omitempty"`
	own      string               // the path of this machine that went into files of the project
	failed   bool
}

func scopeFlag() cli.Flag {
	return &cli.StringFlag{Name: "scope", Usage: "`SCOPE` user, project or local (default: user, else what the agent has)"}
}

func programFlag() cli.Flag {
	return &cli.StringFlag{Name: "command", Usage: "write `PATH` as the program that the agent starts (default: this one; checks and repair: what install was told)"}
}

func changeAdapter(s *streams, name, usage, example string, do func(*cli.Context, *streams, adapterRun) (changed, error)) *cli.Command {
	flags := []cli.Flag{scopeFlag(), &cli.BoolFlag{Name: "dry-run", Usage: "show the diff and change nothing"}, programFlag()}
	if strings.Contains(name, "install") && name != "uninstall" || name == "connect" {
		flags = append(flags, &cli.BoolFlag{Name: "rules", Usage: "also write a block into the agent's instructions that says when to use the memory"},
			&cli.BoolFlag{Name: "skills", Usage: "also write the skills, where the agent reads them"})
	}
	return &cli.Command{
		Name: name, Usage: usage, ArgsUsage: "AGENT", Description: example, Flags: flags,
		Action: func(c *cli.Context) error {
			run, err := adapterOf(c, s)
			if err != nil {
				return err
			}
			if !c.Bool("dry-run") && len(run.agent.Scopes()) > 0 {
				unlock, err := run.machine.Exclusive(c.Context)
				if err != nil {
					return err
				}
				defer unlock()
			}
			result, err := do(c, s, run)
			if err != nil {
				return err
			}
			if err := s.print(c, result, func(w io.Writer) { changedText(w, result, s.paint(c)) }); err != nil {
				return err
			}
			if len(result.Refused()) > 0 || result.failed {
				return errFailed
			}
			return nil
		},
	}
}

// adapterOf reads the agent, scope and parts that a command line names.
func adapterOf(c *cli.Context, s *streams) (adapterRun, error) {
	if err := need(c, 1, "one agent; memory adapter list names them"); err != nil {
		return adapterRun{}, err
	}
	a, ok := adapters.Find(c.Args().First())
	if !ok {
		return adapterRun{}, usageError{fmt.Errorf("no adapter for %q; memory adapter list names them, and generic is for any other MCP client", c.Args().First())}
	}
	m, err := s.machine(c)
	if err != nil {
		return adapterRun{}, err
	}
	run := adapterRun{machine: m, agent: a, given: c.IsSet("scope"), scope: adapters.Scope(c.String("scope"))}
	scopes := a.Scopes()
	if !run.given && len(scopes) > 0 {
		run.scope = scopes[0]
	}
	if run.given && !slices.Contains(scopes, run.scope) {
		return run, usageError{fmt.Errorf("--scope %s: %s has %s", run.scope, a.Name, scopeNames(scopes))}
	}
	if c.Bool("rules") || len(a.Files) == 0 { // an agent without any other way gets what it has
		run.parts = append(run.parts, adapters.Rules)
	}
	if c.Bool("skills") || len(a.Files) == 0 {
		run.parts = append(run.parts, adapters.Skills)
	}
	return run, nil
}

func scopeNames(scopes []adapters.Scope) string {
	if len(scopes) == 0 {
		return "no scopes: it is only printed"
	}
	var names []string
	for _, s := range scopes {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

// machine is where adapters work: the home of the environment, the project around the working directory.
func (s *streams) machine(c *cli.Context) (*adapters.Machine, error) {
	root := project.Root(s.cwd)
	if root == "" {
		root = filepath.Clean(s.cwd)
	}
	binary := c.String("command")
	if binary == "" {
		var err error
		if binary, err = ownPath(); err != nil {
			return nil, fmt.Errorf("find this program: %w; name it with --command", err)
		}
	} else if strings.ContainsRune(binary, filepath.Separator) {
		binary = absolute(s, binary)
	}
	if s.home == "" {
		return nil, errors.New("no home directory: set HOME")
	}
	return &adapters.Machine{
		GOOS: runtime.GOOS, Home: s.home, Project: root, Binary: binary, Chosen: c.String("command") != "", Getenv: s.getenv, Now: s.now,
		State: adapters.StateDir(runtime.GOOS, s.home, s.getenv), Skills: skills.All(),
	}, nil
}

// ownPath is this program as agents should start it: the name on the PATH where that is this program, which stays right when a package
// manager puts a new version behind it; else the file itself.
func ownPath() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	if named, err := exec.LookPath("memory"); err == nil && filepath.IsAbs(named) && sameFile(named, own) {
		return named, nil
	}
	return own, nil
}

func sameFile(a, b string) bool {
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// observations are the signs of life of agents that any store in reach holds; none without a store.
func observations(c *cli.Context, s *streams) ([]ledger.Observation, error) {
	place, err := hub.Locate(c.String("store"), s.cwd, s.home, s.getenv)
	if err != nil || !place.Exists {
		return nil, err
	}
	h, err := open(c, s, false)
	if err != nil {
		return nil, err
	}
	defer h.Close()
	return h.Observations(c.Context, s.now().AddDate(0, -6, 0))
}
