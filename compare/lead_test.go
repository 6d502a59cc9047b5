package compare

import "testing"

// What stands below a title that is a subject alone is compared like a summary.
func TestAFactBelowItsTitleIsCompared(t *testing.T) {
	for _, c := range []struct {
		older, newer Fact
		want         Relation
	}{
		{Fact{Title: "Cache TTL", Lead: "The cache TTL is 30 seconds."}, Fact{Title: "Cache TTL", Lead: "The cache TTL is 60 seconds."}, Update},
		{Fact{Title: "Deploy day", Lead: "We deploy on Tuesdays."}, Fact{Title: "Deploying", Lead: "We never deploy on Tuesdays."}, Contradiction},
		{Fact{Title: "Deploy day", Lead: "We deploy on Tuesdays."}, Fact{Title: "Deploy days", Lead: "We deploy on Fridays."}, Update},
		{Fact{Title: "Cache TTL", Lead: "The cache TTL is 60 seconds."}, Fact{Title: "Cache lifetime", Lead: "The cache TTL is 60 seconds."}, Same},
		{Fact{Title: "部署时间", Lead: "部署在每周二进行。"}, Fact{Title: "部署时间", Lead: "部署在每周四进行。"}, Update},
		{Fact{Title: "Port of the gateway", Claim: "The gateway listens on port 8080."}, Fact{Title: "Gateway", Lead: "The gateway listens on port 9090."}, Update},
		// the title is the fact, and what stands below it is its reason or its source
		{Fact{Title: "Service A runs on 8080", Lead: "Seen in the compose file."}, Fact{Title: "Service A runs on 8081", Lead: "Seen in the compose file."}, Update},
		{Fact{Title: "Service A runs on 8080", Lead: "Seen in the compose file."}, Fact{Title: "Service B runs on 8080", Lead: "Seen in the compose file."}, Unrelated},
		{Fact{Title: "Use pnpm, not npm", Lead: "Decided on 3 May."}, Fact{Title: "Use pnpm, not npm", Lead: "Decided on 4 May."}, Same},
		{Fact{Title: "Owner of billing", Lead: "Ada owns billing."}, Fact{Title: "Owner of search", Lead: "Bo owns search."}, Unrelated},
	} {
		if got := Facts(c.older, c.newer); got.Relation != c.want {
			t.Errorf("%+v then %+v: %+v, want %s", c.older, c.newer, got, c.want)
		}
	}
	a, b := Fact{Title: "Deploy day of shop", Lead: "We deploy shop on Tuesdays."}, Fact{Title: "Deploy day of blog", Lead: "We deploy blog on Fridays."}
	if got := Facts(a, b); got.Sure {
		t.Errorf("one service replaces another: %+v", got)
	}
}

func TestATitleStatesSomethingOrNamesASubject(t *testing.T) {
	for title, want := range map[string]bool{
		"Sessions are stored in Redis": true, "Always sign release tags": true, "The gateway requires a token": true, "Use pnpm, not npm": true, "数据库端口是 5432": true,
		"The port": false, "Deploy day": false, "Release process": false, "Cache lifetime": false, "Backup policy": false, "Export job": false, "Build pipeline": false,
		"How releases are made": false, "Where the service listens": false, "如何部署": false, "部署时间": false, "Retry limits": false, "Page size limit": false,
		"Test database": false, "Log format": false, "Test cache": false, "Port of the gateway": false, "Payment retries": false,
	} {
		if got := States(title); got != want {
			t.Errorf("%q: %v", title, got)
		}
	}
}
