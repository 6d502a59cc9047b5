package bert

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
)

// original is a text with its pieces and its vector, to four digits, as the network gives them in double precision.
type original struct {
	Text   string
	Pieces []string
	Vector []float32
}

func originals(t testing.TB) []original {
	t.Helper()
	b, err := os.ReadFile("testdata/original.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []original
	if err := json.Unmarshal(b, &all); err != nil || len(all) < 12 {
		t.Fatalf("%d texts, error %v", len(all), err)
	}
	return all
}

func opened(t testing.TB) *Model {
	t.Helper()
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		ab += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	return ab / math.Sqrt(aa*bb)
}

func TestVectorsAreThoseOfTheOriginal(t *testing.T) {
	m := opened(t)
	sum, least := 0.0, 1.0
	all := originals(t)
	for _, o := range all {
		c := cosine(m.Vector(o.Text), o.Vector)
		if !(c >= 0.985) {
			t.Errorf("%.40q: cosine %.4f", o.Text, c)
		}
		t.Logf("%.4f %.40q", c, o.Text)
		sum, least = sum+c, min(least, c)
	}
	t.Logf("cosine to the original: mean %.4f, least %.4f", sum/float64(len(all)), least)
}

func TestPiecesAreThoseOfTheOriginal(t *testing.T) {
	m := opened(t)
	for _, o := range originals(t) {
		if got := m.spelled(m.vocabulary.cut(nil, o.Text)); !slices.Equal(got, o.Pieces) {
			t.Errorf("%.40q: %q, want %q", o.Text, got, o.Pieces)
		}
	}
}

// spelled reads pieces back.
func (m *Model) spelled(pieces []int32) []string {
	lines := strings.Split(m.vocabulary.text, "\n")
	var all []string
	for _, p := range pieces {
		all = append(all, lines[p])
	}
	return all
}

// The plain way must give the bits of the quick one. It is slow: long texts are left to the tiles' own test and to EveryMachine, which other
// processors run in the plain way.
func TestThePlainWayGivesTheSameBits(t *testing.T) {
	quick, plain := opened(t), opened(t)
	plain.plain = true
	texts := []string{"I", strings.Repeat("queue ", 14), strings.Repeat("queue ", 15)} // 3, 16 and 17 pieces
	for _, o := range originals(t) {
		if len(o.Pieces) < 32 {
			texts = append(texts, o.Text)
		}
	}
	for _, text := range texts {
		if a, b := quick.Vector(text), plain.Vector(text); !slices.Equal(a, b) {
			t.Errorf("%.40q: cosine %v", text, cosine(a, b))
		}
	}
}

// bits is what a machine of any kind must give.
const bits = "2cab362fb57060a6"

func TestEveryMachineGivesTheSameBits(t *testing.T) {
	m := opened(t)
	hash := sha256.New()
	for _, o := range originals(t) {
		for _, x := range m.Vector(o.Text) {
			fmt.Fprintf(hash, "%08x", math.Float32bits(x))
		}
	}
	if got := hex.EncodeToString(hash.Sum(nil)[:8]); got != bits {
		t.Errorf("bits %s, want %s", got, bits)
	}
}

// A text's vector must not depend on what the buffers held before.
func TestBuffersLeaveNothingBehind(t *testing.T) {
	m := opened(t)
	want := m.Vector("fix lint")
	long := m.Vector(strings.Repeat("a long text about queues ", 60))
	if !slices.Equal(m.Vector("fix lint"), want) {
		t.Error("another vector after a long text")
	}
	if !slices.Equal(m.Vector(strings.Repeat("a long text about queues ", 60)), long) {
		t.Error("another vector of the long text after a short one")
	}
}

func TestOtherScriptsGiveZeros(t *testing.T) {
	m := opened(t)
	for _, text := range []string{"", " \n", "继续", "где лежит скрипт", "1234", "?!"} {
		if v := m.Vector(text); slices.ContainsFunc(v, func(x float32) bool { return x != 0 }) {
			t.Errorf("%q has a vector", text)
		}
	}
}

func TestWhatIsForThisNetwork(t *testing.T) {
	for text, want := range map[string]bool{
		"fix lint": true, "修复 parseHTTPHeader 的 bug": true, "多Agent共享第二大脑": false, "": false, "42!": false, "где API": true, "Größe": true,
	} {
		if Knows(text) != want {
			t.Errorf("%q: want %v", text, want)
		}
	}
}

// The digest in the name is read, not computed, at start: here it is computed.
func TestTheNameIsThatOfTheWeights(t *testing.T) {
	sum := sha256.Sum256([]byte(weights[headerSize:]))
	if want := hex.EncodeToString(sum[:6]); !strings.HasSuffix(Name(), "+"+want) {
		t.Errorf("%s does not end in %s", Name(), want)
	}
}

// All weights of the binary together may be 40,000,000 bytes; the word table of package embed is the rest.
func TestWeightsStayWithinTheirShare(t *testing.T) {
	table, err := os.Stat("../static.bin")
	if err != nil {
		t.Fatal(err)
	}
	if sum := table.Size() + int64(len(weights)); sum > 40_000_000 {
		t.Errorf("%d bytes", sum)
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	for _, blob := range []string{"", weights[:63], weights[:1000], weights[:len(weights)-1], weights + "x", "x" + weights[1:]} {
		if _, err := open(blob); err == nil {
			t.Errorf("%d bytes were opened", len(blob))
		}
	}
}

func TestTheVocabularyAscends(t *testing.T) {
	m := opened(t)
	last, n := "", 0
	scanner := bufio.NewScanner(strings.NewReader(m.vocabulary.text))
	for ; scanner.Scan(); n++ {
		piece := scanner.Text()
		if piece <= last || len(piece) > longestPiece || m.vocabulary.find([]byte(piece)) != int32(n) {
			t.Fatalf("piece %d, %q, after %q: found at %d", n, piece, last, m.vocabulary.find([]byte(piece)))
		}
		last = piece
	}
	if n != m.vocabulary.count {
		t.Errorf("%d pieces, the header says %d", n, m.vocabulary.count)
	}
}

// Pieces are valid, at most 256, between the two marks, and the same each time.
func FuzzPieces(f *testing.F) {
	for _, seed := range []string{"Lists page by cursor", "修复 parseHTTPHeader(c++)", "naïve nai\u0308ve ÀÉ", "\xff a\x00b\u200b", "[CLS] [SEP]", "İstanbul ǅ ﬁ", strings.Repeat("ab ", 200), strings.Repeat("z", 101)} {
		f.Add(seed)
	}
	m := opened(f)
	f.Fuzz(func(t *testing.T, text string) {
		v := &m.vocabulary
		pieces := v.cut(nil, text)
		if len(pieces) < 2 || len(pieces) > maxPieces || pieces[0] != v.begin || pieces[len(pieces)-1] != v.end {
			t.Fatalf("%d pieces", len(pieces))
		}
		for _, p := range pieces {
			if p < 0 || int(p) >= v.count {
				t.Fatalf("piece %d", p)
			}
		}
		if !slices.Equal(pieces, v.cut(nil, text)) {
			t.Fatal("other pieces the second time")
		}
		if inside := pieces[1 : len(pieces)-1]; slices.Contains(inside, v.begin) || slices.Contains(inside, v.end) {
			t.Fatal("a text holds a mark")
		}
	})
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		opened(b)
	}
}

func BenchmarkVector(b *testing.B) {
	texts := []struct{ name, text string }{
		{"11_words", "how do we page through long lists of orders by cursor"},
		{"40_words", strings.Repeat("Lists page by cursor and offset scans broke past many. ", 4)},
		{"200_words", strings.Repeat("Lists page by cursor and offset scans broke past many. ", 20)},
	}
	for _, way := range []string{"quick", "plain"} {
		for _, x := range texts {
			b.Run(way+"/"+x.name, func(b *testing.B) {
				m := opened(b)
				m.plain = way == "plain"
				b.ReportAllocs()
				for b.Loop() {
					m.Vector(x.text)
				}
			})
		}
	}
}

func TestReadGivesTheVectorAndThoseOfThePieces(t *testing.T) {
	m, err := Open()
	if err != nil {
		t.Fatal(err)
	}
	whole, pieces := m.Read("The cache is purged at midnight")
	if !slices.Equal(whole, m.Vector("The cache is purged at midnight")) || len(pieces) < 6 {
		t.Errorf("%d pieces, or another vector", len(pieces))
	}
	for _, p := range pieces {
		length := 0.0
		for _, x := range p {
			length += float64(x) * float64(x)
		}
		if math.Abs(length-1) > 1e-5 {
			t.Errorf("length %v", length)
		}
	}
	if _, none := m.Read("缓存"); len(none) > 0 {
		t.Error("pieces of a text without a Latin letter")
	}
}
