package projections

import (
	"errors"
	"testing"
)

// What is kept serves as long as no file came or went by other hands.
func TestWhatIsKeptIsOpenedOnlyWhereNoFileCameOrWent(t *testing.T) {
	s := counted(t, 10)
	v, err := s.p.OpenKept(t.Context())
	if err != nil || v.Len() != 10 {
		t.Fatalf("%v, %v", v, err)
	}
	v.Close()
	tick(t, s)
	s.put(item(20, "New", "Body."))
	if v, err := s.p.OpenKept(t.Context()); !errors.Is(err, ErrBehind) {
		t.Errorf("%v, %v; want ErrBehind", v, err)
	}
}
