package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/factline/memory/writeservice"
	"github.com/urfave/cli/v2"
)

// receipts prints one receipt as it is and several as a list. It fails when any of them does.
func (s *streams) receipts(c *cli.Context, rs []writeservice.Receipt) error {
	if len(rs) == 1 {
		return s.receipt(c, rs[0])
	}
	err := s.print(c, map[string]any{"receipts": rs}, func(w io.Writer) {
		for _, r := range rs {
			receiptText(w, r)
		}
	})
	for _, r := range rs {
		if err == nil {
			err = outcome(r)
		}
	}
	return err
}

// receipt prints what became of a write.
func (s *streams) receipt(c *cli.Context, r writeservice.Receipt) error {
	if err := s.print(c, r, func(w io.Writer) { receiptText(w, r) }); err != nil {
		return err
	}
	return outcome(r)
}

// outcome is the error of a write that did not take place: a rejected or pending one ends with status 1.
func outcome(r writeservice.Receipt) error {
	if r.Status == writeservice.Rejected || r.Status == writeservice.Pending {
		return errFailed
	}
	return nil
}

func receiptText(w io.Writer, r writeservice.Receipt) {
	reasons := r.Reasons
	line := deed(r)
	if r.Status == writeservice.Rejected {
		line = "refused"
		if len(reasons) == 0 || r.ID != "" && !strings.Contains(reasons[0], string(r.ID)) {
			line += ": " + string(r.ID)
		}
		if len(reasons) > 0 {
			line, reasons = line+": "+clean(reasons[0]), reasons[1:]
		}
	}
	if r.Added > 0 {
		line += fmt.Sprintf(", %s added", plural(r.Added, "citation"))
	}
	fmt.Fprintln(w, line)
	for _, reason := range reasons {
		fmt.Fprintf(w, "  %s\n", clean(reason))
	}
	for _, f := range r.Findings {
		fmt.Fprintf(w, "  %s at byte %d: %s\n", f.Rule, f.Start, clean(f.Detail))
	}
	for _, d := range r.Degraded {
		fmt.Fprintf(w, "  note: %s\n", clean(d))
	}
}

// deed says in the words of the command what was done.
func deed(r writeservice.Receipt) string {
	done := map[writeservice.Op]string{
		writeservice.OpUpdate: "updated", writeservice.OpEdit: "updated", writeservice.OpRetire: "retired", writeservice.OpArchive: "archived",
		writeservice.OpRestore: "restored", writeservice.OpDelete: "deleted", writeservice.OpApprove: "approved", writeservice.OpReject: "rejected",
		writeservice.OpResolve: "resolved:",
	}
	verb, known := done[r.Op]
	switch {
	case r.Unchanged:
		return fmt.Sprintf("unchanged %s", r.ID)
	case r.Status != writeservice.Written && r.Status != writeservice.Candidate:
		return fmt.Sprintf("%s %s", r.Status, r.ID)
	case r.Op == writeservice.OpSupersede:
		return fmt.Sprintf("superseded %s by %s", r.Other, r.ID)
	case r.Op == writeservice.OpUndo:
		return fmt.Sprintf("undone: %s", r.ID)
	case r.Op == writeservice.OpMerge:
		return fmt.Sprintf("merged %s into %s", r.Other, r.ID)
	case r.Op == writeservice.OpLink:
		return fmt.Sprintf("linked %s to %s", r.ID, r.Other)
	case r.Op == writeservice.OpUnlink:
		return fmt.Sprintf("unlinked %s from %s", r.ID, r.Other)
	case known:
		return fmt.Sprintf("%s %s", verb, r.ID)
	}
	return fmt.Sprintf("%s %s", r.Status, r.ID)
}
