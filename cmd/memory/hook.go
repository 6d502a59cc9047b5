package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/factline/memory/hook"
	"github.com/factline/memory/hub"
	"github.com/urfave/cli/v2"
)

// A hook must never break or delay the agent: exit status 0, valid output or none, an answer within the deadline. So its command line is
// read here and not by the command tree: nothing in it is an error.

// hookDeadline is when a hook answers with what it has, unless the settings or --deadline say otherwise.
const hookDeadline = 200 * time.Millisecond

// hookLine is the command line of a hook.
type hookLine struct {
	store, project string
	event, agent   string
	deadline       time.Duration // 0 = by the settings
	inline         bool          // the job runs in this process
}

// parseHook reads a command line that is a hook's: memory [global flags] hook [EVENT] [flags]. Commands below hook and help are not.
func parseHook(args []string) (l hookLine, ok bool) {
	values := map[string]*string{"store": &l.store, "project": &l.project, "agent": &l.agent, "format": new(string), "deadline": new(string)}
	deadline := values["deadline"]
	var words []string
	for i := 1; i < len(args); i++ {
		arg := args[i]
		name, value, given := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case !strings.HasPrefix(arg, "-") || arg == "-":
			words = append(words, arg)
		case name == "help" || name == "h" || name == "generate-bash-completion":
			return l, false
		case values[name] == nil:
			l.inline = l.inline || name == "inline"
		case given:
			*values[name] = value
		case i+1 < len(args):
			i++
			*values[name] = args[i]
		}
	}
	if len(words) == 0 || words[0] != "hook" || len(words) > 1 && slices.Contains(hookVerbs, words[1]) {
		return l, false
	}
	if len(words) > 1 {
		l.event = words[1]
	}
	l.deadline, _ = time.ParseDuration(*deadline)
	return l, true
}

// hookVerbs are the commands below hook.
var hookVerbs = []string{"recent", "summary", "work", "help"}

// runHook answers one event. It writes its answer in one piece, whatever the work behind it still does.
func runHook(ctx context.Context, l hookLine, s *streams) {
	start := startedAt(s)
	payload, readErr := firstValue(s.in, start.load)
	c, err := hook.Decode(l.agent, l.event, payload, s.getenv)
	if l.event == "" && l.agent == "" && len(payload) == 0 { // a person tries it: no agent calls so, and none minds a line on stderr
		_, _ = io.WriteString(s.err, "memory hook: no event, no agent and no payload; memory hook --help says how agents call it\n")
		return
	}
	cut := ""
	switch {
	case errors.Is(readErr, hook.ErrCut) && len(payload) > 0 && err == nil:
		cut = readErr.Error()
	case readErr != nil:
		err = readErr
	}
	place, locateErr := hub.Locate(l.store, hookDirectory(c, s), s.home, s.getenv)
	o := hub.Options{Place: place, Project: l.project, CWD: hookDirectory(c, s), Home: s.home, Trust: s.book(), Getenv: s.getenv, Now: s.now}
	rec := hub.HookRecord{At: s.now(), Agent: c.Agent, Version: c.Version, Event: c.Event, Session: c.Session, Transcript: c.Transcript, Outcome: hub.HookLate}
	if err == nil {
		err = locateErr
	}
	if err != nil {
		rec.Outcome, rec.Reason = hub.HookFault, err.Error()
		s.answer(c, "")
		hub.KeepHook(o, rec)
		return
	}
	patience := l.patience(place)
	deadline := start.deadline(patience)
	ctx, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	search := hub.SearchTime(place, start.load)
	kept := make(chan struct{})
	work := hookWork{c, rec, hub.HookOptions{Open: o, Search: search, Began: start.at, Start: s.starter(l, place), Kept: func() { close(kept) }}}
	end := func(done hooked) {
		s.answer(c, done.text)
		if done.rec.Cut = cut; len(payload) == 0 && done.rec.Outcome == hub.HookCaptured {
			done.rec.Reason = "no payload came, so nothing is kept"
		}
		done.rec.Took, done.rec.Start = time.Since(start.main()).Microseconds(), start.before.Microseconds()
		hub.KeepHook(o, done.rec)
	}
	soft := softer(ctx)
	if s.quit != nil && hub.HookOnlyKeeps(soft, c, search) {
		watch := time.AfterFunc(max(0, time.Until(deadline))+keepTime, func() {
			end(hooked{rec: rec})
			s.quit()
		})
		done := work.do(soft)
		if !watch.Stop() {
			select {} // the watch has given up on this and ends the process
		}
		end(done)
		return
	}
	done := make(chan hooked, 1)
	go func() { done <- work.do(soft) }()
	result, ok := inTime(ctx, done, deadline.Add(-start.reserve(patience)))
	if !ok {
		cancel() // what is late competes with those that are not
		result = hooked{rec: rec}
		select { // the answer is late, but what must be kept is kept
		case <-kept:
		case result = <-done:
		case <-time.After(keepTime):
		}
	}
	end(result)
}

// hookWork is one call that is understood.
type hookWork struct {
	call    hook.Call
	rec     hub.HookRecord // of a call of which nothing came
	options hub.HookOptions
}

// hooked is what came of it.
type hooked struct {
	text string
	rec  hub.HookRecord
}

func (w hookWork) do(ctx context.Context) (done hooked) {
	defer func() {
		if p := recover(); p != nil {
			done = hooked{rec: w.rec}
			done.rec.Outcome, done.rec.Reason = hub.HookFault, fmt.Sprintf("panic: %T", p) // its words may quote a text
		}
	}()
	text, rec := hub.Hook(ctx, w.call, w.options)
	return hooked{text, rec}
}

// keepTime is how long after the deadline a hook still keeps what must not be lost. It takes milliseconds, unless the machine is overloaded.
const keepTime = 2 * time.Second

// composeTime is left between the end of the work and the deadline, to render what was found by then.
const composeTime = 40 * time.Millisecond

// softer ends the work a little before the deadline, so that what it has can still be given.
func softer(ctx context.Context) context.Context {
	at, ok := ctx.Deadline()
	if !ok {
		return ctx
	}
	soft, cancel := context.WithDeadline(ctx, at.Add(-composeTime))
	context.AfterFunc(ctx, cancel)
	return soft
}

func (l hookLine) patience(place hub.Place) time.Duration {
	if l.deadline > 0 {
		return l.deadline
	}
	return hub.HookDeadline(place, hookDeadline)
}

// hookDirectory is where the agent works: hosts start hooks in any directory.
func hookDirectory(c hook.Call, s *streams) string {
	if info, err := os.Stat(c.CWD); c.CWD != "" && err == nil && info.IsDir() {
		return c.CWD
	}
	return s.cwd
}

// answer writes what the agent reads. That it could not is told to nobody.
func (s *streams) answer(c hook.Call, text string) {
	if out := c.Answer(text); len(out) > 0 {
		_, _ = s.out.Write(out)
	}
}

// starter starts the job of a hook in a process of its own, or, with --inline, does it at once.
func (s *streams) starter(l hookLine, place hub.Place) func(hub.Job) error {
	return func(j hub.Job) error {
		args := workArgs(place.Dir, place, "--agent", j.Agent, "--session", j.Session, "--transcript", j.Transcript)
		if j.Index != "" {
			args = workArgs(j.Index, place, "--index")
		}
		if l.inline {
			quiet := *s
			quiet.in, quiet.out, quiet.err = strings.NewReader(""), io.Discard, io.Discard
			if code := run(context.Background(), append([]string{"memory"}, args...), &quiet); code != 0 {
				return fmt.Errorf("it ended with exit status %d", code)
			}
			return nil
		}
		return detach(args)
	}
}

func hookCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "hook",
		Usage:     "answer an event of a coding agent: keep it, and give the prompt what memory has for it",
		ArgsUsage: "[EVENT]",
		Description: "Reads one JSON value from standard input (or nothing within 300 ms), writes the agent's own answer or nothing, and always ends with status 0,\n" +
			"also without EVENT or with an unknown one: a hook never breaks an agent. With nothing at all it says so on standard error;\n" +
			"what went wrong stands in memory doctor. docs/agents.md lists agents, events and answers.\n\n" +
			"    memory hook UserPromptSubmit --agent claude-code < payload.json",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "the agent that calls, `NAME`"},
			&cli.DurationFlag{Name: "deadline", Usage: "answer after so long with what there is", DefaultText: "hook.deadline_ms of the settings"},
			&cli.BoolFlag{Name: "inline", Usage: "read the transcript in this process instead of one of its own"},
		},
		Subcommands: []*cli.Command{hookRecentCommand(s), hookSummaryCommand(s), hookWorkCommand(s)},
		Action: func(c *cli.Context) error { // reached only where the command line was not recognised before
			runHook(c.Context, hookLine{store: c.String("store"), project: c.String("project"), event: c.Args().First(), agent: c.String("agent"),
				deadline: c.Duration("deadline"), inline: c.Bool("inline")}, s)
			return nil
		},
	}
}

// hookWorkCommand is what a hook leaves behind; people need not call it.
func hookWorkCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "work",
		Usage:       "bring in what a session's hooks left: a hook starts it in a process of its own",
		Description: "    memory hook work --agent codex --session 019a7c2e --transcript ~/.codex/sessions/2026/11/29/rollout-x.jsonl",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "the agent `NAME`"},
			&cli.StringFlag{Name: "session", Usage: "the session `ID`"},
			&cli.StringFlag{Name: "transcript", Usage: "its transcript, `PATH`; without one, what the hooks kept is brought in"},
			&cli.BoolFlag{Name: "index", Usage: "bring changed item files into the index instead, however many they are"},
			&cli.BoolFlag{Name: "with-user", Usage: "the user's own store and settings count beside the one that --store names, as they do for who works in its directory"},
		},
		Action: func(c *cli.Context) error {
			longWork(s)
			stepAside(s)
			h, err := openWork(c, s)
			if err != nil {
				return err
			}
			defer h.Close()
			defer s.fillBehind(c.Context, h)
			if c.Bool("index") {
				if err := h.CatchUpIndex(c.Context); err != nil {
					return err
				}
				done := struct {
					Indexed string `json:"indexed"`
				}{h.Dir}
				return s.print(c, done, func(w io.Writer) { fmt.Fprintf(w, "indexed %s\n", done.Indexed) })
			}
			res, err := h.Work(c.Context, hub.Job{Agent: c.String("agent"), Session: c.String("session"), Transcript: c.String("transcript")})
			if err != nil {
				return err
			}
			return s.print(c, res, func(w io.Writer) { ingestText(w, res) })
		},
	}
}
