package hub

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/factline/memory/config"
	"github.com/factline/memory/internal/stopwatch"
	"github.com/factline/memory/items"
	"github.com/factline/memory/project"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/trust"
)

// Setting is one key with its value and where it comes from.
type Setting struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	From    string `json:"from"` // default, user or store
	Default string `json:"default"`
	About   string `json:"about"`
}

// settings reads this store's settings over those of the user's store.
func (h *Hub) settings(ctx context.Context) (config.Config, error) {
	base := h.baseSettings()
	file, err := config.Read(h.Dir)
	if err != nil || file == nil {
		return base, err
	}
	whose := h.settingsStanding(ctx, file)
	c, err := config.Parse(file, base, whose)
	if err != nil && whose == config.Foreign {
		// An error tells agents too, so it says nothing in the words of a stranger; and one line of his takes no command away.
		h.settingsErr = fmt.Errorf("%s: nobody vouches for it, and it is not read: %s is no setting", filepath.Join(h.Dir, config.FileName), faultPlace(err))
		return base, nil
	}
	if err != nil {
		return base, fmt.Errorf("%s: %w", filepath.Join(h.Dir, config.FileName), err)
	}
	return c, nil
}

// faultPlace is where an error of config.Parse saw the fault, in none of the words that stand there.
func faultPlace(err error) string {
	place, _, _ := strings.Cut(err.Error(), ":")
	if number, ok := strings.CutPrefix(place, "line "); ok && number != "" && strings.Trim(number, "0123456789") == "" {
		return place
	}
	return "a line"
}

// settingsStanding is whose word the settings file is. What came with a branch that is not merged is nobody's; what an editor made here is
// the person's, other than of an item: no command writes all of this file, so there is no other way to make it.
func (h *Hub) settingsStanding(ctx context.Context, file []byte) config.Standing {
	switch {
	case h.stand.book == nil || h.Chosen == "user":
		return config.Own
	case !h.Trusted():
		return config.Foreign
	case !project.HasRemote(filepath.Dir(h.Dir)):
		return config.Own
	}
	// The seal is of these bytes as settings: a text that is no settings at all gets here too, and must not come out sealed as an item.
	sealed := slices.Concat([]byte(config.FileName+"\n"), file)
	if kind := h.stand.store.Of(file); kind == trust.Seen || kind == trust.Vouched || h.stand.store.Of(sealed) == trust.Vouched {
		return config.Shared
	}
	if !h.upstream.vouches(ctx, h.Dir, config.FileName, file) && !h.upstream.local(ctx, h.Dir, config.FileName) {
		return config.Foreign
	}
	_ = h.stand.store.Add(trust.Vouched, sealed)
	return config.Shared
}

// takeName lets the store's own settings name the caller's project, unless the caller did. The user's store serves every project and
// names none.
func (h *Hub) takeName(o Options) {
	name := h.Config.Project.Name
	if name == "" || o.Project != "" || h.Chosen == "user" {
		return
	}
	h.Project, h.tree = name, ""
	if h.user != nil {
		h.user.Project = name
	}
}

// SettingsError is what a lenient opening passed over.
func (h *Hub) SettingsError() error { return h.settingsErr }

// checkSettings says whether config.yaml can be read.
func (h *Hub) checkSettings() Check {
	if h.settingsErr != nil {
		return Check{Name: "settings", Level: Fail, Detail: h.settingsErr.Error(), Fix: "correct the line; docs/config.md explains every key, memory config lists them"}
	}
	return Check{Name: "settings", Level: OK, Detail: "read"}
}

// checkProject finds a store whose items all belong to projects that the caller is not: after a new remote or a rename nothing of it
// would be found, and no error would say so.
func (h *Hub) checkProject(ctx context.Context) Check {
	c := Check{Name: "project", Level: OK, Detail: "none: every project's items are searched"}
	if h.Project == "" {
		return c
	}
	c.Detail = h.Project
	if left, err := h.leftBehind(ctx); err == nil && len(left) > 0 {
		var parts []string
		for _, name := range sortedKeys(left) {
			parts = append(parts, fmt.Sprintf("%s to %s", belong(left[name]), name))
		}
		c.Level, c.Detail = Warn, fmt.Sprintf("%s, a former name of project %s: not found under its name", strings.Join(parts, ", "), h.Project)
		c.Fix = "memory doctor --fix gives them to " + h.Project + ", and memory undo takes that back; or keep the former name by project: {name: ...} in " + filepath.Join(h.Dir, config.FileName)
		if h.Chosen == "user" {
			c.Fix = "memory doctor --fix gives them to " + h.Project + ", and memory undo takes that back"
		}
		return c
	}
	if h.Chosen == "user" { // serves every project, and one of which nothing is known yet is no former name of another
		return c
	}
	other, n, own := h.strayed(ctx)
	if own == 0 && n > 0 {
		c.Level = Warn
		if !h.Trusted() || !plainName(other) { // a file made by hand says what it likes, and this goes to agents too
			c.Detail, c.Fix = fmt.Sprintf("no item belongs to project %s, %d belong to another one", h.Project, n), "memory list --project all shows them with their projects"
			return c
		}
		c.Detail = fmt.Sprintf("no item belongs to project %s, %d belong to %s", h.Project, n, other)
		c.Fix = fmt.Sprintf("if that is this project's former name, put \"project: {name: %s}\" into %s", other, filepath.Join(h.Dir, config.FileName))
	}
	return c
}

// plainName reports whether a project's name is one short word: no sentence, no secret.
func plainName(name string) bool {
	redacted, _ := secrets.Redact(name)
	return redacted == name && len(name) <= 60 && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("._/-", r)
	})
}

// belong is "1 item belongs", "2 items belong".
func belong(n int) string {
	if n == 1 {
		return "1 item belongs"
	}
	return count(n, "item") + " belong"
}

// strayed counts the active items of the caller's project, and those of the other project that has most.
func (h *Hub) strayed(ctx context.Context) (other string, n, own int) {
	view, err := h.View(ctx)
	if err != nil {
		return "", 0, 0
	}
	counts := map[string]int{}
	for doc := range view.Len() {
		if head := view.Head(doc); head.Status == items.Active && head.Project != "" {
			counts[head.Project]++
		}
	}
	own = counts[h.Project]
	delete(counts, h.Project)
	for name, count := range counts {
		if count > n || count == n && name < other {
			other, n = name, count
		}
	}
	return other, n, own
}

// Misnamed says in one sentence that nothing was found because the store's items carry another project's name; "" where that is not so.
func (h *Hub) Misnamed(ctx context.Context) string {
	if h.Chosen != "project" {
		return ""
	}
	defer stopwatch.On(ctx, stopwatch.Remarks)()
	if c := h.checkProject(ctx); c.Level == Warn {
		return c.Detail + ": " + c.Fix
	}
	return ""
}

// baseSettings are what holds before this store has its say.
func (h *Hub) baseSettings() config.Config {
	base := config.Default()
	if h.user != nil {
		base = h.user.Config
		base.Project.Name = ""
	}
	return base
}

// Settings lists every key with what holds here.
func (h *Hub) Settings() []Setting {
	standard, base := config.Default(), h.baseSettings()
	var list []Setting
	for _, k := range config.Keys {
		s := Setting{Key: k.Path, Value: k.Get(h.Config), From: "default", Default: k.Default, About: k.About}
		switch {
		case s.Value != k.Get(base):
			s.From = "store"
		case s.Value != k.Get(standard):
			s.From = "user"
		}
		list = append(list, s)
	}
	return list
}

// floor is the least relevance that a request asks for, in the firewall's terms, where 0 means its default.
func (h *Hub) floor(asked float64) float64 {
	return cmp.Or(asked, h.Config.Pack.Floor, -1)
}
