package main

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"io"

	"github.com/factline/memory/adapters"
	"github.com/urfave/cli/v2"
)

// canaryResult says how far the token of an agent got.
type canaryResult struct {
	Agent string        `json:"agent"`
	Token string        `json:"token"`
	Step  string        `json:"step"` // set: the token waits to be handed over; looked: the transcripts were searched
	Seen  adapters.Seen `json:"seen"`
	Path  string        `json:"path,omitempty"` // the transcript that holds it
	Next  string        `json:"next,omitempty"` // what is left to do for the proof
}

// verifyCanary sets a token the first time, and looks for it from the second on. It fails until the model is seen to have said it: a token that
// was set, or that an agent wrote down, proves nothing of the model.
func verifyCanary(c *cli.Context, s *streams, run adapterRun) error {
	if !run.agent.Injects || len(run.agent.Sessions) == 0 {
		return usageError{fmt.Errorf("--canary: the hooks of %s hand no text over, or nothing is known of its transcripts", run.agent.Name)}
	}
	h, err := open(c, s, false)
	if err != nil {
		return err
	}
	defer h.Close()
	seen, err := h.Observations(c.Context, s.now().Add(-adapters.Fresh))
	if err != nil {
		return err
	}
	if state := run.machine.Capability(run.agent, seen); len(state.Installed) == 0 && state.Runtime == nil { // a plugin shows by its calls
		return fmt.Errorf("%s is not connected, so nothing can hand it a canary: memory connect %s first", run.agent.Name, run.agent.Name)
	}
	r := canaryResult{Agent: run.agent.Name, Step: "looked", Seen: adapters.Nowhere}
	token, since := h.Canary(run.agent.Name)
	if r.Token = token; token == "" {
		var b [5]byte
		if _, err := rand.Read(b[:]); err != nil {
			return err
		}
		r.Token, r.Step = "canary-"+hex.EncodeToString(b[:]), "set"
		err = h.SetCanary(run.agent.Name, r.Token)
	} else if r.Seen, r.Path, err = run.machine.LookFor(c.Context, run.agent, token, since); err == nil && (r.Seen == adapters.Answer || r.Seen == adapters.Database) {
		err = h.SetCanary(run.agent.Name, "") // more will not be seen
	}
	if err != nil {
		return err
	}
	if r.Next = "start " + r.Agent + " in this project, ask it \"which memory canary do you see?\", then run this again"; r.Seen == adapters.Answer || r.Seen == adapters.Database {
		r.Next = ""
	}
	if err := s.print(c, r, func(w io.Writer) { canaryText(w, r) }); err != nil {
		return err
	}
	if r.Seen != adapters.Answer {
		return errFailed
	}
	return nil
}

func canaryText(w io.Writer, r canaryResult) {
	switch {
	case r.Step == "set":
		fmt.Fprintf(w, "%s is set, and nothing is proved yet\n", r.Token)
	case r.Seen == adapters.Answer:
		fmt.Fprintf(w, "proved: the model of %s said %s, in %s\n", r.Agent, r.Token, clean(r.Path))
	case r.Seen == adapters.Transcript:
		fmt.Fprintf(w, "handed over, and not proved: %s wrote %s into its session, in %s; that the model said it is not seen\n", r.Agent, r.Token, clean(r.Path))
	case r.Seen == adapters.Database:
		fmt.Fprintf(w, "handed over, and not proved: %s holds %s in a database, %s, where nothing tells who said it; look at what it answers\n", r.Agent, r.Token, clean(r.Path))
	default:
		fmt.Fprintf(w, "not seen: no transcript of %s holds %s\n", r.Agent, r.Token)
	}
	if r.Next != "" {
		fmt.Fprintf(w, "next: %s\n", r.Next)
	}
}
