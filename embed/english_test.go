package embed

import "testing"

func TestEnglishIsToldFromOtherLanguagesInLatinLetters(t *testing.T) {
	for text, want := range map[string]bool{
		"How many tries does someone get when signing in?":                          true,
		"fix lint in useEffect":                                                     true,
		"func (s *Store) Files(ctx context.Context) ([]File, error) { return nil }": true,
		"The naïve approach is what the café in Zürich uses":                        true,
		"comment this block":                                                        true,
		"add a comment per function":                                                true,
		"add a comment above line 40":                                               true,
		"requests per second":                                                       true,
		"jest comment":                                                              true,
		"deploy los angeles":                                                        true,
		"MIT license":                                                               true,
		"comment on déploie":                                                        false,
		"tiempo de vida del token":                                                  false,
		"requêtes par seconde":                                                      false,
		"":                                                                          true,
		"Wie viele Punkte gab die Verteidigung der Panthers ab?":        false,
		"¿Cuántos puntos concedió la defensa de los Panthers?":          false,
		"Combien de points la défense des Panthers a-t-elle cédés ?":    false,
		"Quanti punti ha concesso la difesa dei Panthers?":              false,
		"Quantos pontos a defesa dos Panthers cedeu e onde foi o jogo?": false,
		"Hoeveel punten gaf de verdediging van de Panthers op?":         false,
		"Hur många poäng släppte Panthers försvar in?":                  false,
		"Panthers savunması kaç puan verdi?":                            false,
		"Ile punktów straciła obrona Panthers, gdzie i dla kogo?":       false,
		"Hàng phòng ngự của Panthers đã để mất bao nhiêu điểm?":         false,
	} {
		if got := English(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
