package items

import (
	"context"
	"fmt"
	"strings"
)

// maxListed is how many ids an ErrAmbiguous names.
const maxListed = 5

// minPart is the length in bytes of the shortest part of an id that stands for it: of shorter ones almost any hits something by chance, as
// the random tails hold all letters, and an item would be retired that nobody meant. One Chinese letter has 3 bytes.
const minPart = 3

// Resolve finds the one id that a person means: the id itself, else the one that starts with prefix, else the one with this
// random tail (or the start of it, 4 letters or more), else the one that holds it. The first of these rules that matches anything decides;
// ErrAmbiguous lists up to 5 of several matches. Less than minPart is no part of any id.
func (s *Store) Resolve(ctx context.Context, prefix string) (ID, error) {
	prefix = strings.TrimSuffix(strings.TrimSpace(prefix), Ext)
	if prefix == "" {
		return "", fmt.Errorf("an empty id: %w", ErrNotFound)
	}
	if id := ID(prefix); id.Check() == "" {
		if f, err := s.find(ctx, id); err == nil && f.ID == id {
			return id, nil // the whole id needs no listing
		}
	}
	l, err := s.list(ctx)
	if err != nil {
		return "", err
	}
	rules := []func(id ID) bool{
		func(id ID) bool { return string(id) == prefix },
		func(id ID) bool { return len(prefix) >= minPart && strings.HasPrefix(string(id), prefix) },
		func(id ID) bool { return len(prefix) >= 4 && strings.HasPrefix(id.tail(), prefix) },
		func(id ID) bool { return len(prefix) >= minPart && strings.Contains(id.named(), prefix) },
	}
	for _, rule := range rules {
		var found []ID
		for _, f := range l.files {
			if rule(f.ID) {
				found = append(found, f.ID)
			}
		}
		switch {
		case len(found) == 1:
			return found[0], nil
		case len(found) > 1:
			more := ""
			if len(found) > maxListed {
				more = fmt.Sprintf(" and %d more", len(found)-maxListed)
			}
			return "", fmt.Errorf("%w: %s%s; give more letters", ErrAmbiguous, joinWords(found[:min(len(found), maxListed)]), more)
		}
	}
	return "", fmt.Errorf("nothing matches %.60q: %w; memory list shows what there is", prefix, ErrNotFound)
}
