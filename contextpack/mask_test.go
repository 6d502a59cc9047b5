package contextpack

import (
	"strings"
	"testing"

	"github.com/factline/memory/recall"
	"github.com/factline/memory/secrets"
	"github.com/factline/memory/tokens"
)

const account = "DE89 3704 0044 0532 0130 00"

// TestNoPackShowsPersonalDataOfTheKindsThatAreMasked goes through every way in which this package makes text, at every budget: what is masked is
// counted as it stands, and no cut leaves a part of a number.
func TestNoPackShowsPersonalDataOfTheKindsThatAreMasked(t *testing.T) {
	it := fact(1, "Refunds go to "+account, strings.Repeat("filler ", 70)+"from "+account+" by ada.lovelace@example.org",
		"## Why\n\n"+strings.Repeat("reason ", 41)+account+"\n\n"+"and 4111 1111 1111 1111")
	mask := []string{secrets.Card, secrets.IBAN}
	shelf, ids := shelve(it)
	ways := map[string]func(r Request) (Pack, error){
		"build": func(r Request) (Pack, error) {
			res, s := found(it)
			return Build(t.Context(), r, res, s, nil)
		},
		"compose": func(r Request) (Pack, error) {
			return Compose(t.Context(), r, []Section{{Heading: "One:", IDs: ids}}, shelf, nil)
		},
		"standing": func(r Request) (Pack, error) {
			return Standing(t.Context(), r, []Section{{Heading: "One", IDs: ids}}, shelf, nil)
		},
		"material": func(r Request) (Pack, error) {
			text, _ := Material([]Piece{{Head: "ev-1", Text: it.Summary + "\nhidden DE89\u200b3704 0044\u200b 0532 0130 00\n" + it.Body}}, r.Budget, r.Nonce, r.Mask)
			return Pack{Text: text, Tokens: tokens.Count(text)}, nil
		},
	}
	for name, way := range ways {
		shown := 0
		for budget := 30; budget < 700; budget += 11 {
			r := request(budget)
			r.Mask = mask
			p, err := way(r)
			if err != nil {
				t.Fatal(err)
			}
			if n := tokens.Count(p.Text); n > budget || n != p.Tokens {
				t.Fatalf("%s, budget %d: %d tokens, pack says %d", name, budget, n, p.Tokens)
			}
			all := p.Text
			for _, e := range p.Entries {
				all += e.Title
			}
			for _, o := range p.Omitted {
				all += o.Title
			}
			for _, part := range []string{"DE89", "3704", "4111"} {
				if strings.Contains(all, part) {
					t.Fatalf("%s, budget %d: %s is shown:\n%s", name, budget, part, all)
				}
			}
			if strings.Contains(p.Text, "[PERSONAL:iban]") {
				shown++
			}
		}
		if shown == 0 {
			t.Errorf("%s: nothing was shown at any budget", name)
		}
	}

	// the controls: what is not named stays, and an entry's hash is of what memory read prints
	r := request(600)
	r.Mask = mask
	p, err := ways["compose"](r)
	if err != nil || !strings.Contains(p.Text, "ada.lovelace@example.org") || p.Entries[0].SHA256 != hash(it) {
		t.Errorf("%v %+v\n%s", err, p.Entries, p.Text)
	}
	r.Mask = nil
	if p, err = ways["compose"](r); err != nil || !strings.Contains(p.Text, account) {
		t.Errorf("masked without being asked: %v\n%s", err, p.Text)
	}
}

func TestMaskedTitlesStandInOmissionsToo(t *testing.T) {
	a, b := fact(1, "Account "+account, "One.", ""), fact(2, "Account "+account+" again", "Two.", "")
	res, s := found(a, b)
	r := request(600)
	r.Mask, r.MaxItems = []string{secrets.IBAN}, 1
	p, err := Build(t.Context(), r, recall.Result{Hits: res.Hits}, s, nil)
	if err != nil || len(p.Omitted) != 1 || !strings.Contains(p.Omitted[0].Title, "[PERSONAL:iban]") {
		t.Errorf("%v %+v", err, p.Omitted)
	}
}
