package adapters

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/factline/memory/splice"
)

// fill puts this machine's words into a value.
func (m *Machine) fill(v any) any {
	switch v := v.(type) {
	case splice.Object:
		out := make(splice.Object, len(v))
		for i, member := range v {
			out[i] = splice.Member{Key: member.Key, Value: m.fill(member.Value)}
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = m.fill(e)
		}
		return out
	case string:
		return strings.NewReplacer("{memory}", m.Binary, "{command}", m.shell(m.Binary), "{powershell}", m.powershell(m.Binary), "{project}", m.Project, "{home}", m.Home).Replace(v)
	}
	return v
}

// shell quotes a path for the shell that agents run commands with. Double quotes are the one form that sh, PowerShell's call through cmd
// and cmd itself agree on.
func (m *Machine) shell(path string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:@%,="
	if strings.Trim(path, plain) == "" {
		return path
	}
	if m.GOOS == "windows" {
		return `"` + path + `"`
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(path) + `"`
}

// powershell calls a path; a quoted one needs the call operator.
func (m *Machine) powershell(path string) string {
	if quoted := "\"" + strings.ReplaceAll(path, "\"", "`\"") + "\""; m.shell(path) != path {
		return "& " + quoted
	}
	return path
}

// texts are the strings in a value, as the table or a decoder gives it.
func texts(v any) (out []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case splice.Object:
		for _, m := range v {
			out = append(out, texts(m.Value)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, texts(v[key])...)
		}
	case []any:
		for _, e := range v {
			out = append(out, texts(e)...)
		}
	}
	return out
}

// hookEvent is EVENT of a command "... hook EVENT --agent NAME"; "" for any other text.
func hookEvent(command string) string {
	_, rest, ok := strings.Cut(command, " hook ")
	if event, _, named := strings.Cut(rest, " --agent "); ok && named && !strings.Contains(event, " ") {
		return event
	}
	return ""
}

// mine tells our entries from others of the same place by what they start, wherever the binary was when they were written. names are those
// that it went by then, where it was not called memory.
func mine(agent string, e Entry, names []string) func(any) bool {
	event, isHook := e.event()
	switch want := e.Value.(type) {
	case string: // a file to read
		return func(got any) bool {
			s, ok := got.(string)
			return ok && base(s) == base(want)
		}
	case splice.Object, []any:
		if !isHook {
			return func(got any) bool {
				ours := func(s string) bool { return isMemory(s) || slices.Contains(names, base(s)) }
				return slices.Contains(texts(got), "mcp") && slices.ContainsFunc(texts(got), ours)
			}
		}
		if e.Key != "" {
			event = "" // a bundle of several events
		}
		return func(got any) bool { return isHookOf(commands(got), event, agent) }
	}
	return func(got any) bool { return fmt.Sprint(got) == fmt.Sprint(e.Value) }
}

// isHookOf reports commands that all are this hook, or any hook where event is empty: a group that also starts something else is not ours to take.
func isHookOf(commands []string, event, agent string) bool {
	for _, c := range commands {
		if hookEvent(c) == "" || event != "" && hookEvent(c) != event || !strings.HasSuffix(c, " --agent "+agent) {
			return false
		}
	}
	return len(commands) > 0
}

// commands are the command lines of a hook entry.
func commands(v any) (out []string) {
	switch v := v.(type) {
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if s, ok := v[key].(string); ok && (key == "command" || key == "bash" || key == "powershell") {
				out = append(out, s)
			} else {
				out = append(out, commands(v[key])...)
			}
		}
	case []any:
		for _, e := range v {
			out = append(out, commands(e)...)
		}
	}
	return out
}

func base(p string) string { return path.Base(strings.ReplaceAll(p, `\`, "/")) }

// isMemory reports a path of this program, whatever its directory.
func isMemory(s string) bool { return base(s) == "memory" || base(s) == "memory.exe" }
