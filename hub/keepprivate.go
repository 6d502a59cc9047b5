package hub

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/project"
)

// A store that came by a branch need not have its .gitignore, and what is private lies in it as soon as it is used: the next "git add -A" would
// commit a transcript. So this clone is told to ignore it, in the file of git's that no branch carries. Nothing that others have changes by it, and no file
// lies in the way of one that a later pull brings.

// keepPrivate sees to it that git ignores the private parts of a store before anything is written there. Where a .gitignore of the store
// takes them in again, its lines are added there. What cannot be done is told by doctor, and never keeps an event out of the store.
func keepPrivate(ctx context.Context, dir, home string) {
	if text, err := plainfile.Read(filepath.Join(dir, ".gitignore"), plainfile.MaxText); err == nil && ignores(string(text), "/") {
		return
	}
	if _, err := os.Lstat(dir); err != nil {
		return
	}
	repo, err := gitrepo.At(dir, home)
	if err != nil {
		return // no repository, nothing to be committed
	}
	at := gitrepo.Pattern(repo.Prefix)
	shared := filepath.Join(filepath.Dir(project.ConfigFile(dir)), "info", "exclude")
	if text, err := plainfile.Read(shared, plainfile.MaxText); err == nil && ignores(string(text), at) && !takesIn(dir) {
		return
	}
	if open, err := unignored(ctx, repo); err != nil || len(open) == 0 {
		return
	}
	if err := repo.Exclude(ctx, "private parts of the memory store", ignoredLines(at)...); err != nil {
		return
	}
	if open, err := unignored(ctx, repo); err == nil && len(open) > 0 {
		_, _ = addIgnored(dir)
	}
}

// ignoredLines are the patterns of what belongs in no commit, for an ignore file that lies where at leads to the store.
func ignoredLines(at string) (lines []string) {
	for line := range strings.Lines(ignored) {
		switch line = strings.TrimSpace(line); {
		case strings.HasPrefix(line, "#"):
		case strings.HasPrefix(line, "/"):
			lines = append(lines, at+line[1:])
		default:
			lines = append(lines, strings.TrimSuffix(at, "/")+"/**/"+line)
		}
	}
	return lines
}

// ignores reports whether an ignore file has all of ignored, behind whatever it takes in again.
func ignores(text, at string) bool {
	if last := strings.LastIndex("\n"+text, "\n!"); last >= 0 {
		text = text[last:]
	}
	return len(lacking(text, at)) == 0
}

// lacking lists the patterns of ignored that an ignore file does not have.
func lacking(text, at string) []string {
	have := map[string]bool{}
	for line := range strings.Lines(text) {
		have[bare(line)] = true
	}
	return slices.DeleteFunc(ignoredLines(at), func(line string) bool {
		return have[bare(line)] || at == "/" && have[bare(strings.TrimPrefix(line, "/**/"))]
	})
}

// bare drops what makes no difference here: an older version wrote directories with a closing slash.
func bare(line string) string { return strings.Trim(strings.TrimSpace(line), "/") }

// takesIn reports whether the store's own .gitignore says of anything that git should not ignore it.
func takesIn(dir string) bool {
	text, err := plainfile.Read(filepath.Join(dir, ".gitignore"), plainfile.MaxText)
	return err == nil && strings.Contains("\n"+string(text), "\n!")
}
