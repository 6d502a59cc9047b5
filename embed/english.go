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

// Foreign reports whether a text is in another language that is written in Latin letters, and which of the small words of such languages it holds.
func Foreign(text string) (small []string, is bool) {
	english, foreign := 0, 0
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		word = strings.ToLower(word)
		switch {
		case strings.Contains(englishWords, " "+word+" "):
			english++
		case strings.Contains(foreignWords, " "+word+" "):
			foreign++
			small = append(small, word)
		case strings.ContainsFunc(word, accented):
			foreign++
		}
	}
	return small, foreign > english
}

func accented(r rune) bool { return r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r) }

// Words that carry grammar and no matter. Those that English shares with another language, and those that programs use as names (os, var,
// al), stand in neither list, and no single letter does.
const (
	englishWords = " the of and to is was are were be been by for with that this these those it its we you they he she his her their our your my what which who when where " +
		"why how does did do not from at as or but if than then there have has had will would should can could into about because after before under over only all any " +
		"more most some such "
	foreignWords = " der das und ist nicht ein eine einen dem den des wie viele welche wer warum zu zum zur von mit für auf bei sich auch wird wurde werden sind aus nach " +
		"über war als oder ich wir sie sein ihre el la los las un una unos que es de del se por con para su sus como cuando donde quien cual cuales lo fue son está pero " +
		"sobre entre muy le les du et est une dans pour qui sur pas ne avec aux ce cette ces il elle nous vous leur sont où quand quel quelle comment pourquoi gli della " +
		"delle dei di che per non sono nel alla quando dove chi questo quale um uma das em não mais onde quem foi het een van dat niet met voor zijn werd hoe wat waar " +
		"door naar ook och att som ett är på av till hur vad när og af til ikke ve bir bu için ile nasıl hangi kaç mi değil olarak na nie jest się że jak kto gdzie czy dla " +
		"và của là các có được cho không một những trong "
)
