package hub

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/gitrepo"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/profile"
	"github.com/factline/memory/project"
	"github.com/factline/memory/purge"
	"github.com/factline/memory/writeservice"
)

// What "memory profile export" wrote stands outside of the store, in files that every session reads. A block of ours is written anew without the
// purged words; one that a person changed is his, and so is what stands around a block: it is named.

// wordedBlock is an agent's file with a block of ours, in which words of a purged item stand.
type wordedBlock struct {
	target profile.Target
	dir    string // below root
	file   profile.File
	line   int // of the words outside of the block, 0 = none
}

// profileRoot is the directory below which blocks are looked for, "" where there is none.
func (h *Hub) profileRoot() string {
	if root := h.repository(); root != "" {
		return root
	}
	if h.Chosen == "project" {
		return filepath.Dir(h.Dir)
	}
	return project.Root(h.CWD)
}

// wordedBlocks finds the files. What cannot be read as a file with a block is none of ours.
func (h *Hub) wordedBlocks(job writeservice.PurgeJob) (found []wordedBlock) {
	root, words, seen := h.profileRoot(), job.Cutter().Words, map[string]bool{}
	if root == "" {
		return nil
	}
	for _, t := range profile.Targets() {
		for _, dir := range profile.Dirs(root, t) {
			f, err := profile.Open(filepath.Join(root, filepath.FromSlash(dir)), t)
			if err != nil || seen[f.Path] { // CLAUDE.md may stand for AGENTS.md
				continue
			}
			seen[f.Path] = true
			b := wordedBlock{target: t, dir: dir, file: f}
			before, after, _ := strings.Cut(string(f.Bytes()), f.Block)
			if n, what := words.Lines([]byte(before)); what != "" {
				b.line = n
			} else if n, what := words.Lines([]byte(after)); what != "" {
				b.line = n + strings.Count(before+f.Block, "\n")
			}
			if b.line > 0 || inBlock(f.Block, job, words) {
				found = append(found, b)
			}
		}
	}
	return found
}

// inBlock knows an item by its words, or by the last letters of its id, which each entry of a block ends in.
func inBlock(block string, job writeservice.PurgeJob, words purge.Words) bool {
	_, what := words.Lines([]byte(block))
	return what != "" || strings.Contains(block, contextpack.ShortID(job.ID))
}

// purgeBlocks writes blocks anew, with what the store says now, and names what it leaves.
func (h *Hub) purgeBlocks(ctx context.Context, job writeservice.PurgeJob, dry bool, p *Purged) error {
	root, words := h.profileRoot(), job.Cutter().Words
	for _, b := range h.wordedBlocks(job) {
		if b.line > 0 {
			p.Outside = append(p.Outside, filepath.ToSlash(b.file.Path)+", text around memory's block that says the words too")
		}
		if !inBlock(b.file.Block, job, words) {
			continue
		}
		p.Blocks = append(p.Blocks, filepath.ToSlash(b.file.Path))
		if dry {
			continue
		}
		why := ""
		packed, err := h.Profile(ctx, ProfileRequest{Dir: b.dir, Scoped: profile.Dirs(root, b.target)})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case b.file.State(b.file.Block) == profile.Edited:
			why = "memory's block, edited by hand: take the words out, or memory profile export --target " + b.target.Name + " --discard --apply"
		case h.Distrust() != "":
			why = "memory's block, and the store is not trusted: take the words out"
		case err != nil:
			why = "memory's block, not written anew: " + err.Error()
		default:
			next, err := b.file.With(packed.Text, nil)
			if err == nil {
				err = b.file.Save(next)
			}
			if err != nil {
				why = "memory's block, not written anew: " + err.Error()
			} else if text, err := plainfile.Read(b.file.Path, plainfile.MaxText); err == nil && inBlock(string(text), job, words) && b.line == 0 {
				why = "memory's block holds the words of another item that says the same"
			} else if err != nil && !errors.Is(err, os.ErrNotExist) {
				why = err.Error()
			}
		}
		if why != "" {
			p.Blocks = slices.DeleteFunc(p.Blocks, func(path string) bool { return path == filepath.ToSlash(b.file.Path) })
			line, _ := words.Lines(b.file.Bytes())
			p.blocksLeft = append(p.blocksLeft, purge.Found{Path: filepath.ToSlash(b.file.Path), Line: line, What: why})
		}
	}
	return nil
}

// mostCommits bounds how far back a file's history is looked through.
const mostCommits = 300

// committedBlocks are the agents' files, from the top, of which a commit has the words: those that have them now, or had them when the purge began.
func (h *Hub) committedBlocks(ctx context.Context, repo *gitrepo.Repo, job writeservice.PurgeJob) (found []string) {
	root, words, seen := h.profileRoot(), job.Cutter().Words, map[string]bool{}
	if root == "" {
		return nil
	}
	for _, t := range profile.Targets() {
		dirs := profile.Dirs(root, t)
		if t.Path != "" && !slices.Contains(dirs, ".") {
			dirs = append(dirs, ".") // a block that said nothing else is gone
		}
		for _, dir := range dirs {
			f, _ := profile.Open(filepath.Join(root, filepath.FromSlash(dir)), t)
			at, err := filepath.Rel(filepath.FromSlash(repo.Top), f.Path)
			if at = filepath.ToSlash(at); err != nil || !filepath.IsLocal(at) || seen[at] {
				continue
			}
			seen[at] = true
			texts, err := repo.Past(ctx, "", at, mostCommits)
			if err == nil && slices.ContainsFunc(texts, func(text []byte) bool { return inBlock(string(text), job, words) }) {
				found = append(found, at)
			}
		}
	}
	return found
}
