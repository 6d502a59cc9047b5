package atomicfile

// Guard is asked ahead of each step that changes the disk, by name; its error is that step's failure. nil lets every step pass: tests break
// work off with it, nothing else does.
type Guard func(step string) error

// Step asks the guard.
func (g Guard) Step(name string) error {
	if g == nil {
		return nil
	}
	return g(name)
}
