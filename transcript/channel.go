package transcript

import (
	"strings"
)

// toolChannel says where the words of a tool's result come from, judged by the tool's name and what it was asked to do.
func toolChannel(name string, input value) Channel {
	n := strings.ToLower(name)
	if cmd := shellCommand(n, input); cmd != "" {
		return commandChannel(cmd)
	}
	mcp := strings.HasPrefix(n, "mcp__") || strings.HasPrefix(n, "mcp_")
	if mcp {
		if i := strings.LastIndex(n, "__"); i > 4 {
			if server := n[5:max(i, 5)]; isWebWord(server) {
				return FromWeb
			}
			n = n[i+2:]
		}
	}
	switch strings.NewReplacer("_", "", "-", "", " ", "").Replace(n) {
	case "webfetch", "websearch", "fetch", "fetchurl", "urlfetch", "webfetchtool", "googlewebsearch", "searchweb", "browser", "browseraction",
		"readurlcontent", "fetchwebpage", "openurl", "visitwebpage", "websearchpreview", "websearchcall", "opensimplebrowser",
		"viewcontentchunk", "exasearch", "perplexitysearch", "fetchcontent", "geturl", "httprequest", "toolwebsearch":
		return FromWeb
	case "read", "readfile", "readfiles", "readmanyfiles", "view", "viewfile", "viewfileoutline", "viewcodeitem", "cat", "notebookread",
		"fsread", "openfile", "readtextfile", "readmediafile", "viewimage", "readmultiplefiles", "getfilecontents", "loadfile",
		"readlintfile", "readnotebook", "fileread":
		return FromFile
	case "askuserquestion", "requestuserinput", "askfollowupquestion", "askuser": // the host's question dialog
		if !mcp { // a server may give its tools any name
			return FromUser
		}
	case "strreplaceeditor", "strreplacebasededittool", "texteditor":
		if input.get("command").is("view") {
			return FromFile
		}
		return FromTool
	}
	if isWebWord(n) && (mcp || strings.HasPrefix(n, "browser") || strings.HasPrefix(n, "web")) {
		return FromWeb
	}
	return FromTool
}

// isWebWord reports whether one of the words of a tool or server name speaks of the network.
func isWebWord(name string) bool {
	for _, w := range strings.FieldsFunc(name, func(c rune) bool { return c == '_' || c == '-' || c == '.' || c == ' ' || c == ':' }) {
		switch w {
		case "web", "fetch", "browser", "browse", "url", "http", "https", "crawl", "scrape", "playwright", "puppeteer", "chrome", "firecrawl",
			"tavily", "brave", "exa", "perplexity", "context7", "deepwiki", "navigate", "websearch", "webfetch", "selenium", "brightdata":
			return true
		}
	}
	return false
}

// isShellName reports whether a tool of this (lower case) name runs a command line.
func isShellName(n string) bool {
	for _, w := range []string{"bash", "shell", "exec", "terminal", "powershell", "run_command", "runcommand", "cmd", "run_in_terminal", "command", "pty"} {
		if strings.Contains(n, w) {
			return true
		}
	}
	return false
}

// shellCommand returns the command line that a tool of this (lower case) name was asked to run; empty when it runs none.
func shellCommand(n string, input value) string {
	cmd := input.any("command", "cmd", "CommandLine", "commandLine", "script", "commands")
	if !cmd.ok() || !isShellName(n) && (input.has("path") || input.has("file_path") || cmd.is("view")) {
		return ""
	}
	if !isShellName(n) && !input.has("command") && !input.has("cmd") {
		return ""
	}
	if cmd.isString() {
		s := cmd.str()
		if strings.HasPrefix(s, "[") {
			if list := cmd.inner(); list.isArray() {
				return joinCommand(list)
			}
		}
		return s
	}
	return joinCommand(cmd)
}

// joinCommand renders an argument list; of ["bash", "-lc", script] only the script is kept.
func joinCommand(list value) string {
	var words []string
	for w := range list.elems() {
		words = append(words, w.str())
	}
	if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[1], "c") {
		return words[2]
	}
	return strings.Join(words, " ")
}

// commandChannel judges a command line: what it prints came from the network if any step of it talks to the network, from a file
// if its first real step only shows files.
func commandChannel(cmd string) Channel {
	if len(cmd) > 16<<10 { // heredocs: the commands stand at the front
		cmd = cmd[:16<<10]
	}
	channel := FromTool
	first := true
	for step := range strings.FieldsFuncSeq(cmd, func(c rune) bool { return c == '|' || c == ';' || c == '&' || c == '\n' || c == '(' || c == '`' }) {
		words := strings.Fields(step)
		for len(words) > 0 && (strings.Contains(words[0], "=") || isPrefixWord(words[0])) {
			words = words[1:]
		}
		if len(words) == 0 {
			continue
		}
		name := words[0]
		if i := strings.LastIndexAny(name, `/\`); i >= 0 {
			name = name[i+1:]
		}
		switch strings.ToLower(strings.TrimSuffix(name, ".exe")) {
		case "curl", "wget", "http", "https", "xh", "lynx", "w3m", "links", "invoke-webrequest", "invoke-restmethod", "iwr", "irm", "aria2c":
			return FromWeb
		case "gh", "glab":
			if len(words) > 1 && (words[1] == "api" || len(words) > 2 && (words[2] == "view" || words[2] == "list" || words[2] == "diff") ||
				words[1] == "search") {
				return FromWeb
			}
		case "cd", "pushd", "set", "export", "source", "echo":
			continue
		case "cat", "head", "tail", "less", "more", "bat", "nl", "get-content", "gc", "type", "xxd", "hexdump":
			if first && !strings.Contains(step, "<<") && !strings.Contains(step, ">") {
				channel = FromFile
			}
		case "sed":
			if first && len(words) > 1 && words[1] == "-n" {
				channel = FromFile
			}
		}
		first = false
	}
	return channel
}

func isPrefixWord(w string) bool {
	switch w {
	case "sudo", "env", "time", "nohup", "command", "exec", "timeout", "$", "if", "then", "do", "!", "{", "powershell", "-NoProfile", "-Command":
		return true
	}
	return false
}
