// Command o200k writes the vocabulary of o200k_base in the form that package tokens embeds and searches in place: the number of
// tokens, their starts, a hash table of their ranks, and the tokens one after the other.
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
	number := func(n int) { w.Write([]byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)}) }
	number(len(words))
	at := 0
	for _, word := range words {
		number(at)
		at += len(word)
	}
	number(at)
	for _, held := range table(words) {
		number(held)
	}
	for _, word := range words {
		w.WriteString(word)
	}
	if err := w.Flush(); err != nil {
		log.Fatal(err)
	}
}

const slotBits = 19

// table puts each word's rank + 1 into the first free slot from its hash on: FNV-1a, folded, as package tokens looks it up.
func table(words []string) []int {
	slots := make([]int, 1<<slotBits)
	for rank, word := range words {
		h := uint32(2166136261)
		for i := range len(word) {
			h = (h ^ uint32(word[i])) * 16777619
		}
		slot := (h ^ h>>slotBits) & (1<<slotBits - 1)
		for slots[slot] != 0 {
			slot = (slot + 1) & (1<<slotBits - 1)
		}
		slots[slot] = rank + 1
	}
	return slots
}
