package bert

import "strings"

// perStart is how many pieces stand between two offsets into the vocabulary.
const perStart = 16

// longestPiece is the length of the longest piece in bytes, "##" included; a test compares it with the vocabulary.
const longestPiece = 20

// vocabulary is the list of pieces, ascending by their bytes; a piece is named by its place in it, which is that of its row of words.
type vocabulary struct {
	count                int
	starts, text         string
	begin, end, stranger int32 // [CLS], [SEP] and [UNK]
}

func (v *vocabulary) findMarks() error {
	for _, mark := range []struct {
		at   *int32
		name string
	}{{&v.begin, "[CLS]"}, {&v.end, "[SEP]"}, {&v.stranger, "[UNK]"}} {
		if *mark.at = v.find([]byte(mark.name)); *mark.at < 0 {
			return ErrWeights
		}
	}
	return nil
}

// find returns the place of a piece, or -1.
func (v *vocabulary) find(piece []byte) int32 {
	low, high := 0, len(v.starts)/4 // the group is in low to high-1
	for high-low > 1 {
		middle := (low + high) / 2
		if string(piece) < v.line(int(u32(v.starts, 4*middle))) {
			high = middle
		} else {
			low = middle
		}
	}
	at := int(u32(v.starts, 4*low))
	for i := low * perStart; i < min((low+1)*perStart, v.count); i++ {
		line := v.line(at)
		if line == string(piece) {
			return int32(i)
		}
		at += len(line) + 1
	}
	return -1
}

// line returns the piece that begins at a byte of the text.
func (v *vocabulary) line(at int) string {
	line, _, _ := strings.Cut(v.text[at:min(len(v.text), at+longestPiece+1)], "\n")
	return line
}
