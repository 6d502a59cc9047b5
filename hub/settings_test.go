package hub

import (
	"testing"

	"github.com/factline/memory/config"
	"github.com/factline/memory/contextpack"
	"github.com/factline/memory/recall"
)

func TestDefaultsOfTheSettingsAreThoseOfThePackages(t *testing.T) {
	if c := config.Default(); c.Pack.Budget != contextpack.DefaultBudget || c.Pack.Floor != recall.DefaultFloor {
		t.Errorf("settings start at %d tokens and a floor of %g, packs at %d and %g", c.Pack.Budget, c.Pack.Floor, contextpack.DefaultBudget, recall.DefaultFloor)
	}
}
