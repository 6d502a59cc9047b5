package check

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"
)

// SARIF is a log of the format SARIF 2.1.0 with one run, as far as this program has something to say in it.
type SARIF struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string    `json:"id"`
	ShortDescription sarifText `json:"shortDescription"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               Level             `json:"level"`
	Message             sarifText         `json:"message"`
	Locations           []sarifLocation   `json:"locations"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
}

type sarifLocation struct {
	PhysicalLocation struct {
		ArtifactLocation struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			StartLine int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

// ToSARIF makes a log of findings. version is the program's.
func ToSARIF(fs []Finding, version string) SARIF {
	run := sarifRun{ColumnKind: "utf16CodeUnits", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "memory", Version: version, Rules: []sarifRule{}}
	for _, r := range Rules() {
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{r.ID, sarifText{r.Text}})
	}
	for _, f := range fs {
		result := sarifResult{
			RuleID: f.Rule, RuleIndex: slices.IndexFunc(Rules(), func(r Rule) bool { return r.ID == f.Rule }), Level: f.Level, Message: sarifText{f.Message},
			PartialFingerprints: map[string]string{"memory/v1": fingerprint(f)},
		}
		var at sarifLocation
		at.PhysicalLocation.ArtifactLocation.URI = (&url.URL{Path: f.Path}).EscapedPath()
		at.PhysicalLocation.Region.StartLine = max(1, f.Line)
		result.Locations = []sarifLocation{at}
		run.Results = append(run.Results, result)
	}
	return SARIF{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}}
}

// fingerprint names a finding whatever its line, so that a code host knows it again after an edit above it.
func fingerprint(f Finding) string {
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Path, f.Message}, "\n")))
	return hex.EncodeToString(sum[:16])
}
