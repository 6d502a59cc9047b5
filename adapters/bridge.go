package adapters

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
)

// Bridges are files of ours that an agent loads or runs, for agents whose hooks are no entries of a configuration. The program's path is
// filled in when they are written, so a moved program makes them stale and repair mends them.

//go:embed bridge/opencode.js
var openCodePlugin string

// executable is the mode of a bridge that an agent starts itself.
const executable fs.FileMode = 0o755

// bridge is a file of ours that handles events of an agent.
func bridge(scope Scope, path, text string, events ...string) File {
	return File{Scope: scope, Part: Hooks, Path: path, Whole: text, Fill: true, Handles: events}
}

// scripts are one executable file an event, named after it. Windows has no such files.
func scripts(agent string, scope Scope, dir string, hooks []hook) (files []File) {
	for _, h := range hooks {
		text := fmt.Sprintf("#!/bin/sh\n# Factline: hands this event to the memory. Written by memory adapter install %s.\nexec %s\n", agent, line(agent, h.event))
		f := bridge(scope, dir+"/"+h.event, text, h.event)
		f.Mode = executable
		files = append(files, f)
	}
	return files
}

// filled puts this machine's words into a file of ours that asks for them: {quoted} is the program's path as a string of JavaScript.
func (m *Machine) filled(f File) File {
	if f.Fill {
		f.form = f.Whole
		quoted, _ := json.Marshal(m.Binary) // never fails for a string
		f.Whole = m.fill(strings.ReplaceAll(f.Whole, "{quoted}", string(quoted))).(string)
	}
	return f
}

// wrote reports bytes that some install of this program wrote as the file, for a program at another place.
func (f File) wrote(src []byte) bool {
	for _, word := range []string{"{quoted}", "{command}"} {
		if before, after, ok := strings.Cut(f.form, word); ok {
			middle, head := strings.CutPrefix(string(src), before)
			middle, tail := strings.CutSuffix(middle, after)
			return head && tail && middle != "" && !strings.Contains(middle, "\n")
		}
	}
	return false
}
