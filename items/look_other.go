//go:build !linux && !darwin

package items

import "errors"

// Looker looks at files of one folder by name, where the system brings a time of change.
type Looker struct{}

// Look opens a folder; ErrUnsupported where the system brings no time of change.
func (s *Store) Look(string) (*Looker, error) { return nil, errors.ErrUnsupported }

// At looks at one regular file.
func (l *Looker) At(string) (Sight, error) { return Sight{}, errors.ErrUnsupported }

// Close releases the folder.
func (l *Looker) Close() error { return nil }

func keepsTimes(string) bool { return false }
