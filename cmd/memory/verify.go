package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/factline/memory/projections"
	"github.com/urfave/cli/v2"
)

func verifyCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "prove that the index says what the item files say",
		Description: "With --rebuild the index is built anew beside the one in use, and one hash over items, postings and vectors of both is compared. Two runs, and any two\n" +
			"machines with the same files, give the same hash. Exit status 0 when they are equal, 1 otherwise. Sentence vectors are not in the hash, because they\n" +
			"come one by one in the background; some of those that are there are made again and compared, each with all its bits.\n\n    memory verify --rebuild",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "rebuild", Usage: "build the index anew beside the one in use and compare both"}},
		Action: func(c *cli.Context) error {
			if !c.Bool("rebuild") {
				return usageError{errors.New("verify what? memory verify --rebuild compares the index with one built anew")}
			}
			h, err := open(c, s, false)
			if err != nil {
				return err
			}
			defer h.Close()
			longWork(s)
			bar := newProgress(c, s, "verify")
			proof, err := h.Projections.VerifyRebuild(c.Context, func(done, total int) { bar.set(int64(done), int64(total)) })
			bar.end()
			if err != nil {
				return err
			}
			result := struct {
				projections.Proof
				Sentences *projections.SentenceProof `json:"sentences,omitempty"` // not there where the settings make none
			}{Proof: proof}
			if result.Sentences, err = h.CheckSentences(c.Context); err != nil {
				return err
			}
			err = s.print(c, result, func(w io.Writer) {
				if n := result.Sentences; n != nil && n.Rows > 0 {
					fmt.Fprintf(w, "sentence vectors: %d of %d; %d made again, %d of them differ\n", n.Rows, n.Items, n.Checked, n.Differ)
				}
				if proof.Wordy > 0 {
					fmt.Fprintf(w, "vectors are not compared: %d of %s have none yet, or none of the model that the settings name\n", proof.Wordy, plural(proof.Items, "file"))
				}
				if proof.Equal {
					fmt.Fprintf(w, "%s, equal: %s\n", plural(proof.Items, "file"), proof.Live)
					return
				}
				fmt.Fprintf(w, "%s, not equal\n  in use   %s\n  rebuilt  %s\nmemory reindex puts the new one in its place\n", plural(proof.Items, "file"), proof.Live, proof.Rebuilt)
			})
			if err == nil && (!proof.Equal || result.Sentences != nil && result.Sentences.Differ > 0) {
				return errFailed
			}
			return err
		},
	}
}
