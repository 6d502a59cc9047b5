package recall

import (
	"fmt"
	"testing"

	"github.com/factline/memory/items"
)

func TestAQuestionInAnUnknownScriptIsShownOnlyWhereAFactIsClearlyNear(t *testing.T) {
	ask := func(cosine float64, others int) float64 {
		notes := []note{{Head: head("installer", "runtime installer location")}}
		for n := range others {
			notes = append(notes, note{Head: head(fmt.Sprintf("z-%04d", n), "another matter")})
		}
		ix := newIndex(notes...)
		ix.near = map[items.ID]float64{"installer": cosine}
		res := mustFind(t, ix, Query{Text: "установка скрипта"})
		if len(res.Hits) != 1 {
			t.Fatalf("%+v", res.Hits)
		}
		return res.Hits[0].Relevance
	}
	if got := ask(0.31, 20); got < DefaultFloor {
		t.Errorf("near, small store: %.2f", got)
	}
	if got := ask(0.2, 20); got >= DefaultFloor {
		t.Errorf("far: %.2f", got)
	}
	if got := ask(0.31, 2000); got >= DefaultFloor {
		t.Errorf("the best of two thousand is as near by chance: %.2f", got)
	}
}

func TestVectorsCountByWhatTheyKnowOfTheQuestion(t *testing.T) {
	ix := newIndex(note{Head: head("a", "redis cache")}, note{Head: head("b", "queue depth")})
	ix.near = map[items.ID]float64{"b": 0.9}
	part := func(known float64) float64 {
		ix.known = known
		for _, h := range mustFind(t, ix, Query{Text: "redis"}).Hits {
			for _, p := range h.Parts {
				if h.ID == "b" && p.Name == "vector" {
					return p.Value
				}
			}
		}
		return 0
	}
	all, half, none := part(1), part(0.35), part(0.05)
	if all != Defaults().Vector || half >= all || half <= 0 || none >= half/2 {
		t.Errorf("%.3f %.3f %.3f", all, half, none)
	}
}

// TestQuestionsInLanguagesThatTheStoreDoesNotHold asks a store of English and Chinese in others: what it knows passes the floor, and what it does not
// know does not.
func TestQuestionsInLanguagesThatTheStoreDoesNotHold(t *testing.T) {
	v := rankStore(t, "rank")
	for text, want := range map[string]string{
		"Wie viele Anmeldeversuche sind pro Minute erlaubt?":              "rate-limit",
		"¿Cuántos intentos de inicio de sesión se permiten por minuto?":   "rate-limit",
		"Combien de tentatives de connexion sont autorisées par minute ?": "rate-limit",
		"Quanti tentativi di accesso sono consentiti al minuto?":          "rate-limit",
		"Wie blättern die Listen, mit Cursor oder mit Offset?":            "cursor-pagination",
		"¿Cómo se paginan las listas, con cursor?":                        "cursor-pagination",
		"ログインは一分間に何回まで試せますか":                                              "zh-login-limit",
		"どのデータベースを使っていますか":                                                "no-orm",
		"Was ist die Hauptstadt von Australien?":                          "",
		"¿Cuál es la receta de la tortilla de patatas?":                   "",
		"Quel temps fera-t-il demain à Paris ?":                           "",
		"日本の首都はどこですか":                                                     "",
		"danke, das passt so für heute":                                   "",
	} {
		res, err := Find(t.Context(), v, Query{Text: text, Now: now})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(res.Hits) > 0 && res.Hits[0].Relevance >= DefaultFloor {
			got = string(res.Hits[0].ID)
		}
		if got != want {
			t.Errorf("%s: %q passes the floor, want %q", text, got, want)
		}
	}
}

// TestAStoreInTheLanguageOfTheQuestionIsAskedByItsWords: small words that the store's items hold show that it has the language.
func TestAStoreInTheLanguageOfTheQuestionIsAskedByItsWords(t *testing.T) {
	near := func(summary string) float64 {
		a, b := head("a", summary), head("b", summary)
		ix := newIndex(note{Head: a}, note{Head: b})
		ix.near = map[items.ID]float64{"a": 0.4}
		for _, h := range mustFind(t, ix, Query{Text: "Wie wird die Rechnung verschickt?"}).Hits {
			if h.ID == "a" {
				return h.Relevance
			}
		}
		return 0
	}
	if got := near("orders are sent by queue"); got < DefaultFloor {
		t.Errorf("a store without German: %.2f", got)
	}
	if got := near("alles wird geplant und gebaut"); got >= DefaultFloor {
		t.Errorf("a store in German: %.2f", got)
	}
}

// A store in another language is asked in English: what is near passes, what names alone say is not enough, and a store that holds English is asked by its words.
func TestAnEnglishQuestionToAStoreInAnotherLanguage(t *testing.T) {
	near := func(summary, question string, cosine float64) float64 {
		ix := newIndex(note{Head: head("a", "Канада "+summary)}, note{Head: head("b", summary)}, note{Head: head("c", summary)})
		ix.near = map[items.ID]float64{"a": cosine}
		for _, h := range mustFind(t, ix, Query{Text: question}).Hits {
			if h.ID == "a" {
				return h.Relevance
			}
		}
		return 0
	}
	const russian, english = "заказы идут в очередь и в базу", "orders go to the queue and to the base"
	if got := near(russian, "which province of Canada is the largest?", 0.4); got < DefaultFloor {
		t.Errorf("a store in Russian: %.2f", got)
	}
	if got := near(russian, "which province of Canada is the largest?", 0.2); got >= DefaultFloor {
		t.Errorf("far: %.2f", got)
	}
	if got := near(russian, "9.10 0.9 Xorg 3.9 2.9 gimp", 0.5); got >= DefaultFloor {
		t.Errorf("what a program printed: %.2f", got)
	}
	if got := near(english, "which province of Canada is the largest?", 0.4); got >= DefaultFloor {
		t.Errorf("a store in English: %.2f", got)
	}
}

// What words find beside a cosine that says little is a second witness, where something is asked.
func TestWordsAndACosineAcrossLanguagesSpeakTogether(t *testing.T) {
	ask := func(text string) float64 {
		ix := newIndex(note{Head: head("a", "Kafka broker settings")}, note{Head: head("b", "another matter")})
		ix.near = map[items.ID]float64{"a": 0.2}
		return mustFind(t, ix, Query{Text: text}).Hits[0].Relevance
	}
	apart, asked, told := ask("Как настроен брокер?"), ask("Как настроен брокер Kafka?"), ask("настрой брокер Kafka заново")
	if apart >= DefaultFloor || asked < DefaultFloor || told >= DefaultFloor {
		t.Errorf("cosine alone %.2f, with a name %.2f, the same in a command %.2f", apart, asked, told)
	}
}

func TestWordsOfGrammarAreTheirOwnAnalysis(t *testing.T) {
	v := rankStore(t, "rank")
	for _, word := range grammar {
		if terms := v.Words(word); len(terms) != 1 || terms[0].Text != word {
			t.Errorf("%s is indexed as %v", word, terms)
		}
	}
}
