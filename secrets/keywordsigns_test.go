package secrets

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/factline/memory/internal/rxtext"
)

// asked are rules whose keyword is more than a sign: what their pattern alone matches is a secret only where the text speaks of the service, or
// where a text made by dice goes beyond what the format means.
var asked = map[string]string{
	"airtable-personnal-access-token": "context", "discord-bot-token": "context", "asana-token": "context", "okta-token": "context", "facebook-access-token": "context",
	"jwt":                       "the header of a token is an object with a key, which begins with eyJ",
	"sidekiq-sensitive-url":     "a dot of the host's name stands for any character in the pattern",
	"slack-config-access-token": "a dot stands for any character in the pattern",
}

// Keywords only spare a rule's time: whatever its pattern matches holds one of them, or the rule would never be asked about it.
func TestEveryMatchHoldsAKeywordOfItsRule(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 2))
	for _, rules := range allRules() {
		for i := range rules {
			r := &rules[i]
			re, err := syntax.Parse(r.pattern, syntax.Perl)
			if err != nil {
				t.Fatal(err)
			}
			shape := newShape(*r)
			met := 0
			for range 400 {
				text := rxtext.Of(re, dice)
				if !shape.re.MatchString(text) {
					continue // two parts that met made another word
				}
				met++
				low, held := strings.ToLower(text), false
				for _, k := range r.keywords {
					held = held || strings.Contains(low, k)
				}
				if !held && asked[r.id] == "" {
					t.Errorf("%s matches %q, which holds none of %q", r.id, text, r.keywords)
					break
				}
			}
			if met == 0 {
				t.Errorf("%s: no text", r.id)
			}
		}
	}
}
