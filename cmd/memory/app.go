package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/secrets"
	"github.com/urfave/cli/v2"
)

// usageError marks a mistake in the command line. It ends with exit status 2.
type usageError struct{ error }

// errFailed ends with exit status 1 after the result was already printed, as doctor and gate do.
var errFailed = errors.New("failed")

// run executes one command line and returns its exit status: 0 ok, 1 failed, 2 usage, 3 where forget --purge left words. It is the only place that turns an error
// into text and into a status.
func run(ctx context.Context, args []string, s *streams) int {
	if line, ok := parseHook(args); ok {
		if s.deafen != nil {
			s.deafen() // it has a deadline, and what is pressed is meant for the agent
		}
		runHook(ctx, line, s)
		return 0
	}
	s.began = time.Now()
	out := &checkedWriter{w: s.out}
	s.out = out
	app := appFor(s, args)
	app.Reader, app.Writer, app.ErrWriter = s.in, s.out, s.err
	app.ExitErrHandler = func(*cli.Context, error) {} // the library would call os.Exit
	err := s.clockErr
	if err == nil {
		err = app.RunContext(ctx, arrange(app, args))
	}
	if out.err != nil && (err == nil || errors.Is(err, errFailed) || errors.Is(err, errUnproven)) {
		err = fmt.Errorf("write the result: %w", out.err)
	}
	s.leaveVectors(ctx)
	s.timingsText()
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errFailed):
		return 1
	case errors.Is(err, errUnproven):
		return 3
	}
	// An error may repeat what was typed, and people type secrets into the wrong place.
	fmt.Fprintf(s.err, "memory: %s\n", clean(secrets.RedactEcho(err.Error(), args...)))
	if _, ok := errors.AsType[usageError](err); ok {
		return 2
	}
	return 1
}

// checkedWriter remembers the first failure to write, so that a full disk or a closed output ends with status 1 for text as for JSON.
type checkedWriter struct {
	w   io.Writer
	err error
}

func (c *checkedWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if c.err == nil {
		c.err = err
	}
	return n, err
}

// newApp declares the whole command tree. The reference docs/cli.md is generated from it.
func newApp(s *streams) *cli.App { return appOf(s, branches(), true) }

// appOf declares the tree of some commands; without help, what only help prints is left out.
func appOf(s *streams, of []branch, help bool) *cli.App {
	app := &cli.App{
		Name:                      "memory",
		Usage:                     "keep, review and recall what coding agents learn",
		HideHelpCommand:           true,
		EnableBashCompletion:      true,
		DisableSliceFlagSeparator: true, // a sentence, a path and an address may hold a comma: such flags are repeated
		OnUsageError:              usage,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "store", Usage: "use the store at `DIR` (default: $MEMORY_STORE, the nearest .memory above, ~/.memory)"},
			&cli.StringFlag{Name: "project", Usage: "only (or, writing, for) the project `NAME`; \"all\" for every project (default: from the git remote)"},
			&cli.StringFlag{Name: "format", Value: "text", Usage: "print `text` or json"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no talk on stderr, no progress"},
			&cli.BoolFlag{Name: "timings", Usage: "show on stderr what each stage took, in milliseconds; with --format json as timings in the result"},
			&cli.BoolFlag{Name: "no-color", Usage: "no colours (also: NO_COLOR, a pipe)"},
		},
		Before: func(c *cli.Context) error {
			if f := c.String("format"); f != "text" && f != "json" && c.Args().First() != "gate" && c.Args().First() != "check" {
				return usageError{fmt.Errorf("--format %s: want text or json", f)}
			}
			s.measure(c)
			return nil
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usageError{fmt.Errorf("unknown command %q; memory --help lists them%s", c.Args().First(), nearest(c))}
			}
			return cli.ShowAppHelp(c)
		},
	}
	for _, b := range of {
		app.Commands = append(app.Commands, watched(s, b))
	}
	globals := ""
	if help {
		globals = globalHelp(app.Flags)
	}
	prepare(app.Commands, globals)
	return app
}

// globalHelp lists the flags that every command takes, for the help of each. The library shows them at the top only.
func globalHelp(flags []cli.Flag) string {
	var b strings.Builder
	b.WriteString("\nGLOBAL OPTIONS:\n")
	for _, f := range flags {
		fmt.Fprintf(&b, "   %s\n", f)
	}
	return b.String()
}

// prepare gives every command what all share: usage errors that print no help on stdout, and a refusal of words it does not take.
func prepare(commands []*cli.Command, globals string) {
	for _, c := range commands {
		c.OnUsageError = usage
		c.HideHelpCommand = true
		if len(c.Subcommands) > 0 {
			c.CustomHelpTemplate = cli.SubcommandHelpTemplate + globals
			prepare(c.Subcommands, globals)
			if c.Action == nil {
				c.Action = func(ctx *cli.Context) error {
					if ctx.NArg() > 0 {
						return usageError{fmt.Errorf("%s has no command %q; memory %s --help lists them", c.Name, ctx.Args().First(), c.Name)}
					}
					return usageError{fmt.Errorf("%s needs a command: %s", c.Name, names(c.Subcommands))}
				}
			}
			continue
		}
		c.CustomHelpTemplate = cli.CommandHelpTemplate + globals
		if c.ArgsUsage == "" {
			inner := c.Action
			c.Action = func(ctx *cli.Context) error {
				if ctx.NArg() > 0 {
					return usageError{fmt.Errorf("%s takes no argument %q", c.HelpName, ctx.Args().First())}
				}
				return inner(ctx)
			}
		}
	}
}

// names lists commands for a sentence.
func names(commands []*cli.Command) string {
	var list []string
	for _, c := range commands {
		if !c.Hidden {
			list = append(list, c.Name)
		}
	}
	return strings.Join(list, ", ")
}

// usage keeps the library from printing help on standard output.
func usage(_ *cli.Context, err error, _ bool) error { return usageError{err} }

// open opens the store that the command line, the environment and the working directory point at. create makes it first where it
// is missing, as writing commands do.
func open(c *cli.Context, s *streams, create bool) (*hub.Hub, error) {
	return openBy(c, s, create, hub.Options{})
}

// openToSearch is open for what searches at once.
func openToSearch(c *cli.Context, s *streams) (*hub.Hub, error) {
	return openBy(c, s, false, hub.Options{Ahead: true})
}

// openLenient is open for the commands that tell what is wrong with the settings: such an error does not stop them.
func openLenient(c *cli.Context, s *streams, create bool) (*hub.Hub, error) {
	return openBy(c, s, create, hub.Options{Lenient: true})
}

// openWork is open for what a hook or a command left behind.
func openWork(c *cli.Context, s *streams) (*hub.Hub, error) {
	var o hub.Options
	if c.Bool("with-user") {
		var err error
		if o.Place, err = hub.Beside(c.String("store"), s.home); err != nil {
			return nil, err
		}
	}
	return openBy(c, s, false, o)
}

func openBy(c *cli.Context, s *streams, create bool, o hub.Options) (*hub.Hub, error) {
	defer stopwatch.On(c.Context, stopwatch.Settings)()
	place, err := o.Place, error(nil)
	if place.Dir == "" {
		place, err = hub.Locate(c.String("store"), s.cwd, s.home, s.getenv)
	}
	if err != nil {
		return nil, err
	}
	if !place.Exists {
		if !create {
			return nil, fmt.Errorf("%w at %s; make one with: memory init", hub.ErrNoStore, place.Dir)
		}
		if err := s.create(c, place.Dir); err != nil {
			return nil, err
		}
		s.say(c, "made a new store at %s", place.Dir)
	}
	o.Place, o.Project, o.CWD, o.Home, o.Getenv, o.Now, o.Trust = place, c.String("project"), s.cwd, s.home, s.getenv, s.now, s.book()
	o.Waits = func() { s.sayWaiting(c) }
	h, err := hub.Open(c.Context, o)
	if err == nil && create && h.Unclaimed() { // settings written by hand were there before the first item
		err = errors.Join(s.create(c, place.Dir), h.Close())
		if err == nil {
			h, err = hub.Open(c.Context, o)
		}
	}
	if err == nil && len(h.Shut) > 0 {
		s.say(c, "%s in %s may not be read by this user and is left out; memory doctor says more", strings.Join(h.Shut, ", "), h.Dir)
	}
	if err == nil && !o.Lenient {
		s.opened = h
	}
	return h, err
}

// sayWaiting tells a person why nothing comes; a program's stderr stays empty.
func (s *streams) sayWaiting(c *cli.Context) {
	if s.errTTY {
		s.say(c, "another process is building the index of this store; waiting for it")
	}
}

// say talks on stderr unless --quiet.
func (s *streams) say(c *cli.Context, format string, args ...any) {
	if !c.Bool("quiet") {
		fmt.Fprintf(s.err, "memory: %s\n", clean(fmt.Sprintf(format, args...)))
	}
}

// print shows one result: as JSON, or by text.
func (s *streams) print(c *cli.Context, result any, text func(w io.Writer)) error {
	if !s.timesJSON(c) {
		return s.write(s.out, c, result, text)
	}
	var page bytes.Buffer
	if err := s.write(&page, c, result, text); err != nil {
		return err
	}
	return s.emit(c, page.Bytes())
}

// write is print to somewhere else.
func (s *streams) write(w io.Writer, c *cli.Context, result any, text func(w io.Writer)) error {
	defer stopwatch.On(c.Context, stopwatch.Print)()
	if c.String("format") != "json" {
		text(w)
		return nil
	}
	return writeSafeJSON(w, result)
}
