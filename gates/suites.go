package gates

// Suites lists what can be measured, in the order of the report.
func Suites() []Suite {
	return []Suite{
		locomoSuite(), engineSuite(), scifactSuite(), cosqaSuite(), cranfieldSuite(), anthropicCodeSuite(), harvestSuite(),
	}
}
