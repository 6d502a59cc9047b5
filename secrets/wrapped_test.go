package secrets

import (
	"strings"
	"testing"
)

// wraps are the ways in which a key comes to stand on two lines; 1 and 2 are its parts.
var wraps = map[string]string{
	"a line end":               "the key is ①\n② and works",
	"a line end of Windows":    "the key is ①\r\n② and works",
	"an indented line":         "key: ①\n    ②\nnext: 1",
	"a tab":                    "key = ①\n\t②\n",
	"blanks before the end":    "key ①  \n② end",
	"a backslash":              "export K=①\\\n②",
	"a backslash and blanks":   "curl -H X-Key:① \\\n  ②",
	"joined strings":           "k = \"①\" +\n  \"②\"",
	"the sign on the next":     "k = \"①\"\n  + \"②\"",
	"strings side by side":     "k = ('①'\n     '②')",
	"joined on one line":       `k = "①" + "②"`,
	"joined strings in JSON":   `{"text":"k = \"①\" +\n  \"②\""}`,
	"quoted mail":              "> use ①\n> ② as the key",
	"quoted mail, twice":       ">> use ①\n>> ② as the key",
	"quoted-printable":         "key ①=\n②",
	"quoted-printable, CRLF":   "key ①=\r\n② end",
	"a line end in JSON":       `{"text":"use ①\n② now"}`,
	"a line end in JSON, CRLF": `{"text":"use ①\r\n② now"}`,
	"JSON in JSON":             `{"text":"{\"a\":\"use ①\\n② now\"}"}`,
	"indented in JSON":         `{"text":"key: ①\n    ②\n"}`,
	"mail in JSON":             `{"text":"> use ①\n> ② now"}`,
	"a line end as hex":        `{"text":"use ①\u000a② now"}`,
	"a comment":                "# use ①\n# ② now",
	"a comment of C":           "// use ①\n// ② now",
	"a comment in stars":       " * use ①\n * ② now",
	"a diff":                   "+use ①\n+②\n",
	"a drawn frame":            "│ key ①  │\n│ ②  │",
	"a frame of bars":          "| key ① |\n| ② |",
	"numbered lines":           "    1→key ①\n    2→②\n",
	"numbered lines in JSON":   `{"text":"     1→key ①\n     2→②\n"}`,
	"markup":                   "<code>key ①<br>②</code>",
	"a break that may be":      "key ①<wbr>② end",
	"an encoded line end":      "?k=①%0A②&x=1",
	"a line end as entity":     `<k v="①&#10;②"/>`,
	"a soft hyphen":            "key ①\u00ad\n② end",
}

func TestAKeyOnTwoLinesLeavesNone(t *testing.T) {
	for provider, key := range map[string]string{"github": github, "aws": aws, "slack": slack, "stripe": stripe, "anthropic": anthropic, "openai": openai, "jwt": jwt,
		"google": fake("AIza", "SyD9x2mVb7LtR4wZc8NfJ3hPs6YdG1aEu5o"), "gitlab": fake("glpat-", "x7Kq2mVb9LtR4wZc8NfJ"), "digitalocean": fake("dop_v1_", strings.Repeat("3f7a09c4e81b52d6", 4))} {
		for name, format := range wraps {
			for _, at := range []int{len(key) / 4, len(key) / 2, len(key) - 8} {
				text := strings.NewReplacer("①", key[:at], "②", key[at:]).Replace(format)
				got, _ := Redact(text)
				if strings.Contains(got, key[max(4, at-6):at]) || strings.Contains(got, key[at:at+6]) {
					t.Errorf("%s, %s, %d: %q -> %q", provider, name, at, text, got)
				}
				if again, _ := Redact(got); again != got {
					t.Errorf("%s, %s: a second round changes %q to %q", provider, name, got, again)
				}
			}
		}
	}
}

// A break may fall anywhere, also within the prefix; what is left of a key then is at most two signs.
func TestABreakAnywhereInAKeyIsSeen(t *testing.T) {
	for _, key := range []string{github, aws, slack, stripe, anthropic} {
		for at := 1; at < len(key); at++ {
			for _, format := range []string{"use ①\n② now", `{"a":"①\n②"}`, "k=\"①\" +\n\"②\"", "> ①\n> ②"} {
				got, found := Redact(strings.NewReplacer("①", key[:at], "②", key[at:]).Replace(format))
				if len(found) == 0 || at > 2 && strings.Contains(got, key[:at]) || len(key)-at > 5 && strings.Contains(got, key[at:]) {
					t.Errorf("%s at %d: %q", key, at, got)
				}
			}
		}
	}
}

func TestAKeyOnManyLinesLeavesNone(t *testing.T) {
	for _, width := range []int{8, 16, 64} {
		key := fake("github_pat_", "11ABCDEFG0x7Kq2mVb9LtR_", strings.Repeat("4wZc8NfJ3hPs6YdG1aEu5oQi", 2), "k2VbT9mLq3w")
		var parts []string
		for rest := key; rest != ""; rest = rest[min(width, len(rest)):] {
			parts = append(parts, rest[:min(width, len(rest))])
		}
		for _, end := range []string{"\n", "\r\n", `\n`, "\n> ", "\n    ", "=\n", "\\\n", "\"\n\"", "\n# "} {
			got, _ := Redact("a \"" + strings.Join(parts, end) + "\" b")
			for _, part := range parts {
				if len(part) > 3 && strings.Contains(got, part) {
					t.Errorf("%d, %q: %q is left in %q", width, end, part, got)
				}
			}
		}
	}
}

func TestLinesThatAreNoKeyTogetherAreLeftAlone(t *testing.T) {
	for _, text := range []string{
		"v1.0\n7b5199fdeff7d7682e9f979f468d55bc7b67b934", "tag v1.\n7b5199fdeff7d7682e9f979f468d55bc7b67b934\n", "the prefix is ghp_\nand 36 letters or digits follow", "ghp_\ngho_\nghs_\n", "- sk-\n- pk-\n- rk-\n",
		"task-\n3f7a09c4e81b52d63f7a09c4e81b52d6", "npm_\nconfig_cache=/var/cache/npm2", "AKIA\nREADME2026NOTES\n", "see pypi-\npublish-to-index-v2-of-our-team", "xoxb-\nand xoxp-2 tokens",
		"SK\nDEADLINE2026", "sk-\nlong-kebab-case-name-of-chapter-2", `"ghp_" + user + "2026abcdefgh"`, "hf_\nhub_download2", "AIza\nis how it starts 12",
		"docs/a1/read.go\ndocs/a2/write.go\ndocs/a3/list.go\n", "3f7a09c4e81b52d6\n3f7a09c4e81b52d7\n3f7a09c4e81b52d8\n",
	} {
		if found := Scan(text); len(found) > 0 {
			t.Errorf("%q: %+v", text, found)
		}
	}
	// Behind a whole key the text goes on as it was.
	for _, key := range []string{github, aws, anthropic, slack} {
		for _, next := range []string{"and then", "README.md", "2026-11-29 10:00", "next: 1", "v2.1.0", "main", "ghp_ is its prefix", "12 passed"} {
			if got, _ := Redact("key " + key + "\n" + next); !strings.HasSuffix(got, "]\n"+next) {
				t.Errorf("%.4s, %q: %q", key, next, got)
			}
		}
	}
}
