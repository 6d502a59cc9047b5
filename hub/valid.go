package hub

import (
	"errors"
	"fmt"
	"time"

	"github.com/factline/memory/items"
)

// SetValid says when a fact was true, which may be another time than when it is written. An empty text leaves its side as it is, "none" takes
// it away. The error begins with the side.
func SetValid(it *items.Item, from, until string) error {
	for _, side := range []struct {
		name, text string
		at         *time.Time
	}{{"from", from, &it.Valid.From}, {"until", until, &it.Valid.Until}} {
		if side.text == "" {
			continue
		}
		at, err := validTime(side.text)
		if err != nil {
			return fmt.Errorf("%s %.40q: want a date such as 2026-11-29, an instant such as 2026-11-29T10:00:00Z, or none", side.name, side.text)
		}
		*side.at = at
		it.Settle("valid." + side.name)
	}
	return nil
}

func validTime(text string) (time.Time, error) {
	if text == "none" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.DateOnly, text)
	if err != nil {
		at, err = time.Parse(time.RFC3339, text)
		at = items.Instant(at)
	}
	if err == nil && at.IsZero() {
		err = errors.New("the first instant of the year 1 stands for no time at all")
	}
	return at, err
}
