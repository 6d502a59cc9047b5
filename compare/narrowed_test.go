package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

// What stands in the place of the subject makes another subject of it, whatever else is the same.
func TestALongerNameIsAnotherSubject(t *testing.T) {
	m := meaning(t)
	for _, p := range [][2]string{
		{"Puma runs on port 5000", "Puma exporter runs on port 5000"}, {"Puma runs on port 5000", "The puma dashboard runs on port 5000"},
		{"Puma runs on port 5000", "Puma test server runs on port 5000"}, {"Puma runs on port 5000", "Puma probes run on port 5000"},
		{"Puma runs on port 5000", "Puma's metrics endpoint runs on port 5000"}, {"Puma runs on port 5000", "Puma runs on port 5000 in staging"},
		{"Timeout is 30 seconds", "Connect timeout is 30 seconds"}, {"The API returns 404 for unknown ids", "The admin API returns 404 for unknown ids"},
		{"We deploy on Fridays", "We deploy docs on Fridays"}, {"Sessions are stored in redis", "Sessions of admins are stored in redis"},
		{"The mailer retries three times", "The invoice mailer retries three times"}, {"Logs are kept for 30 days", "Audit logs are kept for 30 days"},
		{"Tests run in parallel", "Tests of the parser run in parallel"}, {"Invoices are rendered with Typst", "Invoices for partners are rendered with Typst"},
		{"Tokens expire after 30 minutes", "Refresh tokens expire after 30 minutes"}, {"Releases are cut from main", "Hotfix releases are cut from main"},
		{"部署在周五进行", "文档部署在周五进行"}, {"会话存储在 Redis 中", "管理员会话存储在 Redis 中"}, {"超时是 30 秒", "连接超时是 30 秒"},
		{"日志保留 30 天", "审计日志保留 30 天"}, {"Puma 运行在 5000 端口", "Puma 导出器运行在 5000 端口"},
	} {
		older, newer := compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}
		if n := compare.Narrowed(older, newer); n != compare.Narrower {
			t.Errorf("%q, then %q: %v", p[0], p[1], n)
		}
		if n := compare.Narrowed(newer, older); n != compare.PerhapsNarrower {
			t.Errorf("%q, then %q: %v", p[1], p[0], n)
		}
		if r := m.Facts(t.Context(), older, newer); r.Relation == compare.Same || r.Relation == compare.Similar {
			t.Errorf("%q, then %q: %+v", p[0], p[1], r)
		}
		if r := m.Facts(t.Context(), newer, older); r.Relation == compare.Same {
			t.Errorf("%q, then %q: %+v", p[1], p[0], r)
		}
	}
}

// What says what kind of thing a name is, or that it is so again, makes no other subject of it.
func TestWhatKindOfThingItIsNarrowsNothing(t *testing.T) {
	for _, p := range [][2]string{
		{"Puma runs on port 5000", "the Puma server runs on port 5000"}, {"Puma runs on port 5000", "our puma now runs on port 5000 again"},
		{"Puma runs on port 5000", "The puma service runs on port 5000"}, {"Puma runs on port 5000", "The puma app runs on port 5000"},
		{"Puma runs on port 5000", "Puma still runs on port 5000"}, {"Puma runs on port 5000", "Puma actually runs on port 5000"},
		{"Puma runs on port 5000", "Remember that Puma runs on port 5000"}, {"Puma runs on port 5000", "We decided that puma runs on port 5000"},
		{"Puma runs on port 5000", "The port of Puma is 5000"}, {"Puma runs on port 5000", "Puma listens on port 5000"},
		{"Puma runs on port 5000", "Puma is set to run on port 5000"}, {"Timeout is 30 seconds", "The timeout value is again 30 seconds"},
		{"Timeout is 30 seconds", "Set the timeout to 30 seconds"}, {"We deploy on Fridays", "We now deploy on Fridays again"},
		{"We deploy on Fridays", "The team deploys on Fridays"}, {"We deploy on Fridays", "The deploy day is Friday"},
		{"Sessions are stored in redis", "Session data is stored in redis"}, {"Use tabs for indentation", "The project uses tabs for indentation"},
		{"Puma 运行在 5000 端口", "Puma 服务运行在 5000 端口"}, {"部署在周五进行", "我们的部署又在周五进行"}, {"网关的端口是 5000", "网关监听 5000 端口"},
		{"日志保留 30 天", "日志数据仍然保留 30 天"},
	} {
		older, newer := compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}
		if n := compare.Narrowed(older, newer); n != compare.NotNarrower {
			t.Errorf("%q, then %q: %v", p[0], p[1], n)
		}
	}
}

// Where a word may name the kind of thing or another thing, a person decides.
func TestWhatMayBeTheKindOrAnotherThing(t *testing.T) {
	for _, p := range [][2]string{
		{"Puma runs on port 5000", "The puma web server runs on port 5000"}, {"Puma runs on port 5000", "Puma, our web server, runs on port 5000"},
		{"Timeout is 30 seconds", "The request timeout is 30 seconds"}, {"Puma runs on port 5000", "Puma crashes on port 5000"},
		{"日志保留 30 天", "系统日志保留 30 天"},
	} {
		if n := compare.Narrowed(compare.Fact{Title: p[0]}, compare.Fact{Title: p[1]}); n != compare.PerhapsNarrower {
			t.Errorf("%q, then %q: %v", p[0], p[1], n)
		}
	}
}

// A longer name sets apart what stands above a reason too, and another value of the longer one is no correction of the shorter one's.
func TestALongerNameAboveAReasonOrWithAnotherValue(t *testing.T) {
	m := meaning(t)
	old := compare.Fact{Title: "The port of the billing gateway is 2424", Claim: "All clients of the billing gateway were told so in May."}
	for _, newer := range []compare.Fact{{Title: "The port of the billing gateway dashboard is 2424"}, {Title: "The port of the debug billing gateway is 2424", Claim: "It was free."}} {
		if r := m.Facts(t.Context(), old, newer); r.Relation != compare.Unrelated {
			t.Errorf("%q: %+v", newer.Title, r)
		}
	}
	for _, title := range []string{"The port of the billing gateway dashboard is 3535", "The port of the clients of the billing gateway is 3535"} {
		if r := m.Facts(t.Context(), compare.Fact{Title: old.Title}, compare.Fact{Title: title}); r.Relation != compare.Unrelated {
			t.Errorf("%q: %+v", title, r)
		}
	}
}
