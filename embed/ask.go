package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

const (
	firstPause = 250 * time.Millisecond // doubled after each try
	maxPause   = 10 * time.Second       // also of a pause that the endpoint asks for
	numberSize = 32                     // most bytes of one number in an answer, with its comma
)

// again marks an error that another try may cure, after a pause that the endpoint asked for (0 = none).
type again struct {
	error
	pause time.Duration
}

// ask sends one batch until it is answered, an error is final, or the tries are used up.
func (h *HTTP) ask(ctx context.Context, texts []string) ([][]float32, error) {
	body, err := json.Marshal(request{h.o.Model, texts})
	if err != nil {
		return nil, err
	}
	pause := firstPause
	for try := 1; ; try++ {
		vectors, err := h.try(ctx, body, len(texts))
		retry, may := errors.AsType[again](err)
		switch {
		case !may:
			return vectors, err
		case try == h.o.Attempts || ctx.Err() != nil:
			return nil, retry.error
		}
		if err := h.o.Sleep(ctx, min(maxPause, max(pause, retry.pause))); err != nil {
			return nil, err
		}
		pause *= 2
	}
}

func (h *HTTP) try(ctx context.Context, body []byte, n int) ([][]float32, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.o.BaseURL+h.speak.path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if h.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+h.o.Key)
	}
	res, err := h.client.Do(req)
	if err != nil {
		if wrapped, ok := errors.AsType[*url.Error](err); ok {
			err = wrapped.Err // the address is named once, by Embed
		}
		return nil, again{err, 0}
	}
	defer res.Body.Close()
	answer, err := h.read(res, n)
	if err != nil {
		return nil, err
	}
	vectors, err := h.speak.decode(answer, n)
	if err != nil {
		return nil, err
	}
	return h.units(vectors)
}

// read returns the body of a good answer. The body of a bad one is not shown: it may quote what was sent.
func (h *HTTP) read(res *http.Response, n int) ([]byte, error) {
	switch code := res.StatusCode; {
	case code == http.StatusOK:
	case code == http.StatusTooManyRequests || code >= 500:
		seconds, _ := strconv.Atoi(res.Header.Get("Retry-After")) // absent, or a date: the usual pause
		return nil, again{fmt.Errorf("it answered %d", code), time.Duration(seconds) * time.Second}
	case code == http.StatusUnauthorized || code == http.StatusForbidden:
		return nil, fmt.Errorf("it answered %d: check the key", code)
	case code == http.StatusNotFound:
		return nil, fmt.Errorf("it answered %d: check the address and that the model is installed there", code)
	default:
		return nil, fmt.Errorf("it answered %d", code)
	}
	limit := int64(n*h.o.Dim*numberSize + 1<<20)
	answer, err := io.ReadAll(io.LimitReader(res.Body, limit+1))
	switch {
	case err != nil:
		return nil, again{err, 0}
	case int64(len(answer)) > limit:
		return nil, fmt.Errorf("%w of %d numbers: it is larger than %d bytes", errAnswer, h.o.Dim, limit)
	}
	return answer, nil
}

// units checks lengths and scales to 1. A vector of zeros stays one.
func (h *HTTP) units(vectors [][]float64) ([][]float32, error) {
	out := make([][]float32, len(vectors))
	for i, v := range vectors {
		if len(v) != h.o.Dim {
			return nil, fmt.Errorf("the vectors have %d numbers, not %d: correct the configured length", len(v), h.o.Dim)
		}
		squares := 0.0
		for _, x := range v {
			squares += float64(x * x)
		}
		if math.IsInf(squares, 0) {
			return nil, fmt.Errorf("%w: a number is out of range", errAnswer)
		}
		out[i] = make([]float32, len(v))
		if squares == 0 {
			continue
		}
		length := math.Sqrt(squares)
		for j, x := range v {
			out[i][j] = float32(x / length)
		}
	}
	return out, nil
}
