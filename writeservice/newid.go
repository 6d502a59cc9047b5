package writeservice

import (
	"strings"
	"time"

	"github.com/factline/memory/items"
	"github.com/factline/memory/secrets"
)

// newID names an item by its title without the personal data in it: an id is the name of a file, and stands in commits, ledgers and prompts,
// where no mask can take anything out of it.
func (s *Service) newID(at time.Time, title string) items.ID {
	masked, found := secrets.MaskPersonal(title, secrets.PersonalKinds())
	for _, f := range found {
		masked = strings.Replace(masked, "[PERSONAL:"+f.Rule+"]", " ", 1)
	}
	return items.NewID(at, masked, s.Random())
}
