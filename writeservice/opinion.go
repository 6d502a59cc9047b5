package writeservice

import (
	"context"

	"github.com/factline/memory/compare"
	"github.com/factline/memory/items"
)

// opinion is how other facts stand to one, each asked once: a network that reads sentences takes milliseconds for each. Use it from one goroutine.
type opinion struct {
	of        compare.Fact
	relation  func(older compare.Fact) compare.Result
	guess     func(older compare.Fact) compare.Guess
	relations map[compare.Fact]compare.Result
	guesses   map[compare.Fact]compare.Guess
}

func opinionOf(ctx context.Context, meaning compare.Meaning, h items.Head) *opinion {
	of := factOf(h)
	return &opinion{
		of: of, relation: meaning.To(ctx, of), guess: meaning.Guess(ctx, of),
		relations: map[compare.Fact]compare.Result{}, guesses: map[compare.Fact]compare.Guess{},
	}
}

// relationTo is what the rules and the words say.
func (o *opinion) relationTo(old items.Head) compare.Result {
	return once(o.relations, factOf(old), o.relation)
}

// guessOn is how it most likely is, where they say nothing.
func (o *opinion) guessOn(old items.Head) compare.Guess {
	return once(o.guesses, factOf(old), o.guess)
}

func once[V any](known map[compare.Fact]V, f compare.Fact, ask func(compare.Fact) V) V {
	v, ok := known[f]
	if !ok {
		v = ask(f)
		known[f] = v
	}
	return v
}

// foresee asks before the lock what will hardly be other under it, since other writers wait for that. It decides nothing. A batch does without: its
// rows are neighbours of each other, which nobody knows before; so does what its text alone settles.
func (s *Service) foresee(ctx context.Context, n *neighbours, c *newcomer) {
	h := c.head()
	if s.batch != nil || !Compared(h.Type) || len(n.ByText(h.TextKey)) > 0 {
		return
	}
	c.opinion = opinionOf(ctx, s.Meaning, h)
	m := meet(c.opinion, c.item, h, c.near)
	m.resemble(c.opinion, c.item, h, c.near, inReceipt)
}

// opinionAbout is what was foreseen, where it is of these words.
func (s *Service) opinionAbout(ctx context.Context, c *newcomer, h items.Head) *opinion {
	if c.opinion == nil || c.opinion.of != factOf(h) {
		c.opinion = opinionOf(ctx, s.Meaning, h)
	}
	return c.opinion
}
