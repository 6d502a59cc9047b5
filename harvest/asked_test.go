package harvest

import "testing"

func TestAShouldWeAnsweredYesIsADecision(t *testing.T) {
	for _, c := range []struct{ user, agent, next, title string }{
		{"should we group the runs by experiment, like the other tool", "Yes, we should group by experiment.", "now the docs", "Group the runs by experiment, like the other tool"},
		{"wait, shouldn't we have one trace per test case inside the results folder?", "Yes. I think you're right.", "", "Have one trace per test case inside the results folder"},
		{"should we group the runs by experiment", "Yes, we should.", "no, leave them flat", ""},
		{"should we group the runs by experiment", "It can be done either way.", "", ""},
		{"should we group the runs by experiment", "Yes, but the dashboard cannot show that.", "", ""},
		{"should we commit that before the release", "Yes, go ahead.", "", ""},
		{"should we keep it like that now", "Yes.", "", ""},
		{"does it group the runs by experiment", "Yes, it does.", "", ""},
		// the agent's words for what the person leans to or wants
		{"Thinking of the lazy option for this phase", "Agreed — lazy rotation of the keys, immediate rotation when it matters.", "", "Lazy rotation of the keys, immediate rotation when it matters"},
		{"rotate the keys", "Agreed — lazy rotation of the keys.", "", ""},
		{"why did you change the first migration?", "The user wants a separate migration instead of a change of the first one. I add it.", "",
			"A separate migration instead of a change of the first one"},
		{"why did you change the first migration?", "The user wants to know more about the migration.", "", ""},
	} {
		s := new(scene).user("have a look").agent("I looked.").user(c.user).agent(c.agent)
		if c.next != "" {
			s.user(c.next).agent("Fine.")
		}
		got := s.harvest()
		if c.title == "" && len(got) == 0 {
			continue
		}
		if len(got) != 1 || got[0].Item.Title != c.title || len(got[0].Item.Evidence) != 2 {
			t.Errorf("%q, %q, %q\n got %v\nwant %q", c.user, c.agent, c.next, titles(got), c.title)
		}
	}
}
