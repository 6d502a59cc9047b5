package adapters

import "github.com/factline/memory/splice"

// The words of the table. An agent's description is put together from these.

type object = splice.Object

// member is one key with its value.
func member(key string, value any) splice.Member { return splice.Member{Key: key, Value: value} }

// stdio is the server as most agents write it.
func stdio() object {
	return object{member("command", "{memory}"), member("args", []any{"mcp"})}
}

// typed is the server with its kind in front.
func typed(kind string) object { return append(object{member("type", kind)}, stdio()...) }

// server is a file in which the server stands at container.factline.
func server(scope Scope, path string, value object, container ...string) File {
	return File{Scope: scope, Part: MCP, Path: path, Format: splice.JSON, Entries: []Entry{{Path: container, Key: ServerName, Value: value}}}
}

// hook is one event and, for events of tools, which of them it is for.
type hook struct{ event, matcher string }

// events makes hooks without a matcher.
func events(names ...string) (hooks []hook) {
	for _, n := range names {
		hooks = append(hooks, hook{event: n})
	}
	return hooks
}

// seconds is the time limit that is asked of the agent. The hook itself ends long before.
const seconds = 10

// grouped is the shape of Claude Code, which many agents took over: an event holds groups, each with a matcher and commands.
// perSecond is the unit of the time limit: 1 or 1000.
func grouped(agent string, scope Scope, path string, perSecond int, hooks []hook) File {
	f := File{Scope: scope, Part: Hooks, Path: path, Format: splice.JSON}
	for _, h := range hooks {
		run := object{member("type", "command"), member("command", line(agent, h.event)), member("timeout", seconds*perSecond)}
		var group object
		if h.matcher != "" {
			group = object{member("matcher", h.matcher)}
		}
		group = append(group, member("hooks", []any{run}))
		f.Entries = append(f.Entries, Entry{Path: []string{"hooks", h.event}, Value: group})
	}
	return f
}

// eventFiles are the two places where Droid reads hooks: a file of their own, keyed by event, and where that is missing the settings, in the
// shape of Claude Code. The file is not made for ours alone: it would switch off what the person keeps in the settings.
func eventFiles(agent string, scope Scope, dir string, hooks []hook) []File {
	settings := grouped(agent, scope, dir+"/settings.json", 1, hooks)
	settings.Unless = dir + "/hooks.json"
	own := grouped(agent, scope, dir+"/hooks.json", 1, hooks)
	own.Needs = own.Path
	for i := range own.Entries {
		own.Entries[i].Path = own.Entries[i].Path[1:]
	}
	return []File{settings, own}
}

// flat is the shape of Cursor: an event holds commands, and the file a version.
func flat(agent string, scope Scope, path string, hooks []hook) File {
	f := File{Scope: scope, Part: Hooks, Path: path, Format: splice.JSON, Entries: []Entry{{Key: "version", Value: 1, Frame: true}}}
	for _, h := range hooks {
		f.Entries = append(f.Entries, Entry{Path: []string{"hooks", h.event}, Value: object{member("command", line(agent, h.event))}})
	}
	return f
}

// twoShells is the shape of Copilot: as flat, with a command line for each kind of shell.
func twoShells(agent string, scope Scope, path string, hooks []hook) File {
	f := flat(agent, scope, path, hooks)
	for i, h := range hooks {
		f.Entries[i+1].Value = object{
			member("type", "command"), member("bash", line(agent, h.event)),
			member("powershell", "{powershell} hook "+h.event+" --agent "+agent), member("timeoutSec", seconds),
		}
	}
	return f
}

// silent is the shape of Windsurf: as flat, without a version, and what the command prints is not shown.
func silent(agent string, scope Scope, path string, hooks []hook) File {
	f := flat(agent, scope, path, hooks)
	f.Entries = f.Entries[1:]
	for i := range f.Entries {
		f.Entries[i].Value = append(f.Entries[i].Value.(object), member("show_output", false))
	}
	return f
}

// triggers is the shape of Kiro: one list of all hooks, each with its trigger.
func triggers(agent string, scope Scope, path string, hooks []hook) File {
	f := File{Scope: scope, Part: Hooks, Path: path, Format: splice.JSON, Entries: []Entry{{Key: "version", Value: "v1", Frame: true}}}
	for _, h := range hooks {
		action := object{member("type", "command"), member("command", line(agent, h.event))}
		f.Entries = append(f.Entries, Entry{Path: []string{"hooks"}, Value: object{
			member("name", ServerName+" "+h.event), member("trigger", h.event), member("action", action), member("timeout", seconds), member("enabled", true),
		}})
	}
	return f
}

// line is the command of one hook.
func line(agent, event string) string { return "{command} hook " + event + " --agent " + agent }
