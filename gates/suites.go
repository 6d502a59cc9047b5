package gates

// Suites lists what can be measured, in the order of the report.
func Suites() []Suite {
	return []Suite{
		locomoSuite(), longmemevalSuite(), lifeSuite(), qualitySuite(), engineSuite(), amhSuite(), sessionsSuite(),
		scifactSuite(), cosqaSuite(), cranfieldSuite(), anthropicCodeSuite(), zhSuite(), crossSuite(), abstainSuite(), harvestSuite(),
		pairsSuite(), correctionSuite(), secretsSuite(), poisonSuite(),
		perfSuite(), perf100kSuite(),
	}
}
