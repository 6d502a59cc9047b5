package govern

import (
	"testing"
	"time"
)

func TestALessonGrowsByATenthOfWhatIsMissing(t *testing.T) {
	c := FirstConfidence(false)
	for _, want := range []float64{0.55, 0.595, 0.6355} {
		if c = Reinforced(c); c != want {
			t.Errorf("got %v, want %v", c, want)
		}
	}
	if FirstConfidence(true) <= FirstConfidence(false) || Reinforced(1) != 1 {
		t.Error("a person's correction is surer, and nothing is surer than 1")
	}
}

func TestALessonFadesByWholeWeeks(t *testing.T) {
	const day = 24 * time.Hour
	if got := Faded(0.9, 1000*day); got != leastFaded {
		t.Errorf("years unused: %v, want %v", got, leastFaded)
	}
	if got := Faded(0.1, 1000*day); got != 0.1 {
		t.Errorf("years unused, never sure: %v", got)
	}
	for unused, want := range map[time.Duration]float64{-day: 0.8, 6 * day: 0.8, 7 * day: 0.76, 20 * day: 0.722, 70 * day: 0.479} {
		if got := Faded(0.8, unused); got != want {
			t.Errorf("%v unused: %v, want %v", unused, got, want)
		}
	}
}
