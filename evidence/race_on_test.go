//go:build race

package evidence

// raceEnabled tells slow tests to take less input: the race detector makes them ten times slower.
const raceEnabled = true
