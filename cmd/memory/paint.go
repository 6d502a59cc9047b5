package main

import "github.com/urfave/cli/v2"

// paint colours text on a terminal; its zero value leaves text as it is.
type paint struct{ on bool }

// paint is on for a person at a terminal who does not say no, by --no-color, NO_COLOR or a dumb terminal.
func (s *streams) paint(c *cli.Context) paint {
	return paint{s.outTTY && !c.Bool("no-color") && s.getenv("NO_COLOR") == "" && s.getenv("TERM") != "dumb"}
}

func (p paint) sgr(code, text string) string {
	if !p.on {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p paint) bold(text string) string   { return p.sgr("1", text) }
func (p paint) dim(text string) string    { return p.sgr("2", text) }
func (p paint) red(text string) string    { return p.sgr("31", text) }
func (p paint) green(text string) string  { return p.sgr("32", text) }
func (p paint) yellow(text string) string { return p.sgr("33", text) }
