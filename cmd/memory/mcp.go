package main

import (
	"context"
	"fmt"

	"github.com/factline/memory/server/mcp"
	"github.com/urfave/cli/v2"
)

// agentCommands are what agents start, and not people.
func agentCommands() []branch { return []branch{{"mcp", mcpCommand}} }

func mcpCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "mcp",
		Usage: "serve the memory to an agent by the Model Context Protocol, on standard input and output",
		Description: "An agent starts this by itself; docs/mcp.md says how to connect one and lists the tools. It serves the store of the agent's\n" +
			"directory, whatever it is started in, until its input ends.\n\n" +
			"    memory mcp\n    memory mcp --tools core\n    memory mcp --tools all --store ~/.memory",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "agent", Usage: "the `NAME` of the agent that starts it, for one whose client does not give its own"},
			&cli.StringFlag{Name: "tools", Value: string(mcp.Default), Usage: "offer the `SET` default (four tools, which is all that most need), core or all; every tool costs the agent tokens in every turn"},
		},
		Action: func(c *cli.Context) error {
			set, ok := mcp.ParseSet(c.String("tools"))
			if !ok {
				return usageError{fmt.Errorf("--tools %s: want default, core or all", c.String("tools"))}
			}
			if s.guard != nil {
				s.guard()
			}
			longWork(s)
			return mcp.Serve(c.Context, mcp.Options{
				Store: c.String("store"), Project: c.String("project"), CWD: s.cwd, Where: s.where, Home: s.home, Getenv: s.getenv, Now: s.now,
				Trust: s.book(), Make: func(_ context.Context, dir string) error { return s.create(c, dir) },
				Version: version(), Tools: set, Agent: c.String("agent"), In: s.in, Out: s.out,
			})
		},
	}
}
