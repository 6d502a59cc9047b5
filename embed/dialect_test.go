package embed

import (
	"errors"
	"strings"
	"testing"
)

// Whatever a server answers: it is one vector for each text, or an error that does not quote it.
func FuzzAnswers(f *testing.F) {
	f.Add(`{"data":[{"index":1,"embedding":[1,2]},{"index":0,"embedding":[3]}]}`, 2)
	f.Add(`{"data":[{"embedding":[1]},{"embedding":null}]}`, 2)
	f.Add(`{"embeddings":[[1,2],null]}`, 2)
	f.Add(`{"error":"secret"}`, 0)
	f.Fuzz(func(t *testing.T, answer string, n int) {
		n = max(0, min(n, 100))
		for _, decode := range []func([]byte, int) ([][]float64, error){decodeOpenAI, decodeOllama} {
			vectors, err := decode([]byte(answer), n)
			switch {
			case err == nil && len(vectors) != n:
				t.Fatalf("%q: %d vectors for %d texts", answer, len(vectors), n)
			case err == nil:
				h := HTTP{o: HTTPOptions{Dim: 3}}
				if units, err := h.units(vectors); err == nil && len(units) != n {
					t.Fatalf("%q: %d units", answer, len(units))
				}
			case !errors.Is(err, errAnswer) || len(answer) > 12 && strings.Contains(err.Error(), answer):
				t.Fatalf("%q: %v", answer, err)
			}
		}
	})
}
