// Package tokens counts tokens as a model's tokenizer does. It alone holds the tokenizer library.
package tokens

import (
	"sync"

	"github.com/tiktoken-go/tokenizer"
)

// Name is the tokenizer that every budget in this product is counted with.
const Name = "o200k_base"

// codec is opened at the first count: a process that counts nothing does not pay for the vocabulary.
var codec = sync.OnceValue(func() tokenizer.Codec {
	c, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		panic("tokens: " + err.Error()) // the vocabulary is compiled in; a test opens it
	}
	return c
})

// Count returns the number of tokens of text. Text that looks like a special token is counted as the ordinary text it is.
func Count(text string) int {
	if text == "" {
		return 0
	}
	n, err := codec().Count(text)
	if err != nil { // the splitter gave up: no token is shorter than a byte, so the length is a safe count
		return len(text)
	}
	return n
}

// Warm opens the vocabulary, which takes about 80 ms of one core. A process that will count calls it on a goroutine while it
// opens its indexes.
func Warm() { codec() }
