package contextpack

// What stands beside an answer. A floor keeps a pack from speaking where the store knows nothing. Once one hit has passed it and the
// firewall, the store does know the matter, and the next hits may be the other half of the answer with less of the question in
// them: the best few come in at a share of the floor. They are worth little (value is relevance), so they get room after the answer
// has.
const (
	besideShare = 0.5
	maxBeside   = 2
)
