package gates

import "context"

// harvestSuite is the measure of the harvest rules; see Harvest. It finds the public transcripts itself and names what is missing.
func harvestSuite() Suite {
	return Suite{
		Name: "harvest", About: "what the rules propose from labelled sessions, against what is worth keeping",
		Measure: func(ctx context.Context, o Options, rep *SuiteReport) error {
			h, err := Harvest(ctx, o.Data)
			rep.Harvest = &h
			return err
		},
	}
}
