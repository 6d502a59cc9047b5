package gates

import (
	"bytes"
	_ "embed"
	"fmt"

	"gopkg.in/yaml.v3"
)

//go:embed thresholds.yaml
var thresholdFile []byte

// threshold is what one figure of ours must reach.
type threshold struct {
	Suite    string   `yaml:"suite"`
	Task     string   `yaml:"task"`
	Category string   `yaml:"category"` // "" = all categories together
	Metric   string   `yaml:"metric"`
	Split    Split    `yaml:"split"`
	Minimum  *float64 `yaml:"minimum"`
	Maximum  *float64 `yaml:"maximum"`
}

// readThresholds is strict: a misspelt key would be a floor that never fails.
func readThresholds(text []byte) ([]threshold, error) {
	var file struct {
		Thresholds []threshold `yaml:"thresholds"`
	}
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("read thresholds.yaml: %w", err)
	}
	for _, t := range file.Thresholds {
		if _, err := metric(t.Metric); err != nil {
			return nil, fmt.Errorf("read thresholds.yaml: %s, %s: %w", t.Suite, t.Task, err)
		}
		if (t.Minimum == nil) == (t.Maximum == nil) || t.Split != Dev && t.Split != Test && t.Split != All {
			return nil, fmt.Errorf("read thresholds.yaml: %s, %s, %s: want one of minimum and maximum, and the split dev, test or all", t.Suite, t.Task, t.Metric)
		}
	}
	return file.Thresholds, nil
}

// judge adds a failure for each threshold of a suite that ran and was not met. A figure that is gone is not met either.
func (rep *Report) judge(thresholds []threshold) {
	for _, t := range thresholds {
		for _, s := range rep.Suites {
			if s.Name == t.Suite && s.Split == t.Split {
				if why := t.miss(s); why != "" {
					rep.Failures = append(rep.Failures, fmt.Sprintf("%s, %s: %s %s", t.Suite, Block{Task: t.Task, Category: t.Category}.Title(), t.Metric, why))
				}
			}
		}
	}
}

// miss says how a suite misses a threshold, "" when it does not.
func (t threshold) miss(s SuiteReport) string {
	v, ok := s.ours(t.Task, t.Category, t.Metric)
	switch {
	case !ok:
		return "was not measured"
	case t.Minimum != nil && v.Value < *t.Minimum:
		return fmt.Sprintf("%.3f is below %.3f", v.Value, *t.Minimum)
	case t.Maximum != nil && v.Value > *t.Maximum:
		return fmt.Sprintf("%.3f is above %.3f", v.Value, *t.Maximum)
	}
	return ""
}

// ours is one of our figures.
func (s SuiteReport) ours(task, category, metric string) (Interval, bool) {
	for _, b := range s.Blocks {
		if b.Task == task && b.Category == category && len(b.Lines) > 0 {
			v, ok := b.Lines[0].Figures[metric]
			return v, ok
		}
	}
	return Interval{}, false
}
