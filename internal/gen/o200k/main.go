// Command o200k writes the vocabulary of o200k_base in the compact form that package tokens embeds: for each token in the
// order of its rank one byte of length, then all tokens one after the other.
//
//	cd internal/gen/o200k && go run . > ../../../tokens/o200k.bin
package main

import (
	"bufio"
	"log"
	"os"

	"github.com/tiktoken-go/tokenizer"
)

func main() {
	log.SetFlags(0)
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		log.Fatal(err)
	}
	var words []string
	for id := uint(0); ; id++ {
		word, err := codec.Decode([]uint{id})
		if err != nil { // ids are dense: the first gap is the end
			break
		}
		if len(word) == 0 || len(word) > 255 {
			log.Fatalf("token %d has %d bytes", id, len(word))
		}
		words = append(words, word)
	}
	w := bufio.NewWriter(os.Stdout)
	n := len(words)
	w.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)})
	for _, word := range words {
		w.WriteByte(byte(len(word)))
	}
	for _, word := range words {
		w.WriteString(word)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}
