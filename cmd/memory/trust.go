package main

import (
	"crypto/rand"
	"fmt"
	"io"

	"github.com/factline/memory/hub"
	"github.com/factline/memory/trust"
	"github.com/urfave/cli/v2"
)

// book is the user's record of trusted stores.
func (s *streams) book() *trust.Book {
	return &trust.Book{Dir: trust.StateDir(s.home, s.getenv), Random: rand.Read}
}

// create makes a store, which makes it trusted: nothing in it is from anybody else. Where that cannot be remembered the store is made
// all the same.
func (s *streams) create(c *cli.Context, dir string) error {
	if err := hub.Create(dir); err != nil {
		return err
	}
	if _, err := s.book().Trust(c.Context, dir, trust.Entry{At: s.now(), Made: true}); err != nil {
		s.say(c, "the new store is not trusted (%v): nothing of it will be injected until memory trust works", err)
	}
	return nil
}

func trustCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "trust",
		Usage: "vouch for a store that came with a repository, so that its items may reach a prompt",
		Description: "A store that you make is trusted; one that you cloned, unpacked, moved or restored is not, until you say so. Search and read\n" +
			"show it all the same. Trusting it vouches for the items as they are now; a file that memory did not write, and that comes later, counts once it is merged on\n" +
			"the origin's main branch or approved here. The record lies outside of the store.\n\n" +
			"    memory trust\n    memory trust --list\n    memory trust --revoke --store ~/src/old/.memory",
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "list", Usage: "list the trusted stores"},
			&cli.BoolFlag{Name: "revoke", Usage: "trust this store no longer"},
		},
		Action: func(c *cli.Context) error {
			switch {
			case c.Bool("list") && c.Bool("revoke"):
				return usageError{fmt.Errorf("trust takes --list or --revoke, not both")}
			case c.Bool("list"):
				return trustList(c, s)
			case c.Bool("revoke"):
				return trustRevoke(c, s)
			}
			return trustStore(c, s)
		},
	}
}

func trustList(c *cli.Context, s *streams) error {
	entries, err := s.book().List()
	if err != nil {
		return err
	}
	if entries == nil {
		entries = []trust.Entry{}
	}
	return s.print(c, map[string]any{"trusted": entries}, func(w io.Writer) {
		for _, e := range entries {
			how := "trusted by " + dash(e.By)
			if e.Made {
				how = "made here"
			}
			fmt.Fprintf(w, "%s  %s  %s\n", day(e.At), clean(e.Path), how)
		}
		if len(entries) == 0 {
			fmt.Fprintln(w, "no store is trusted; memory init makes one")
		}
	})
}

func trustRevoke(c *cli.Context, s *streams) error {
	if _, agent := hub.RunByAgent(s.getenv); agent {
		return hub.ErrOnlyPersons // what the person then does to get his own facts back vouches for all that lies there
	}
	place, err := hub.Locate(c.String("store"), s.cwd, s.home, s.getenv)
	if err != nil {
		return err
	}
	was, err := s.book().Revoke(c.Context, place.Dir)
	if err != nil {
		return err
	}
	result := struct {
		Store   string `json:"store"`
		Revoked bool   `json:"revoked"` // false: it was not trusted
	}{place.Dir, was}
	return s.print(c, result, func(w io.Writer) {
		if !was {
			fmt.Fprintf(w, "%s was not trusted\n", clean(place.Dir))
			return
		}
		fmt.Fprintf(w, "%s is trusted no longer: nothing of it is injected\n", clean(place.Dir))
	})
}

func trustStore(c *cli.Context, s *streams) error {
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	v, err := h.Trust(c.Context)
	if err != nil {
		return err
	}
	return s.print(c, v, func(w io.Writer) {
		fmt.Fprintf(w, "trusted %s: %s and %s, %d of them vouched for now\n", clean(v.Store), plural(v.Items-v.Waiting, "item"),
			plural(v.Waiting, "candidate"), v.Fresh)
		tellFresh(w, "tells agents what to do", v.Orders, "--type policy --type preference")
		tellFresh(w, "vouched for", v.Others, "--status active")
		for _, id := range v.Suspect {
			fmt.Fprintf(w, "  still left out, read it first: %s\n", oneLine(id, 100))
		}
		for _, b := range v.Bad {
			fmt.Fprintf(w, "  no item: %s: %s\n", oneLine(b.Path, 100), oneLine(b.Reason, 100))
		}
	})
}

// freshTold is how many titles a person reads in one go; of a store of thousands the rest is a list to page through.
const freshTold = 20

// tellFresh names what was vouched for just now, and how to see the rest of many.
func tellFresh(w io.Writer, how string, titles []string, flags string) {
	for _, title := range titles[:min(freshTold, len(titles))] {
		fmt.Fprintf(w, "  %s: %s\n", how, oneLine(title, 160))
	}
	if more := len(titles) - freshTold; more > 0 {
		fmt.Fprintf(w, "  and %d more: memory list %s --project all --limit 0\n", more, flags)
	}
}
