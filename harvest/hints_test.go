package harvest

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/factline/memory/evidence"
	"github.com/factline/memory/internal/rxtext"
)

// Hints only spare the rules' time: whatever a rule begins with holds one of them, or no rule would be asked about the sentence.
func TestEveryMatchHoldsAHint(t *testing.T) {
	dice := rand.New(rand.NewPCG(7, 3))
	for name, p := range map[string]*pattern{
		"rememberEN": rememberEN, "rememberTo": rememberTo, "inRemember": inRemember, "rememberZH": rememberZH, "asideEN": asideEN, "agentsFile": agentsFile,
		"prefersEN": prefersEN, "likesEN": likesEN, "alwaysEN": alwaysEN, "prefersZH": prefersZH, "pleaseZH": pleaseZH,
		"decidedEN": decidedEN, "chosenEN": chosenEN, "strongEN": strongEN, "notWhen": notWhen, "everywhere": everywhere, "chosenZH": chosenZH, "decidedZH": decidedZH,
		"standingEN": standingEN, "standingZH": standingZH, "mustUseZH": mustUseZH, "prohibitsEN": prohibitsEN, "prohibitsZH": prohibitsZH, "avoidEN": avoidEN,
		"useNotEN": useNotEN, "wrongIs": wrongIs, "shouldNot": shouldNot, "wrongZH": wrongZH, "notButZH": notButZH, "rootIs": rootIs, "place": place,
	} {
		re, err := syntax.Parse(p.source, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		met := 0
		for range 3000 {
			low := lowerASCII(rxtext.Of(re, dice))
			if !p.MatchString(low) {
				continue // two parts that met made another word
			}
			met++
			if !hinted(low) {
				t.Errorf("%s matches %q, which holds no hint", name, low)
				break
			}
		}
		if met == 0 {
			t.Errorf("%s: no text", name)
		}
	}
}

// A part of the system and where it is are found however the sentence joins them.
func TestWhereAPartStandsIsFoundByTheAddressAlone(t *testing.T) {
	for _, text := range []string{"The staging database is at 10.0.3.4.", "Our registry is mirror.internal.", "The queue sits behind 10.2.0.7."} {
		if found := said(readWords(&evidence.Record{Text: text}).sent, false); len(found) != 1 {
			t.Errorf("%q: %d found", text, len(found))
		}
	}
}

// A hint that every sentence holds spares nothing.
func TestPlainSentencesHoldNoHint(t *testing.T) {
	plain := 0
	texts := strings.Split("Can you look at the failing build?|Thanks, that works now|What does this function return?|Show me the diff|Run the tests please|Continue|Why is the page blank|Fix the typo in the title", "|")
	for _, text := range texts {
		if !hinted(lowerASCII(text)) {
			plain++
		}
	}
	if plain < len(texts)*3/4 {
		t.Errorf("%d of %d sentences are spared", plain, len(texts))
	}
}
