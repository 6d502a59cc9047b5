package hub

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
)

// Merged says how the working tree stands to what was merged upstream: which of its files are there, so that nothing is lost where git takes the
// merged ones, and which are not. git itself pulls over neither.
type Merged struct {
	Upstream string       `json:"upstream"`          // branch
	Paths    []string     `json:"paths"`             // merged, from the top
	Left     []LeftBehind `json:"left"`              // in the way of a pull, and nowhere else
	Command  string       `json:"command,omitempty"` // for a person: makes git take the merged ones, and pulls
}

// LeftBehind is a file that upstream has in another form.
type LeftBehind struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// ErrNoUpstream says that no branch is known which a pull would bring.
var ErrNoUpstream = errors.New("no branch of a remote is known here: git fetch first, or git branch --set-upstream-to=origin/main")

// MergedUpstream compares the store's files in the working tree with the branch that a pull brings, as it was fetched last. It changes nothing.
func (h *Hub) MergedUpstream(ctx context.Context) (Merged, error) {
	m := Merged{Paths: []string{}, Left: []LeftBehind{}}
	repo, err := gitrepo.Open(ctx, h.Dir, h.home)
	if err != nil {
		return m, outsideRepository(err)
	}
	head, err := repo.Commit(ctx, "HEAD")
	if err != nil {
		return m, err
	}
	if m.Upstream, err = pulled(ctx, repo); err != nil {
		return m, err
	}
	paths, err := repo.Changed(ctx, head, prefixed(repo.Prefix, items.ItemsDir, items.ReviewDir, ".gitignore", ".gitattributes")...)
	if err != nil {
		return m, err
	}
	blob := func(commit, path string) ([]byte, bool) {
		if commit == "" {
			return nil, false
		}
		text, err := repo.Blob(ctx, commit+":"+path)
		return text, err == nil
	}
	for _, p := range paths {
		mine, err := plainfile.Read(filepath.Join(repo.Top, filepath.FromSlash(p)), plainfile.MaxText)
		if errors.Is(err, os.ErrNotExist) {
			continue // git brings one back, or has none either
		} else if err != nil {
			return m, err
		}
		was, had := blob(head, p)
		theirs, have := blob(m.Upstream, p)
		switch {
		case had == have && slices.Equal(was, theirs): // a pull does not touch it
		case !have:
			m.Left = append(m.Left, LeftBehind{p, "changed here and deleted there"})
		case !stagedAs(ctx, repo, p, was, theirs, mine):
			m.Left = append(m.Left, LeftBehind{p, "staged in another form"})
		case sameText(mine, theirs) || inPast(ctx, repo, m.Upstream, p, mine):
			m.Paths = append(m.Paths, p)
		default:
			m.Left = append(m.Left, LeftBehind{p, "changed here, and what is merged has not this text"})
		}
	}
	if len(m.Paths) > 0 {
		m.Command = "git restore --source=" + shellWord(m.Upstream) + " --staged --worktree --"
		for _, p := range m.Paths {
			m.Command += " " + shellWord(":/"+p)
		}
		m.Command += " && git pull --ff-only"
	}
	return m, nil
}

// pulled is the branch that git pull brings, as a name that a person can type.
func pulled(ctx context.Context, repo *gitrepo.Repo) (string, error) {
	for _, name := range append([]string{"@{upstream}"}, mergedRefs...) {
		out, err := repo.Git(ctx, "rev-parse", "--abbrev-ref", name)
		if out = strings.TrimSpace(out); err == nil && out != "" && out != name {
			return out, nil
		}
	}
	return "", ErrNoUpstream
}

// stagedAs reports that the index has nothing of a path that would be lost: it has it as HEAD, as what is merged, or as the working tree.
func stagedAs(ctx context.Context, repo *gitrepo.Repo, path string, texts ...[]byte) bool {
	staged, err := repo.Index("").Blob(ctx, path)
	return err != nil || slices.ContainsFunc(texts, func(text []byte) bool { return sameText(text, staged) })
}

// inPast reports that a branch had the text once and has a later one.
func inPast(ctx context.Context, repo *gitrepo.Repo, branch, path string, text []byte) bool {
	past, err := repo.Past(ctx, branch, path, mostCommits)
	return err == nil && slices.ContainsFunc(past, func(old []byte) bool { return sameText(old, text) })
}
