package hub

import (
	"cmp"

	"github.com/factline/memory/config"
)

// Setting is one key with its value and where it comes from.
type Setting struct {
	Key     string `json:"key"`
	Value   string `json:"value"`
	From    string `json:"from"` // default, user or store
	Default string `json:"default"`
	About   string `json:"about"`
}

// settings reads this store's settings over those of the user's store.
func (h *Hub) settings() (config.Config, error) {
	return config.Load(h.Dir, h.baseSettings(), h.Trusted())
}

// baseSettings are what holds before this store has its say.
func (h *Hub) baseSettings() config.Config {
	if h.user != nil {
		return h.user.Config
	}
	return config.Default()
}

// Settings lists every key with what holds here.
func (h *Hub) Settings() []Setting {
	standard, base := config.Default(), h.baseSettings()
	var list []Setting
	for _, k := range config.Keys {
		s := Setting{Key: k.Path, Value: k.Get(h.Config), From: "default", Default: k.Default, About: k.About}
		switch {
		case s.Value != k.Get(base):
			s.From = "store"
		case s.Value != k.Get(standard):
			s.From = "user"
		}
		list = append(list, s)
	}
	return list
}

// floor is the least relevance that a request asks for, in the firewall's terms, where 0 means its default.
func (h *Hub) floor(asked float64) float64 {
	return cmp.Or(asked, h.Config.Pack.Floor, -1)
}
