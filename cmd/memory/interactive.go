package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/internal/plainfile"
	"github.com/factline/memory/items"
	"github.com/factline/memory/recall"
	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

const (
	ctrlC = 3
	ctrlD = 4
)

const reviewKeys = "[a]pprove  [r]eject  [e]dit  [m]erge  [s]kip  [q]uit "

// likeKey is offered where an item may say the same as the candidate.
const likeKey = "[=] merge into the one it looks like  "

// reviewer walks through the candidates with a person.
type reviewer struct {
	c    *cli.Context
	s    *streams
	h    *hub.Hub
	who  writeservice.Actor
	line *bufio.Reader
	done map[string]int
	text map[items.ID]string // files with a person's edits that were refused

	outside map[items.ID]hub.OutsideChange // items among them that changed outside of memory
}

func interactiveReview(c *cli.Context, s *streams) error {
	h, who, err := openAs(c, s)
	if err != nil {
		return err
	}
	defer h.Close()
	waiting, elsewhere, err := candidates(c, s, h)
	if err != nil {
		return err
	}
	changed, err := outside(c, s, h)
	if err != nil {
		return err
	}
	changes := map[items.ID]hub.OutsideChange{}
	for _, o := range changed {
		waiting, changes[o.Head.ID] = append(waiting, o.Head), o
	}
	r := &reviewer{c: c, s: s, h: h, who: who, line: bufio.NewReader(s.in), done: map[string]int{}, text: map[items.ID]string{}, outside: changes}
	if len(waiting) == 0 {
		fmt.Fprintln(s.out, "nothing waits for review")
		elsewhereText(s.out, elsewhere)
		return nil
	}
	ids := make([]items.ID, len(waiting))
	for i, head := range waiting {
		ids[i] = head.ID
	}
	return r.walk(ids)
}

// walk shows the candidates in order until the person has decided on all or quits.
func (r *reviewer) walk(ids []items.ID) error {
	for i, id := range ids {
		more, err := r.one(id, i+1, len(ids))
		if err != nil {
			return err
		}
		if !more {
			break
		}
	}
	fmt.Fprintf(r.s.out, "%d approved, %d rejected, %d merged, %d left\n", r.done["a"], r.done["r"], r.done["m"],
		len(ids)-r.done["a"]-r.done["r"]-r.done["m"])
	return nil
}

// one shows a candidate until a key decides on it. more is false when the person quits.
func (r *reviewer) one(id items.ID, n, of int) (more bool, err error) {
	for {
		it, _, err := r.h.Items.Get(r.c.Context, id)
		if errors.Is(err, items.ErrNotFound) {
			return true, nil // decided elsewhere meanwhile
		}
		if err != nil {
			return false, err
		}
		fmt.Fprintf(r.s.out, "\n--- %d of %d\n", n, of)
		candidateText(r.s.out, it, sources(r.c, r.h, it))
		if o, ok := r.outside[id]; ok {
			fmt.Fprintf(r.s.out, "  changed outside of memory, %s\n", whatChanged(o))
		}
		like, err := r.h.LooksLike(r.c.Context, it)
		if err != nil {
			return false, err
		}
		looksLikeText(r.c, r.s.out, r.h, "  ", like)
		like = slices.DeleteFunc(like, func(n writeservice.Neighbour) bool { return !n.MayBeOne() })
		keys := reviewKeys
		if len(like) > 0 {
			keys = likeKey + keys
		}
		fmt.Fprint(r.s.out, "\n"+keys)
		key, err := r.key()
		fmt.Fprintln(r.s.out, key)
		if err != nil {
			return false, err
		}
		decided, err := r.decide(key, it, like)
		if err != nil {
			fmt.Fprintf(r.s.err, "memory: %v\n", err) // this one stays; the rest of the review goes on
			continue
		}
		if key == "q" {
			return false, nil
		}
		if decided {
			return true, nil
		}
	}
}

func (r *reviewer) decide(key string, it items.Item, like []writeservice.Neighbour) (decided bool, err error) {
	var op func(*writeservice.Service) (writeservice.Receipt, error)
	switch key {
	case "a":
		who := r.who
		if writeservice.NeedsDespite(it) {
			var ok bool
			if who.Despite, ok = r.ask("it reads like an order to a model; approve it because (empty goes back): "); !ok || who.Despite == "" {
				return false, nil
			}
		}
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Approve(r.c.Context, it.ID, who)
		}
	case "r":
		reason, ok := r.ask("reason (may be empty): ")
		if !ok {
			return false, nil
		}
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Reject(r.c.Context, it.ID, r.who, reason)
		}
	case "e":
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			receipt, kept, err := editInEditor(r.c, r.s, w, it.ID, r.who, r.text[it.ID])
			r.text[it.ID] = kept
			return receipt, err
		}
	case "m":
		into, err := r.mergeTarget(it)
		if err != nil || into == "" {
			return false, err
		}
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Merge(r.c.Context, it.ID, into, r.who)
		}
	case "=":
		if len(like) == 0 {
			return false, nil
		}
		key = "m"
		op = func(w *writeservice.Service) (writeservice.Receipt, error) {
			return w.Merge(r.c.Context, it.ID, like[0].ID, r.who)
		}
	case "s", "q":
		return true, nil
	default:
		return false, nil
	}
	receipt, err := r.h.Change(r.c.Context, op)
	if err != nil {
		return false, err
	}
	if err := r.s.receipt(r.c, receipt); err != nil {
		return false, nil // the receipt said why
	}
	r.done[key]++
	return key != "e", nil
}

// mergeTarget offers the nearest items and takes a number or an id.
func (r *reviewer) mergeTarget(it items.Item) (items.ID, error) {
	found, err := r.h.Search(r.c.Context, recall.Query{Text: it.Title + " " + it.Summary, Project: it.Project, K: 5})
	if err != nil {
		return "", err
	}
	for i, hit := range found.Hits {
		fmt.Fprintf(r.s.out, "  %d  %s  (%s)\n", i+1, oneLine(hit.Head.Title, 90), hit.ID)
	}
	answer, ok := r.ask("merge into (number or id, empty to go back): ")
	if !ok {
		return "", nil
	}
	var n int
	if _, err := fmt.Sscanf(answer, "%d", &n); err == nil && n >= 1 && n <= len(found.Hits) {
		return found.Hits[n-1].ID, nil
	}
	if answer == "" {
		return "", nil
	}
	return r.h.Items.Resolve(r.c.Context, answer)
}

// ask reads one line. ok is false where the person went back with Ctrl-C or Ctrl-D, or the input ended.
func (r *reviewer) ask(question string) (answer string, ok bool) {
	if f, isFile := r.s.in.(*os.File); isFile {
		if old, err := term.MakeRaw(int(f.Fd())); err == nil { // else Ctrl-C would end the whole review
			defer term.Restore(int(f.Fd()), old)
		}
	}
	answer, err := term.NewTerminal(dialog{r.line, r.s.out}, question).ReadLine()
	if err != nil {
		fmt.Fprint(r.s.out, "\r\n")
	}
	return strings.TrimSpace(answer), err == nil
}

// dialog is both ends of a terminal. It gives one byte at a time, so that what was typed ahead stays for the next key.
type dialog struct {
	in  *bufio.Reader
	out io.Writer
}

func (d dialog) Read(p []byte) (int, error) {
	n, err := d.in.Read(p[:min(len(p), 1)])
	if n == 1 && p[0] == ctrlD {
		p[0] = ctrlC // in the middle of a line the terminal would take it for a delete
	}
	return n, err
}

func (d dialog) Write(p []byte) (int, error) { return d.out.Write(p) }

// key reads one key without Enter where the input is a terminal of this process, else the first letter of a line. The end of the
// input is q.
func (r *reviewer) key() (string, error) {
	if f, ok := r.s.in.(*os.File); ok && r.line.Buffered() == 0 {
		if old, err := term.MakeRaw(int(f.Fd())); err == nil {
			defer term.Restore(int(f.Fd()), old)
		}
	}
	for {
		b, err := r.line.ReadByte()
		switch {
		case err != nil, b == ctrlC, b == ctrlD: // or the end of the input
			return "q", nil
		case b == '\r' || b == '\n' || b == ' ':
			continue
		}
		return strings.ToLower(string(rune(b))), nil
	}
}

// editInEditor lets a person change an item's file in $VISUAL or $EDITOR. What is refused is kept in a temporary file, which is named;
// given as draft, it is what the editor opens the next time.
func editInEditor(c *cli.Context, s *streams, w *writeservice.Service, id items.ID, who writeservice.Actor, draft string) (r writeservice.Receipt, kept string, err error) {
	editor := cmp.Or(s.getenv("VISUAL"), s.getenv("EDITOR"))
	if editor == "" {
		return r, draft, fmt.Errorf("no editor: set $EDITOR, or give the new file with memory review edit %s --from FILE", id)
	}
	if draft == "" {
		if draft, err = draftFile(c, w, id); err != nil {
			return r, "", err
		}
	}
	words := strings.Fields(editor)
	cmd := exec.CommandContext(c.Context, words[0], append(words[1:], draft)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = s.in, s.out, s.err
	if err := cmd.Run(); err != nil {
		return r, draft, fmt.Errorf("%s: %w (the text is in %s)", editor, err, draft)
	}
	after, err := plainfile.Read(draft, plainfile.MaxText)
	if err != nil {
		return r, "", err
	}
	r, err = w.Edit(c.Context, id, who, after)
	if err != nil {
		return r, draft, fmt.Errorf("%w (your text is in %s)", err, draft)
	}
	if r.Status == writeservice.Rejected {
		r.Reasons = append(r.Reasons, fmt.Sprintf("your text is in %s: e opens it again, memory review edit %s --from takes it", draft, id))
		return r, draft, nil
	}
	return r, "", os.Remove(draft)
}

// draftFile puts an item's file into a temporary one, for an editor.
func draftFile(c *cli.Context, w *writeservice.Service, id items.ID) (string, error) {
	it, _, err := w.Items.Get(c.Context, id)
	if err != nil {
		return "", err
	}
	before, err := it.Encode()
	if err != nil {
		return "", err
	}
	tmp, err := os.CreateTemp("", "memory-*.md")
	if err != nil {
		return "", err
	}
	_, err = tmp.Write(before)
	return tmp.Name(), errors.Join(err, tmp.Close())
}
