package main

import "time"

// hookStart is when a hook began and how busy the machine is: what the agent waits for begins before main does.
type hookStart struct {
	at     time.Time     // of the process, as near as the system tells
	before time.Duration // from then to the first look at the clock here
	load   float64       // how many times its work the start took: 1 where nobody else wants the CPU
}

// startedAt is asked first of all.
func startedAt(s *streams) hookStart {
	h := hookStart{at: time.Now(), load: 1}
	if s.startup == nil {
		return h
	}
	ran, waited := s.startup()
	h.before = ran + waited
	h.at = h.at.Add(-h.before)
	if ran > 0 {
		h.load = float64(h.before) / float64(ran)
	}
	return h
}

// deadline is when a hook of some patience has answered. No more than half of it counts as gone before main: a script that worked for long
// and then became this process has left the agent waiting, and an answer is worth as much to it as before.
func (h hookStart) deadline(patience time.Duration) time.Time {
	return h.main().Add(patience - min(h.before, patience/2))
}

// main is when this program was reached.
func (h hookStart) main() time.Time { return h.at.Add(h.before) }

// closing is the CPU time of what comes behind the answer: the record, and the end of the process.
const closing = 2 * time.Millisecond

// reserve is what that takes on a machine as busy as this one, within a quarter of the patience.
func (h hookStart) reserve(patience time.Duration) time.Duration {
	return min(time.Duration(h.load*float64(closing)), patience/4)
}
