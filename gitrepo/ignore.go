package gitrepo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/factline/memory/internal/atomicfile"
	"github.com/factline/memory/internal/plainfile"
)

// Ignored says who tells git to ignore a path.
type Ignored int

const (
	IgnoredByNobody Ignored = iota
	IgnoredHere             // a file of this clone or this user alone
	IgnoredByAll            // a .gitignore of the working tree, which others have as well once it is committed
)

// IgnoredBy asks who ignores each of some paths from Top.
func (r *Repo) IgnoredBy(ctx context.Context, paths ...string) (map[string]Ignored, error) {
	var in strings.Builder
	for _, p := range paths {
		in.WriteString(r.Top + "/" + p + "\x00")
	}
	out, err := r.run(ctx, []byte(in.String()), "check-ignore", "--verbose", "--no-index", "--stdin", "-z")
	if exit, ok := errors.AsType[*exec.ExitError](err); err != nil && (!ok || exit.ExitCode() != 1) {
		return nil, err
	}
	by := map[string]Ignored{}
	for field := list(out); len(field) >= 4; field = field[4:] { // source, line, pattern, path
		p := strings.TrimPrefix(field[3], r.Top+"/")
		switch source := filepath.ToSlash(field[0]); {
		case strings.HasPrefix(field[2], "!"):
			by[p] = IgnoredByNobody
		case path.Base(source) == ".gitignore" && filepath.IsLocal(source): // the user's own file has its whole path
			by[p] = IgnoredByAll
		default:
			by[p] = IgnoredHere
		}
	}
	return by, nil
}

// Exclude makes git ignore patterns, from Top, in this clone alone: no file changes that others have.
func (r *Repo) Exclude(ctx context.Context, why string, patterns ...string) error {
	file, err := r.run(ctx, nil, "rev-parse", "--git-path", "info/exclude")
	if err != nil {
		return err
	}
	file = strings.TrimRight(file, "\r\n")
	if !filepath.IsAbs(file) {
		file = filepath.Join(r.dir, filepath.FromSlash(file))
	}
	old, err := plainfile.Read(file, plainfile.MaxText)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text := string(old)
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return atomicfile.Write(file, []byte(text+"# "+why+"\n"+strings.Join(patterns, "\n")+"\n"), 0o644)
}

// Pattern is a path from Top as a line of an ignore file that means it alone.
func Pattern(path string) string {
	return "/" + strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, " ", `\ `).Replace(path)
}
