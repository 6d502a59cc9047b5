package main

import (
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
)

// version is the module version that Go stamped into the binary, or devel.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "devel"
}

func versionCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version of memory, of Go and of the formats it reads",
		Description: "    memory version\n    memory version --format json",
		Action: func(c *cli.Context) error {
			v := struct {
				Version string `json:"version"`
				Go      string `json:"go"`
				OS      string `json:"os"`
				Arch    string `json:"arch"`
				Schema  int    `json:"item_schema"`
			}{version(), runtime.Version(), runtime.GOOS, runtime.GOARCH, 1}
			return s.print(c, v, func(w io.Writer) {
				fmt.Fprintf(w, "memory %s (%s, %s/%s), item schema %d\n", v.Version, v.Go, v.OS, v.Arch, v.Schema)
			})
		},
	}
}

func completionCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for bash, zsh, fish or powershell",
		ArgsUsage: "SHELL",
		Description: "Load it once for this shell, or from its start-up file:\n\n" +
			"    source <(memory completion bash)\n    memory completion fish | source",
		Action: func(c *cli.Context) error {
			script, err := completionScript(c)
			if err != nil {
				return err
			}
			return s.print(c, map[string]string{"shell": c.Args().First(), "script": script}, func(w io.Writer) { fmt.Fprint(w, script) })
		},
	}
}
