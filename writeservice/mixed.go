package writeservice

// ofOneSession is how many facts of one session stand before those of others had their turn.
const ofOneSession = 3

// Mixed orders candidates for a person who reads only the first of them. Their order stays, but what one session says too much of goes behind the
// rest: ten answers of one talk show little of what lies on the disk. session names the session of a fact.
func Mixed[F any](facts []F, session func(F) string) []F {
	var first, rest []F
	seen := map[string]int{}
	for _, f := range facts {
		name := session(f)
		if seen[name]++; seen[name] <= ofOneSession {
			first = append(first, f)
		} else {
			rest = append(rest, f)
		}
	}
	return append(first, rest...)
}
