package gates

import "context"

// harvestSuite is the measure of the harvest rules; see Harvest. It finds the public transcripts itself and names what is missing.
func harvestSuite() Suite {
	return Suite{
		Name: "harvest", About: "what the rules propose from labelled sessions, against what is worth keeping",
		Measure: func(ctx context.Context, o Options, rep *SuiteReport) error {
			h, err := Harvest(ctx, o.Data)
			rep.Harvest = &h
			if err != nil {
				return err
			}
			facts := newSheet(harvestTask, "a row for each fact worth keeping, and for each proposal that is not", "recall", "precision")
			facts.systems = []string{scannerOurs}
			for _, c := range harvestControls() {
				facts.systems = append(facts.systems, c.name)
			}
			for _, system := range facts.systems {
				rows := h.controlRows[system]
				if system == scannerOurs {
					rows = h.rows
				}
				for _, r := range rows {
					if o.Split == All || o.Split == r.Split {
						facts.rows[system] = append(facts.rows[system], r)
					}
				}
			}
			return rep.takes(facts)
		},
	}
}
