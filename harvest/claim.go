package harvest

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/items"
	"github.com/factline/memory/marks"
)

// ClaimKey is a key of what an item claims, 32 hex digits: the same for the same claim in slightly other words and order
// ("Use pnpm, not npm" and "we use pnpm instead of npm"). It is empty when nothing but filling words is left. Equal keys mean
// Similar for items of one project; Similar finds more.
func ClaimKey(it items.Item) string {
	c := claimSet(it.Title)
	if len(c) == 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(c, " ")))
	return hex.EncodeToString(sum[:16])
}

// Similar reports whether two items claim the same, so that one more sighting strengthens the one instead of making another.
// It is strict: numbers, names, versions and negations must agree, and neither side may hold a word that the other replaces by
// a different one; one side may only say more. Items of different projects are never similar.
func Similar(a, b items.Item) bool {
	return sameSubject(a, b) && claimOfTitle(a.Title).same(claimOfTitle(b.Title))
}

// sameSubject reports whether two items speak of one project and are both handoffs or both not: what is open today is not what
// was found out yesterday.
func sameSubject(a, b items.Item) bool {
	return (a.Project == "" || b.Project == "" || a.Project == b.Project) && (a.Type == items.Handoff) == (b.Type == items.Handoff)
}

// claim is what a title says: its words without fillings, sorted, negated ones with a "!", and among them the names.
type claim struct {
	words, names []string
	title        string
}

func claimOfTitle(title string) claim {
	w := claimSet(title)
	return claim{w, names(w), title}
}

func (x claim) same(y claim) bool {
	if len(x.words) > len(y.words) {
		x, y = y, x
	}
	if len(x.words) == 0 || !slices.Equal(x.names, y.names) {
		return false
	}
	if slices.Equal(x.words, y.words) {
		if onlyX, onlyY := marks.Apart(x.title, y.title); len(onlyX)+len(onlyY) > 0 {
			return false // 10% and 10: only a sign tells them apart
		}
	}
	// Two or more names in common say what is spoken of; else most words must be the same.
	share := 6
	if len(x.names) >= 2 {
		share = 4
	}
	missing := 0
	for _, t := range x.words {
		if !slices.Contains(y.words, t) {
			missing++
		}
	}
	extra := len(y.words) - (len(x.words) - missing)
	// one word too many on the short side is allowed only where nothing stands against it on the long side
	return (missing == 0 || missing == 1 && extra == 0) && len(x.words)*10 >= len(y.words)*share && (len(x.words) >= 2 || len(y.words) == 1)
}

// names are the words that carry identity: with digits, in code shape, or names of tools, each with its sign.
func names(set []string) []string {
	var out []string
	for _, t := range set {
		bare := strings.TrimPrefix(t, "!")
		if strings.ContainsAny(bare, "0123456789") || strings.ContainsAny(bare, "._/-") || techName(bare) {
			out = append(out, t)
		}
	}
	return out
}

var (
	claimWord = rx(`[a-z0-9][a-z0-9._/+#-]*|\p{Han}+`)
	// negates opens a negated stretch up to the end of the clause, or negates the clause when it ends it.
	negates    = rx(`(?i)\b(not|never|don't|dont|do not|no longer|instead of|rather than|over|avoid|without|must not|cannot|can't|isn't|aren't|no)\b|不要|不用|不能|不许|不准|别|而不是|禁止|严禁|永远不|不再|不是|不得`)
	clauseStop = rx(`[,;:.，；：。、]\s|[，；：。、]|\b(but|use|because|and use|since)\b|而是|应该|改用|因为`)
)

// claimSet is the claim as sorted words without fillings; words under a negation carry a "!".
func claimSet(title string) []string {
	t := lowerASCII(plain(title))
	signed := func(s, sign string, out []string) []string {
		for _, w := range claimWord.FindAllString(s, -1) {
			if isHan([]rune(w)[0]) {
				for _, g := range bigrams(w) {
					out = append(out, sign+g)
				}
				continue
			}
			if w = stem(strings.Trim(w, "._/-+")); w != "" && !filling()[w] {
				out = append(out, sign+w)
			}
		}
		return out
	}
	var out []string
	for _, clause := range clauseStop.Split(t, -1) {
		m := negates.FindStringIndex(clause)
		if m == nil {
			out = signed(clause, "", out)
			continue
		}
		under := signed(clause[m[1]:], "!", nil)
		sign := ""
		if len(under) == 0 {
			sign = "!" // "port 5432 does not": the negation speaks of what stands before it
		}
		out = append(signed(clause[:m[0]], sign, out), under...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// bigrams of a Han run after the filling characters are gone; a single character stands for itself.
func bigrams(w string) []string {
	r := []rune(fillingZH.Replace(w))
	if len(r) == 1 {
		return []string{string(r)}
	}
	var out []string
	for i := 0; i+1 < len(r); i++ {
		out = append(out, string(r[i:i+2]))
	}
	return out
}

var fillingZH = strings.NewReplacer("我们", "", "咱们", "", "以后", "", "今后", "", "请", "", "一律", "", "都", "", "使用", "用", "采用", "用", "改用", "用", "应该", "", "必须", "", "统一", "", "全部", "",
	"决定", "", "这里", "", "这个", "", "的", "", "了", "", "要", "", "记住", "", "总是", "", "始终", "", "用", "")

// stem takes away plural and verb endings of English words; names in code stay.
func stem(w string) string {
	if strings.ContainsAny(w, "0123456789._/-") || techName(w) || len(w) < 5 {
		return w
	}
	for _, e := range []string{"ing", "ed", "es", "s"} {
		if s, ok := strings.CutSuffix(w, e); ok && len(s) >= 3 && !strings.HasSuffix(w, "ss") {
			return s
		}
	}
	return w
}

// filling words change no claim.
var filling = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields("a an the we i you our my your us use us using used go with to for of in on at by is are be it its this that these those and or as so please always all also just now here from will should must have has do does let lets let's we'll everywhere repo repository project code codebase keep adopt choose prefer like ever any there too which when than then into via only open") {
		m[w] = true
	}
	return m
})
