package config

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/factline/memory/internal/lazyregexp"
)

// MaskKinds are the kinds of personal data that privacy.mask can name.
var MaskKinds = []string{"card", "cn_id", "email", "eu_id", "home", "iban", "phone", "us_ssn"}

// Key is one setting.
type Key struct {
	Path    string // as in the file: pack.budget
	About   string // one sentence, with unit and range
	Default string // as in the file; "" = not set

	set    func(*Config, string) error // from the file's text; lists joined by commas
	get    func(Config) string
	narrow narrowing
	own    bool // the user's alone: a project's file cannot set it
}

// narrowing says what a store that is not trusted may do with a key.
type narrowing int

const (
	never    narrowing = iota // it keeps the value it has
	lower                     // only down
	higher                    // only up
	more                      // only add to the list
	offOnly                   // only to false
	harmless                  // it allows nothing, so it always holds
)

// Keys are all settings in the order of docs/config.md.
var Keys = []Key{
	named("project.name", "Name of the project that the store's repository is, where neither the git remote nor the folder should say it: it stays through a rename, a new remote and a clone.", func(c *Config) *string { return &c.Project.Name }),
	number("pack.budget", "Tokens of a pack where the caller names no budget, 20 to 20000.", "600", lower, 20, 20000, func(c *Config) *int { return &c.Pack.Budget }),
	fraction("pack.floor", "Least relevance of what a pack shows, 0 to 1.", "0.44", higher, func(c *Config) *float64 { return &c.Pack.Floor }),
	toggle("hook.inject", "Whether hooks put memory into prompts. With false they only capture.", "true", func(c *Config) *bool { return &c.Hook.Inject }),
	number("hook.prompt_budget", "Tokens that one user prompt gets at most, 20 to 2000.", "600", lower, 20, 2000, func(c *Config) *int { return &c.Hook.PromptBudget }),
	number("hook.boot_budget", "Tokens that the start of a session gets at most, 20 to 2000.", "800", lower, 20, 2000, func(c *Config) *int { return &c.Hook.BootBudget }),
	usersOwn(number("hook.deadline_ms", "Milliseconds from the start of its process after which a hook answers with what it has, 20 to 5000.", "200", lower, 20, 5000, func(c *Config) *int { return &c.Hook.DeadlineMS })),
	number("hook.ask_every", "User turns between two requests to the agent to store what it learned; 0 asks never. CI and headless runs are never asked.", "5", never, 0, 1000, func(c *Config) *int { return &c.Hook.AskEvery }),
	number("profile.budget", "Tokens of one managed block in CLAUDE.md, AGENTS.md and their like, 50 to 20000.", "1200", lower, 50, 20000, func(c *Config) *int { return &c.Profile.Budget }),
	list("privacy.mask", "Kinds of personal data that are masked in evidence and in what agents are given: "+strings.Join(MaskKinds, ", ")+". The list takes the place of the default: name those too that stay.", "card, cn_id, eu_id, iban, us_ssn", MaskKinds, func(c *Config) *[]string { return &c.Privacy.Mask }),
	usersOwn(word("embed.provider", "What makes vectors: static (in the binary, connects nowhere), openai (and servers that copy its /embeddings), ollama or none (words alone).", "static",
		func(v string) error { return oneOf(v, "static", "openai", "ollama", "none") }, func(c *Config) *string { return &c.Embed.Provider })),
	usersOwn(word("embed.endpoint", "Base address of the endpoint, such as http://localhost:11434.", "", address, func(c *Config) *string { return &c.Embed.Endpoint })),
	usersOwn(word("embed.model", "Name of the model at the endpoint.", "", nil, func(c *Config) *string { return &c.Embed.Model })),
	usersOwn(number("embed.dim", "Length of the model's vectors, 1 to 8192.", "", never, 1, 8192, func(c *Config) *int { return &c.Embed.Dim })),
	usersOwn(word("embed.key_env", "Variable of the environment that holds the key of the endpoint. The key itself never stands in a file.", "", variable, func(c *Config) *string { return &c.Embed.KeyEnv })),
	toggle("embed.sentence", "Whether English items get second vectors, of the sentence model in the binary, in the background of normal use; memory mcp ranks by them. With embed.provider static alone. false: a write does not ask that model either.", "true", func(c *Config) *bool { return &c.Embed.Sentence }),
}

// Get is the value of a key as the file would say it.
func (k Key) Get(c Config) string { return k.get(c) }

// apply sets a key from the file's text, or keeps the value where the store may not allow itself more.
func (k Key) apply(c *Config, text string, whose Standing) error {
	next := *c
	next.Privacy.Mask = slices.Clone(c.Privacy.Mask)
	if err := k.set(&next, text); err != nil {
		return err
	}
	if whose == Own || whose == Shared && !k.own || k.restricts(*c, next) {
		*c = next
	} else if k.narrow == more {
		union := append(next.Privacy.Mask, c.Privacy.Mask...)
		slices.Sort(union)
		c.Privacy.Mask = slices.Compact(union)
	}
	return nil
}

func (k Key) restricts(old, next Config) bool {
	was, is := k.get(old), k.get(next)
	switch k.narrow {
	case lower, higher:
		a, _ := strconv.ParseFloat(was, 64)
		b, _ := strconv.ParseFloat(is, 64)
		return k.narrow == lower && b <= a || k.narrow == higher && b >= a
	case offOnly:
		return is == "false"
	case harmless:
		return !strings.Contains(is, " ") // a name of several words may be a sentence to an agent, to whom it is told
	}
	return was == is
}

func number(path, about, def string, narrow narrowing, low, high int, field func(*Config) *int) Key {
	return Key{path, about, def, func(c *Config, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < low || n > high {
			return fmt.Errorf("%q is not a whole number from %d to %d", text, low, high)
		}
		*field(c) = n
		return nil
	}, func(c Config) string { return strconv.Itoa(*field(&c)) }, narrow, false}
}

func fraction(path, about, def string, narrow narrowing, field func(*Config) *float64) Key {
	return Key{path, about, def, func(c *Config, text string) error {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f >= 0 && f <= 1) { // a NaN is neither
			return fmt.Errorf("%q is not a number from 0 to 1", text)
		}
		*field(c) = f
		return nil
	}, func(c Config) string { return strconv.FormatFloat(*field(&c), 'g', -1, 64) }, narrow, false}
}

func toggle(path, about, def string, field func(*Config) *bool) Key {
	return Key{path, about, def, func(c *Config, text string) error {
		if err := oneOf(text, "true", "false"); err != nil {
			return err
		}
		*field(c) = text == "true"
		return nil
	}, func(c Config) string { return strconv.FormatBool(*field(&c)) }, offOnly, false}
}

func list(path, about, def string, known []string, field func(*Config) *[]string) Key {
	return Key{path, about, def, func(c *Config, text string) error {
		var values []string
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			if err := oneOf(part, known...); err != nil {
				return err
			}
			values = append(values, part)
		}
		slices.Sort(values)
		*field(c) = slices.Compact(values)
		return nil
	}, func(c Config) string { return strings.Join(*field(&c), ", ") }, more, false}
}

func word(path, about, def string, check func(string) error, field func(*Config) *string) Key {
	return Key{path, about, def, func(c *Config, text string) error {
		if check != nil {
			if err := check(text); err != nil {
				return err
			}
		}
		*field(c) = text
		return nil
	}, func(c Config) string { return *field(&c) }, never, false}
}

// usersOwn marks a key that sends texts or keys of this user somewhere, or that can hold his agents up.
func usersOwn(k Key) Key {
	k.own = true
	return k
}

// named is a word that an untrusted store may set too.
func named(path, about string, field func(*Config) *string) Key {
	k := word(path, about, "", plainName, field)
	k.narrow = harmless
	return k
}

// longestName bounds the name of a project, in characters.
const longestName = 100

// plainName wants letters and digits of any script first, then also spaces and the marks of paths. It is no regular expression: one over all
// letters a hundred times takes 4 MB and longer to compile than the rest of a process takes to start.
func plainName(value string) error {
	if value == "all" || !utf8.ValidString(value) || utf8.RuneCountInString(value) > longestName || !nameLetters(value) {
		return errors.New("it is not the name of a project such as shop-api")
	}
	return nil
}

func nameLetters(value string) bool {
	for i, r := range value {
		if !unicode.IsLetter(r) && !unicode.IsNumber(r) && (i == 0 || !strings.ContainsRune(" ._/-", r)) {
			return false
		}
	}
	return value != ""
}

func oneOf(value string, known ...string) error {
	if !slices.Contains(known, value) {
		return fmt.Errorf("%q is none of %s", value, strings.Join(known, ", "))
	}
	return nil
}

func address(value string) error {
	u, err := url.Parse(value)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return fmt.Errorf("it is not an address such as http://localhost:11434 (without user and password)")
	}
	return nil
}

// variableName is compiled when it is first needed: most commands start without.
var variableName = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

func variable(value string) error {
	if !variableName().MatchString(value) {
		return fmt.Errorf("it is not the name of a variable such as EMBED_KEY") // and is not repeated: it may be the key itself
	}
	return nil
}

// nearest is the key that the unknown path most likely means, or "".
func nearest(path string) string {
	last := path[strings.LastIndexByte(path, '.')+1:]
	found := slices.IndexFunc(Keys, func(k Key) bool { return strings.HasSuffix(k.Path, "."+last) || strings.HasPrefix(k.Path, path) })
	if found < 0 {
		return ""
	}
	return cmp.Or(Keys[found].Path, "")
}
