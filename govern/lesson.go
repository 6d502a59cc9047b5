package govern

import (
	"math"
	"time"
)

// Confidence of lessons. A correction by a person is surer than what an agent noticed by itself; each reinforcement takes a tenth of
// what is missing to 1; a week without use costs a twentieth.
const (
	corrected  = 0.7
	noticed    = 0.5
	step       = 0.1
	weeklyFade = 0.95
	week       = 7 * 24 * time.Hour

	// leastFaded is the least that time leaves of a lesson: it stands behind others then, and is still shown where nothing else answers. Only what a
	// person or a correction says of it silences it.
	leastFaded = 0.2
)

// FirstConfidence is how sure a new lesson is.
func FirstConfidence(byPerson bool) float64 {
	if byPerson {
		return corrected
	}
	return noticed
}

// Reinforced is the confidence of a lesson that held again.
func Reinforced(confidence float64) float64 { return round(confidence + step*(1-confidence)) }

// Faded is what whole weeks without use leave of a lesson's confidence, at least leastFaded if it had that. A time in the future takes nothing.
func Faded(confidence float64, unused time.Duration) float64 {
	weeks := math.Floor(max(0, unused.Hours()) / week.Hours())
	return round(max(confidence*math.Pow(weeklyFade, weeks), min(confidence, leastFaded)))
}

// round keeps four decimals, so that a file shows 0.55 and not 0.55000000000000004.
func round(c float64) float64 { return math.Round(c*1e4) / 1e4 }
