package main

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// arrange sorts a command line the way the library wants it: global flags first, then the command's words, its flags, and its
// arguments last. The library takes a flag behind an argument silently for an argument; people write them there. What stands
// behind "--" is never touched, and a flag that nobody knows stays with the command so that the library can refuse it. Who asks for help
// gets that of the command, whatever stands beside it: the library takes an argument there for the name of a command.
func arrange(app *cli.App, args []string) []string {
	if len(args) < 2 || args[len(args)-1] == "--generate-bash-completion" {
		return args
	}
	switch args[1] { // what people type first at a new program
	case "--version", "-v":
		args = slices.Concat(args[:1], []string{"version"}, args[2:])
	case "help":
		args = slices.Concat(args[:1], args[2:], []string{"--help"})
	}
	var globals, path, flags, rest []string
	known := app.Commands
	var own []cli.Flag
	words, help := true, false // still reading command names; asked for help
	for i := 1; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			rest = append(rest, args[i+1:]...)
			break
		}
		if len(arg) > 1 && arg[0] == '-' {
			name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
			to := &flags
			flag := find(own, name)
			if flag == nil && (name == "help" || name == "h") {
				help = true
				continue
			}
			if flag == nil {
				if flag = find(app.Flags, name); flag != nil {
					to = &globals
				}
			}
			*to = append(*to, arg)
			if flag != nil && !hasValue && takesValue(flag) && i+1 < len(args) {
				i++
				*to = append(*to, args[i])
			}
			continue
		}
		if cmd := command(known, arg); words && cmd != nil {
			path = append(path, arg)
			known, own = cmd.Subcommands, cmd.Flags
			words = len(known) > 0
			continue
		}
		words = false
		rest = append(rest, arg)
	}
	if help && (len(path) > 0 || len(rest) == 0) { // of an unknown command there is none: its name is refused
		flags, rest = []string{"--help"}, nil
	}
	sorted := slices.Concat(args[:1], globals, path, flags)
	if len(rest) == 0 {
		return sorted
	}
	if len(path) == 0 { // an unknown command: the app's own action names it
		return append(sorted, rest...)
	}
	return append(append(sorted, "--"), rest...)
}

func command(in []*cli.Command, name string) *cli.Command {
	for _, c := range in {
		if c.HasName(name) {
			return c
		}
	}
	return nil
}

func find(in []cli.Flag, name string) cli.Flag {
	for _, f := range in {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	return nil
}

func takesValue(f cli.Flag) bool {
	_, isBool := f.(*cli.BoolFlag)
	return !isBool
}
