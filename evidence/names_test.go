package evidence

import (
	"slices"
	"strings"
	"testing"
)

func checkName(t *testing.T, from, name string) {
	t.Helper()
	stem, _, _ := strings.Cut(name, ".")
	if name == "" || len(name) > 80 || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" || slices.Contains(
		[]string{"con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9", sourcesDir}, stem) {
		t.Errorf("%q gives %q", from, name)
	}
}

func TestAgentsOfTheParsersKeepTheirNames(t *testing.T) {
	for _, agent := range []string{"claude-code", "codex", "gemini-cli", "cursor", "opencode", "copilot-cli", "generic"} {
		if got := agentDir(agent); got != agent {
			t.Errorf("%s gives %s", agent, got)
		}
	}
}

func TestHostileNamesBecomeOneSafePathElementEach(t *testing.T) {
	hostile := []string{"", ".", "..", "../../x", "/etc/passwd", "a/b", `a\b`, "CON", "con", "nul.txt", "com1", "LPT9", "sources", "A", "a", "Ａ", "é", "e\u0301",
		"x ", "x.", "a\x00b", strings.Repeat("y", 5000), strings.Repeat("y", 5001), "sources-x0123456789abcdef"}
	agents, sessions := map[string]string{}, map[string]string{}
	for _, name := range hostile {
		agent, session := agentDir(name), sessionDir("codex", name)
		checkName(t, name, agent)
		checkName(t, name, session)
		if other, taken := agents[agent]; taken {
			t.Errorf("agents %q and %q share %s", name, other, agent)
		}
		if other, taken := sessions[session]; taken {
			t.Errorf("sessions %q and %q share %s", name, other, session)
		}
		agents[agent], sessions[session] = name, name
	}
	if sessionDir("codex", "x") == sessionDir("cursor", "x") {
		t.Error("the agent does not tell two sessions apart")
	}
}

func FuzzNamesAreSafeAndInjective(f *testing.F) {
	f.Add("claude-code", "codex", "s1", "s2")
	f.Add("con", "CON", "../x", "..-x")
	f.Add("a", "a-xca978112ca1bbdca", "", "session")
	f.Fuzz(func(t *testing.T, agent1, agent2, session1, session2 string) {
		checkName(t, agent1, agentDir(agent1))
		checkName(t, session1, sessionDir(agent1, session1))
		if agent1 != agent2 && agentDir(agent1) == agentDir(agent2) {
			t.Errorf("agents %q and %q share a name", agent1, agent2)
		}
		if (agent1 != agent2 || session1 != session2) && sessionDir(agent1, session1) == sessionDir(agent2, session2) {
			t.Errorf("sessions %q %q and %q %q share a name", agent1, session1, agent2, session2)
		}
		id := ID(idStart(agent1, sessionHash(agent1, session1)) + "0123456789ab")
		if agent, session, event, ok := id.split(); !ok || agent != agentDir(agent1) || !endsInSession(sessionDir(agent1, session1), session) || event != "0123456789ab" {
			t.Errorf("id %q does not lead back to its directory", id)
		}
	})
}
