package harvest

import (
	"slices"
	"strings"
	"testing"

	"github.com/factline/memory/items"
)

const goFail = "--- FAIL: TestRefund (0.00s)\n    refund_test.go:57: got 10.06, want 10.05\nFAIL\nFAIL\tshop/billing\t0.02s"

func TestAFailureItsCauseAndThePassMakeALesson(t *testing.T) {
	got := new(scene).user("CI is red, TestRefund fails").fails("go test ./billing/...", goFail).agent("Let me look.").
		edit("billing/refund.go").shell("cd /home/dana/shop && go test ./billing/... 2>&1 | tail -5", "ok  \tshop/billing\t0.01s").
		agent("Fixed. The refund was wrong because each line was rounded before the sum. Amounts stay exact until the end now.").harvest()
	if len(got) != 1 {
		t.Fatalf("got %v", titles(got))
	}
	c := got[0]
	if c.Rule != RuleFix || c.Item.Type != items.Lesson || !slices.Equal(c.Item.Refs.Files, []string{"billing/refund.go"}) {
		t.Errorf("got %s %s files %v", c.Rule, c.Item.Type, c.Item.Refs.Files)
	}
	for _, want := range []string{"got 10.06, want 10.05", "`go test ./billing/...`", "Amounts stay exact"} {
		if !strings.Contains(c.Item.Body, want) {
			t.Errorf("body lacks %q:\n%s", want, c.Item.Body)
		}
	}
	if len(c.Item.Evidence) != 2 {
		t.Errorf("%d citations, want the cause and the error line", len(c.Item.Evidence))
	}
}

func TestTheTitleOfALessonNamesTheCause(t *testing.T) {
	for words, want := range map[string]string{
		"The refund was wrong because each line was rounded twice.":                                                           "The refund was wrong because each line was rounded twice",
		"The refund was wrong because each line was rounded before the sum; the sum is exact now and the whole suite passes.": "The refund was wrong: each line was rounded before the sum",
		"The refund came out wrong. This is because each line was rounded twice.":                                             "The refund came out wrong because each line was rounded twice",
		"The refund is wrong because of the `double` rounding - each line is rounded before all the sums.":                    "The double rounding - each line is rounded before all the sums",
		"I see. This is because of the refund rounding - each line is rounded first.":                                         "go test failed because of the refund rounding - each line is rounded first",
		"退款金额不对，是因为每一行先四舍五入，然后总数又四舍五入了一次。":                                                                                    "退款金额不对，是因为每一行先四舍五入，然后总数又四舍五入了一次",
	} {
		got := new(scene).user("TestRefund fails").fails("go test ./billing/...", goFail).edit("billing/refund.go").
			shell("go test ./billing/...", "ok").agent(words).harvest()
		if len(got) != 1 || got[0].Item.Title != want {
			t.Errorf("%q\n got %v\nwant %q", words, titles(got), want)
		}
	}
}

func TestAFixIsOnlyProposedWithCauseChangeAndPass(t *testing.T) {
	cause := "The refund was wrong because each line was rounded twice."
	for name, s := range map[string]*scene{
		"no pass":   new(scene).user("TestRefund fails").fails("go test ./billing", goFail).edit("a.go").agent(cause),
		"no change": new(scene).user("TestRefund fails").fails("go test ./billing", goFail).shell("go test ./billing", "ok").agent(cause),
		"no cause":  new(scene).user("TestRefund fails").fails("go test ./billing", goFail).edit("a.go").shell("go test ./billing", "ok").agent("All green now."),
		"other command passes": new(scene).user("look at the refund test").fails("go test ./billing", goFail).edit("a.go").shell("make docs", "ok").
			agent(cause),
		"own mistake": new(scene).user("add a refund endpoint").edit("a.go").fails("go test ./billing", goFail).edit("a.go").shell("go test ./billing", "ok").agent(cause),
		"own slip": new(scene).user("TestRefund fails").fails("go test ./billing", goFail).edit("a.go").shell("go test ./billing", "ok").
			agent("It failed because I misread the expected refund."),
		"only a test changed": new(scene).user("TestRefund fails").fails("go test ./billing", goFail).edit("billing/refund_test.go").shell("go test ./billing", "ok").
			agent("This is because the refund check happens first in the flow."),
		"unrelated cause": new(scene).user("TestRefund fails\n\n[CLIENT ERROR] format: {}").fails("go test ./billing", goFail).edit("a.go").
			shell("go test ./billing", "ok").agent("The issue is the format mismatch between what we send and what the client expects."),
		"guess": new(scene).user("TestRefund fails").fails("go test ./billing", goFail).edit("a.go").shell("go test ./billing", "ok").
			agent("Probably the refund failed because of rounding."),
	} {
		if got := s.harvest(); len(got) != 0 {
			t.Errorf("%s: got %v", name, titles(got))
		}
	}
}

func TestAReportedProblemWithANamedCauseMakesALesson(t *testing.T) {
	got := new(scene).user("the map hangs after a style change").edit("tiles/cache.go").shell("go vet ./...", "").
		agent("Root cause: the tile key did not hold the style version, so old tiles came back. The key has it now.").harvest()
	if len(got) != 1 || got[0].Rule != RuleFix || got[0].Item.Title != "The tile key did not hold the style version, so old tiles came back" {
		t.Fatalf("got %v", titles(got))
	}
}

func TestACommandThatWorkedInsteadIsAFact(t *testing.T) {
	for _, c := range []struct{ bad, err, good, title string }{
		{`psql -h localhost -p 5432 -c "select 1"`, "psql: error: port 5432 failed: Connection refused", `psql -h localhost -p 5433 -c "select 1"`, "Port 5433, not 5432, for psql"},
		{"curl http://localhost:8080/health", "curl: (7) Failed to connect: Connection refused", "curl http://localhost:8081/health", "Port 8081, not 8080, for curl"},
		{"docker compose build", "docker: 'compose' is not a docker command.", "docker-compose build", "Use docker-compose build, not docker compose build"},
		{"npm test", "bash: npm: command not found", "pnpm test", "Use pnpm test, not npm test"},
	} {
		got := new(scene).user("run it").fails(c.bad, c.err).shell("docker ps", "shop-db").shell(c.good, "fine").agent("It runs.").harvest()
		if len(got) != 1 || got[0].Rule != RuleEnvironment || got[0].Item.Title != c.title {
			t.Errorf("%s -> %s: got %v, want %q", c.bad, c.good, titles(got), c.title)
		}
	}
}

func TestFailedLookUpsAndUnlikeCommandsAreNoFacts(t *testing.T) {
	for _, c := range [][3]string{
		{"cat config.yml", "cat: config.yml: No such file or directory", "cat config.yaml"},
		{"grep -rn old src", "", "grep -rn new src"},
		{"npm test", "1 failing", "pnpm test"},
		{"npm test", "bash: npm: command not found", "go build ./..."},
	} {
		if got := new(scene).user("run it").fails(c[0], c[1]).shell(c[2], "fine").agent("Done.").harvest(); len(got) != 0 {
			t.Errorf("%v: got %v", c, titles(got))
		}
	}
	got := new(scene).user("run it").fails("npm test", "npm: command not found").edit("package.json").shell("pnpm test", "ok").agent("Done.").harvest()
	if len(got) != 0 {
		t.Errorf("after an edit nobody knows what helped: %v", titles(got))
	}
}

func TestOpenEndsMakeOneHandoff(t *testing.T) {
	for name, c := range map[string]struct {
		s     *scene
		title string
	}{
		"heading": {new(scene).user("go").agent("The list works.\n\n**Remaining:**\n- the CSV export still pages by offset\n- docs\n"), "Open: the CSV export still pages by offset"},
		"said":    {new(scene).user("go").agent("The seed is in. The map test is flaky on CI and was not looked at yet."), "Open: The map test is flaky on CI and was not looked at yet"},
		"zh":      {new(scene).user("继续").agent("看门狗改好了。\n\n还没做完：\n- OTA 升级没有测试\n"), "未完成：OTA 升级没有测试"},
		"list": {new(scene).user("go").tool("TodoWrite", `{"todos":[{"content":"Backfill job","status":"pending"},{"content":"Writes","status":"completed"}]}`, "ok", false).
			agent("Writes are in."), "Open: Backfill job"},
		"enumeration": {new(scene).user("go").agent("Works.\n\nRemaining:\n- audit the existing prepare, grade, import, and docs commands for the new flag and their exit codes\n"),
			"Open: audit the existing prepare, grade, import, and docs commands for the new"},
	} {
		got := c.s.harvest()
		if len(got) != 1 || got[0].Item.Type != items.Handoff || got[0].Item.Title != c.title {
			t.Errorf("%s: got %v, want %q", name, titles(got), c.title)
		}
	}
}

func TestManyOpenEndsAreListedInTheBody(t *testing.T) {
	var list strings.Builder
	for _, part := range []string{"export", "import", "login", "search"} {
		list.WriteString("- the " + part + " page still reads the old table, which goes away with the next release of the service\n")
	}
	got := new(scene).user("go").agent("Works.\n\nRemaining:\n" + list.String()).harvest()
	if len(got) != 1 || !strings.HasPrefix(got[0].Item.Summary, "Open, with 3 more: the export page") || strings.Count(got[0].Item.Body, "\n- ") != 3 || strings.Contains(got[0].Item.Body, "export") {
		t.Fatalf("%v", got)
	}
}

func TestOffersAndFinishedWorkAreNoHandoff(t *testing.T) {
	for _, text := range []string{
		"Done. If you want, I can also migrate the CSV export, which is not done yet.",
		"All tests pass. The remaining unstaged changes are unrelated formatting.",
		"Done. You could also consider a cache.\n\nWould you like me to write the docs next?",
		"Everything is done; nothing is left.",
	} {
		if got := new(scene).user("go").agent(text).harvest(); len(got) != 0 {
			t.Errorf("%q gave %v", text, titles(got))
		}
	}
	plan := new(scene).user("go").tool("update_plan", `{"plan":[{"step":"Audit the import","status":"in_progress"},{"step":"Write docs","status":"pending"}]}`, "ok", false).
		agent("I start with the audit.")
	if got := plan.harvest(); len(got) != 0 {
		t.Errorf("a plan of which nothing is done: %v", titles(got))
	}
	mid := new(scene).user("go").agent("Half of it works.\n\nRemaining:\n- the export\n").user("do the export too").agent("The export works.")
	if got := mid.harvest(); len(got) != 0 {
		t.Errorf("an open end that was closed later: %v", titles(got))
	}
}
