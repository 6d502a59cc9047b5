package embed

import (
	"encoding/json"
	"errors"
	"fmt"
)

// dialect is what differs between protocols. Both take the same request.
type dialect struct {
	path   string
	decode func(body []byte, n int) ([][]float64, error) // n vectors, in the order of the texts
}

func dialectOf(p Protocol) (d dialect, known bool) {
	switch p {
	case OpenAI:
		return dialect{"/embeddings", decodeOpenAI}, true
	case Ollama:
		return dialect{"/api/embed", decodeOllama}, true
	}
	return dialect{}, false
}

type request struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

var errAnswer = errors.New("the answer is not a list of vectors")

// decodeOpenAI places vectors by their index: servers may answer in any order.
func decodeOpenAI(body []byte, n int) ([][]float64, error) {
	var answer struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float64 `json:"embedding"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return nil, errAnswer // the error of json could quote the answer
	}
	if len(answer.Data) != n {
		return nil, fmt.Errorf("%w: %d vectors for %d texts", errAnswer, len(answer.Data), n)
	}
	vectors := make([][]float64, n)
	for _, d := range answer.Data {
		if d.Index < 0 || d.Index >= n || vectors[d.Index] != nil {
			return nil, fmt.Errorf("%w: index %d of %d texts comes twice or is out of range", errAnswer, d.Index, n)
		}
		vectors[d.Index] = d.Embedding
	}
	return vectors, nil
}

func decodeOllama(body []byte, n int) ([][]float64, error) {
	var answer struct {
		Embeddings [][]float64 `json:"embeddings"`
	}
	if json.Unmarshal(body, &answer) != nil {
		return nil, errAnswer
	}
	if len(answer.Embeddings) != n {
		return nil, fmt.Errorf("%w: %d vectors for %d texts", errAnswer, len(answer.Embeddings), n)
	}
	return answer.Embeddings, nil
}
