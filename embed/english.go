package embed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// English reports whether a text in Latin letters may be English: no more words of it are small words of ten other languages, or have letters
// that English does not, than are small words of English. A text of neither, such as code or a list of names, counts as English.
func English(text string) bool {
	_, foreign := Foreign(text)
	return !foreign
}

// Foreign reports whether a text is in another language that is written in Latin letters, and which of the small words of such languages it holds. A word
// that English has, too, shows nothing alone: "comment this block" is no French.
func Foreign(text string) (small []string, is bool) {
	english, foreign, shared := 0, 0, 0
	names := map[string]bool{}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		word = strings.ToLower(word)
		switch {
		case strings.Contains(englishWords, " "+word+" "):
			english++
		case strings.Contains(foreignWords, " "+word+" "):
			foreign++
			small = append(small, word)
		case strings.Contains(englishToo, " "+word+" "):
			shared++
			small = append(small, word)
		case strings.Contains(inNames, " "+word+" "):
			shared++
			names[word] = true
			small = append(small, word)
		case strings.ContainsFunc(word, accented):
			foreign++
		}
	}
	return small, (foreign > 0 || len(names) > 1) && foreign+shared > english
}

// Prose reports whether a text in Latin letters is written in English: two small words of it or more are English ones. Code, logs and lists of names have none.
func Prose(text string) bool {
	small := 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if strings.Contains(englishWords, " "+strings.ToLower(word)+" ") {
			small++
		}
	}
	return small > 1 && English(text)
}

func accented(r rune) bool { return r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r) }

// Words that carry grammar and no matter. Those that programs use as names (os, var, al) stand in no list, and no single letter does.
const (
	englishWords = " the of and to is was are were be been by for with that this these those it its we you they he she his her their our your my what which who when where " +
		"why how does did do not from at as or but if than then there have has had will would should can could into about because after before under over only all any " +
		"more most some such "
	foreignWords = " der und ist nicht ein eine einen wie viele welche wer warum zu zum zur von für auf bei sich auch wird wurde werden sind aus nach über oder ich wir sie " +
		"sein ihre unos que por para su sus como cuando donde quien cual cuales lo fue está pero sobre entre muy une dans qui sur ne avec aux cette ces elle " +
		"nous vous leur sont où quand quel quelle pourquoi gli della delle dei che sono nel alla quando questo quale uma não mais onde quem foi het een niet " +
		"voor zijn werd wat waar naar ook och att som ett är på hur vad när og til ikke bir bu için ile nasıl hangi kaç değil olarak nie się że jak kto gdzie " +
		"czy dla và của là các có được cho không một những trong "
	// Small words of other languages that are words of English as well, however many of them there are, and those that names bring along in English
	// (Los Angeles, de facto, MIT, ES modules), where one may be a name.
	englishToo = " war als con son pour ce comment per non dove chi em met hoe door till mi jest "
	inNames    = " das dem den des mit el la los las un una es de del se le les du et est pas il di um van dat av af ve na "
)
