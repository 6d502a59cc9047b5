package gitrepo

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/project"
)

// maxConfig bounds a configuration that is read here, in bytes.
const maxConfig = 64 << 10

// nameInFiles reads user.name as git would say it, without a process, where nobody can read it otherwise: the user's own files set it in plain
// words, or do not set it and the system's file is known, and neither these include others nor does the repository around dir speak of it.
// Anything else is git's to say. The system's file comes before the user's, so that it changes nothing where these have a name.
func nameInFiles(dir, home string) (name string, sure bool) {
	if runtime.GOOS == "windows" || home == "" || hasConfigVariable() || repositoryNames(dir) {
		return "", false
	}
	shared := os.Getenv("XDG_CONFIG_HOME")
	if shared == "" {
		shared = filepath.Join(home, ".config")
	}
	if name, sure = lastName(filepath.Join(shared, "git", "config"), filepath.Join(home, ".gitconfig")); name != "" || !sure {
		return name, sure
	}
	if system := systemConfig(); system != "" {
		return lastName(system)
	}
	return "", false
}

// lastName is what the last of some files that sets user.name says, "" where none does.
func lastName(files ...string) (name string, sure bool) {
	for _, file := range files {
		text, err := plainfile.Read(file, maxConfig)
		switch {
		case os.IsNotExist(err):
			continue
		case err != nil:
			return "", false
		}
		said, plain := plainUserName(string(text))
		if !plain {
			return "", false
		}
		if said != "" {
			name = said
		}
	}
	return name, true
}

// distributed is where distributions of Linux put git. Built for /usr, git has its system's file in /etc by its own makefile; elsewhere, and on
// other systems, only git knows where it lies.
const distributed = "/usr/bin/git"

// systemConfig is the configuration of the whole system, "" where only git knows it. A script in git's place may set anything.
func systemConfig() string {
	if runtime.GOOS != "linux" {
		return ""
	}
	if git, err := exec.LookPath("git"); err != nil || git != distributed {
		return ""
	}
	f, err := plainfile.Open(distributed)
	if err != nil {
		return ""
	}
	defer f.Close()
	var magic [4]byte
	if _, err := io.ReadFull(f, magic[:]); err != nil || string(magic[:]) != "\x7fELF" {
		return ""
	}
	return "/etc/gitconfig"
}

// hasConfigVariable reports whether the environment says where configuration lies, or holds some.
func hasConfigVariable() bool {
	for _, v := range os.Environ() {
		if strings.HasPrefix(v, "GIT_CONFIG") {
			return true
		}
	}
	return false
}

// repositoryNames reports whether the configuration of the repository around dir may set the name, itself or in another file.
func repositoryNames(dir string) bool {
	file := project.ConfigFile(dir)
	if file == "" {
		return false
	}
	text, err := plainfile.Read(file, maxConfig)
	if err != nil {
		return !os.IsNotExist(err)
	}
	lower := strings.ToLower(string(text))
	return strings.Contains(lower, "[user") || strings.Contains(lower, "[include") || strings.Contains(lower, "worktreeconfig")
}

// plainUserName reads user.name out of a configuration; the last one counts, "" where none is set. plain is false for a text that holds
// anything beyond headers, comments and values on one line, or where the name is more than words.
func plainUserName(text string) (name string, plain bool) {
	if strings.ContainsAny(text, "\r\x00") {
		return "", false
	}
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "", line[0] == '#', line[0] == ';':
			continue
		case strings.HasSuffix(line, `\`):
			return "", false
		case line[0] == '[':
			header := strings.TrimSuffix(line, "]")
			if section = strings.ToLower(header[1:]); header == line || strings.ContainsAny(section, `\[]#;`) || strings.HasPrefix(section, "include") || !isSection(section) {
				return "", false
			}
			continue
		}
		key, value, set := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if section == "" || !isName(key) {
			return "", false
		}
		if section != "user" || key != "name" {
			if strings.Count(value, `"`)%2 != 0 || strings.Contains(value, `\`) {
				return "", false // git may read further than this line
			}
			continue
		}
		if name = strings.TrimSpace(value); !set || !isPlainWords(name) {
			return "", false
		}
	}
	return name, true
}

// isSection takes name and name "sub".
func isSection(section string) bool {
	name, sub, there := strings.Cut(section, ` "`)
	return isName(name) && (!there || strings.HasSuffix(sub, `"`) && strings.Count(sub, `"`) == 1)
}

func isName(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// isPlainWords reports a value that git takes as it stands.
func isPlainWords(s string) bool {
	return s != "" && !strings.ContainsAny(s, "\"\\#;\t\v\f") && !strings.Contains(s, "  ")
}
