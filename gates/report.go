package gates

import "time"

// Report is the result of a run.
type Report struct {
	Split    Split         `json:"split"`
	Seed     uint64        `json:"seed"`
	Suites   []SuiteReport `json:"suites"`
	Skipped  []string      `json:"skipped,omitempty"`  // suites that were not run, with the reason
	Notes    []string      `json:"notes,omitempty"`    // what a reader of the figures must know and is no failure
	Failures []string      `json:"failures,omitempty"` // thresholds and baselines that were not met; empty is a pass
}

// SuiteReport is the result of one suite. It is what gates/results holds, one file a suite.
type SuiteReport struct {
	Name    string         `json:"suite"`
	About   string         `json:"about"`
	Split   Split          `json:"split"`
	Seed    uint64         `json:"seed"`
	Build   string         `json:"build,omitempty"` // revision of the source that was measured; "" where the build holds none
	Data    []DataFile     `json:"data,omitempty"`
	Blocks  []Block        `json:"blocks,omitempty"`
	Harvest *HarvestReport `json:"harvest,omitempty"`
	Rows    []Row          `json:"-"` // ours; written beside as JSONL
	Took    time.Duration  `json:"-"`
}

// DataFile is one file that was read.
type DataFile struct {
	Path   string `json:"path"` // relative to the data directory
	SHA256 string `json:"sha256"`
}

// Block is one task, or one category of it: ours and the controls, the same questions.
type Block struct {
	Task      string   `json:"task"`
	Category  string   `json:"category,omitempty"`
	Note      string   `json:"note,omitempty"`
	Metrics   []string `json:"metrics"`
	Docs      int      `json:"docs,omitempty"`      // documents in all collections together; left out for a category
	Stores    int      `json:"stores,omitempty"`    // collections
	Questions int      `json:"questions,omitempty"` // asked
	Lines     []Line   `json:"lines"`               // ours first
	Time      *Time    `json:"time,omitempty"`
}

// Line is the figures of one system.
type Line struct {
	System  string              `json:"system"`
	Figures map[string]Interval `json:"figures"` // by metric; one that does not apply is missing
}

// Time is how long ours took for one question in an open store, in milliseconds. It depends on the machine and its load; CPU
// depends on the machine alone.
type Time struct {
	SearchP50 float64 `json:"search_p50_ms"`
	SearchP95 float64 `json:"search_p95_ms"`
	PackP50   float64 `json:"pack_p50_ms,omitempty"` // searching included
	PackP95   float64 `json:"pack_p95_ms,omitempty"`
	CPU       float64 `json:"cpu_ms,omitempty"` // of the process for search and pack together; 0 where the system does not tell
}
