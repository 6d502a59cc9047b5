package projections

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

func (s *testStore) verify() Proof {
	s.t.Helper()
	proof, err := s.p.VerifyRebuild(s.t.Context(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(s.p.Dir, proofPrefix+"*"))
	if len(left) > 0 {
		s.t.Errorf("left behind: %v", left)
	}
	return proof
}

// After any history the live projections equal a rebuild, and the hash is the same in every run.
func TestVerifyingFindsARebuildEqualAfterAnyHistory(t *testing.T) {
	s, rnd, c := newTestStore(t), rand.New(rand.NewPCG(5, 1)), newCorpus(5)
	s.p.tailLimit = 15
	next := 0
	for range 4 {
		for range 20 {
			it := c.item(rnd.IntN(next + 5))
			s.put(it)
			next++
		}
		s.sync()
	}
	first, second := s.verify(), s.verify()
	if !first.Equal || first.Items == 0 || first != second {
		t.Errorf("%+v\n%+v", first, second)
	}
}

// What nobody notices in passing is what the proof is for: one changed vector with a right checksum.
func TestVerifyingFindsAnIndexThatSaysSomethingElse(t *testing.T) {
	s, _ := filled(t, 20)
	m, err := readManifest(s.p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.p.Dir, m.Segments[0].Name, vectorFile)
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	b[vectorHeader+10]++
	copy(b, encodeVectorHeader(m.Dim, (len(b)-vectorHeader)/(4+m.Dim), checksum(b[vectorHeader:])))
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	if proof := s.verify(); proof.Equal {
		t.Errorf("equal: %+v", proof)
	}
	s.rebuild()
	if proof := s.verify(); !proof.Equal {
		t.Errorf("not equal after a rebuild: %+v", proof)
	}
}

// A store that nobody here can write is compared as well, beside the system's temporary files.
func TestVerifyingNeedsNoWritableStore(t *testing.T) {
	s, _ := filled(t, 20)
	want := s.verify()
	if err := os.RemoveAll(s.p.Dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.p.Dir, nil, 0o400); err != nil { // no directory can be made here, whoever tries
		t.Fatal(err)
	}
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	t.Setenv("TMP", temp)
	proof, err := s.p.VerifyRebuild(t.Context(), nil)
	if err != nil || !proof.Equal || proof != want {
		t.Errorf("%+v, %v; want %+v", proof, err, want)
	}
	if left, _ := filepath.Glob(filepath.Join(temp, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}
