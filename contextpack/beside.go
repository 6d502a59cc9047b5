package contextpack

// What stands beside an answer. A floor keeps a pack from speaking where the store knows nothing. Once one hit has passed it and the
// firewall, the store does know the matter, and the next hits may be the other half of the answer with less of the question in
// them: the best few come in at a share of the floor. They are worth little (value is relevance), so they get room after the answer
// has. Beside a strong answer a hit by a single word is no other half: it must be as relevant as a share of that answer, too, also
// where the firewall keeps the best answer back and a lesser one stands in its place.
const (
	besideShare  = 0.5
	besideAnswer = 1.0 / 3 // dev: the other halves of answers reach .34 to .45 of them, a sixth of the others stay below
	maxBeside    = 2
)

// besideFloor is the relevance that a hit needs beside an answer; best is that of the strongest that was found.
func besideFloor(floor, best float64) float64 {
	return min(floor, max(besideShare*floor, besideAnswer*best))
}
