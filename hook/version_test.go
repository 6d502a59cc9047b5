package hook

import "testing"

func TestCursorTakesTextAtAPromptFromAVersionOn(t *testing.T) {
	for version, want := range map[string]string{
		"3.20.17":        "{\"continue\":true,\"additional_context\":\"a fact\"}\n",
		"3.21.0":         "{\"continue\":true,\"additional_context\":\"a fact\"}\n",
		"4.0.0-nightly":  "{\"continue\":true,\"additional_context\":\"a fact\"}\n",
		"2026.07.23":     "{\"continue\":true,\"additional_context\":\"a fact\"}\n",
		"2026.09.01-ab3": "{\"continue\":true,\"additional_context\":\"a fact\"}\n",
		"3.20.16":        "{\"continue\":true}\n",
		"3.9.99":         "{\"continue\":true}\n",
		"2025.11.30":     "{\"continue\":true}\n",
		"3.20":           "{\"continue\":true}\n",
		"":               "{\"continue\":true}\n",
		"latest":         "{\"continue\":true}\n",
		"-3.21.0":        "{\"continue\":true}\n",
	} {
		c := Call{Agent: "cursor", HostEvent: "beforeSubmitPrompt", Version: version}
		if got := string(c.Answer("a fact")); got != want {
			t.Errorf("%q: %s", version, got)
		}
		if takes := c.Shape().Takes(); takes != (want != "{\"continue\":true}\n") {
			t.Errorf("%q: takes text %v", version, takes)
		}
		if got := string(c.Answer("")); got != "{\"continue\":true}\n" {
			t.Errorf("%q without text: %s", version, got)
		}
	}
}

func TestAntigravityGetsWhatStaysInTheConversation(t *testing.T) {
	c := Call{Agent: "agy", HostEvent: "PreInvocation"}
	if got, want := string(c.Answer("a fact")), "{\"injectSteps\":[{\"systemMessage\":{\"systemMessage\":\"a fact\"}}]}\n"; got != want || !c.EachCall() {
		t.Errorf("%s, want %s", got, want)
	}
}
