package harvest

// Confidence by rule and by how plainly the words say it. The numbers order candidates and set what review sees first; they
// are judgements, not measurements: a person's own plain words stand above an agent's report, an explicit reason or a named
// alternative above none, a proven fix above a described one. gates' harvest suite shows how often each rule is right.
const (
	sureRemember    = 0.90 // the person asked for it to be kept
	sureWish        = 0.60 // asked to be kept, but it says what somebody wants of the work at hand
	sureCorrection  = 0.85 // said against what the agent did, with the right thing named
	sureRule        = 0.85 // always, never, must not: lasting by its words
	sureWeakRule    = 0.65 // an imperative that is lasting only by its object or its reason
	surePreference  = 0.80
	sureDecision    = 0.85 // decided, with reason or alternative
	sureBareChoice  = 0.65 // decided, but nobody said why
	sureAnswer      = 0.75 // chosen in the host's question dialog
	sureAssented    = 0.60 // the person's half-sentence choice that the agent took up as agreed
	sureYes         = 0.60 // asked by one side as "should we", answered yes by the other
	sureRestated    = 0.60 // the agent's words for what the person wants instead of what it did
	sureAccepted    = 0.70 // the agent's proposal with a reason, and the person's yes
	sureUncontested = 0.55 // the agent's stated choice with a reason, nobody objected
	sureProvenFix   = 0.75 // the same command failed before and passed after the change
	sureToldFix     = 0.60 // a reported problem, a named cause, a change and some passing check
	sureEnvironment = 0.60
	sureHandoff     = 0.60
	sureLookedUp    = 0.55 // the agent's plain answer to a question, after it had looked
	sureRootCause   = 0.60 // called the root cause by the agent, followed by a change and a passing check
	sureAgentsFile  = 0.75 // the person wants it written into the file that agents read
	sureOperating   = 0.60 // where a part of the system runs, told without a word like remember
	sureTold        = 0.70 // the person's own account of a root cause
	sureFound       = 0.55 // called the root cause by the agent, after it had looked
	sureAside       = 0.60 // fyi, heads-up: told on the side
)

// Small additions to the score, never to the confidence: among equally sure finds the specific one goes first.
const (
	scoreNamesCode = 0.03 // names a file or an identifier
	scoreSaidTwice = 0.05 // more than one citation
	scoreGivesWhy  = 0.02
)
