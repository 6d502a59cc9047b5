package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/factline/memory/config"
	"github.com/urfave/cli/v2"
)

func configCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name: "config", Usage: "show the settings that hold here and where each comes from",
		Description: "They are set in config.yaml of the store, and in that of ~/.memory for every store; docs/config.md explains each.\n\n    memory config\n    memory config --format json",
		Action: func(c *cli.Context) error {
			h, err := openLenient(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			if wrong := h.SettingsError(); wrong != nil {
				s.say(c, "%v; what follows holds without this file", wrong)
			}
			settings := h.Settings()
			return s.print(c, map[string]any{"file": filepath.Join(h.Dir, config.FileName), "settings": settings}, func(w io.Writer) {
				for _, set := range settings {
					fmt.Fprintf(w, "%-20s %-32s %s\n", set.Key, dash(set.Value), set.From)
				}
			})
		},
	}
}
