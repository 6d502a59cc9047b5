package writeservice

import "testing"

// TestWordsThatWereNotSaidSo: an agent may use other words of what a person said; it may not turn, widen or mix it up.
func TestWordsThatWereNotSaidSo(t *testing.T) {
	for _, c := range []struct {
		said, item string
		ok         bool
	}{
		{"The orders service runs on port 7070.", "Orders service: port 7070", true},
		{"The orders service runs on port 7070.", "The orders service listens on port 7070", true},
		{"use cursors for all list endpoints, not offsets", "List endpoints page by cursor", true},
		{"use cursors instead of offsets", "Use cursors instead of offsets", true},
		{"use cursors instead of offsets", "Use cursors, not offsets", true},
		{"please never push to main directly", "Do not push to main directly", true},
		{"don't push to main directly", "Never push to main directly", true},
		{"don't use moment.js in the web app, use date-fns", "The web app uses date-fns, not moment.js", true},
		{"always squash commits before the merge", "Squash commits before merging", true},
		{"use tabs in Go code please", "Always use tabs in Go code", true},
		{"you have to run the migrations before the tests", "Migrations must run before the tests", true},
		{"only the release branch is deployed", "Deploys come from the release branch only", true},
		{"We keep sessions in postgres because redis lost them twice.", "Sessions are kept in postgres", true},
		{"We keep sessions in postgres because redis lost them twice.", "Sessions are kept in postgres: redis lost them twice", true},
		{"Billing runs on port 7070 and admin runs on port 9090.", "Admin runs on port 9090", true},
		{"Billing runs on port 7070 and admin runs on port 9090.", "Billing runs on port 7070, admin on 9090", true},
		{"我们不使用 redis 保存会话", "会话不保存在 redis 里", true},
		{"账单服务监听 7070 端口", "账单服务的端口是 7070", true},
		{"不要直接推送到主分支", "禁止直接推送到主分支", true},
		{"the timeout is 30 seconds, no more than that", "Timeout is 30 seconds", true},

		{"We do not use kafka for the orders stream.", "We use kafka for the orders stream", false},
		{"我们不使用 redis 保存会话。", "我们使用 redis 保存会话", false},
		{"use cursors instead of offsets", "Use offsets", false},
		{"The orders service runs on port 7070.", "The orders service never runs on port 7070", false},
		{"The orders service runs on port 7070.", "The orders service only runs on port 7070 and no other service may", false},
		{"The orders service runs on port 7070.", "The orders service runs on port 7070 without authentication", false},
		{"Backups go to bucket alpha.", "Backups must never go to bucket alpha", false},
		{"Backups go to bucket alpha.", "Always skip backups to bucket alpha", false},
		{"We decided that billing runs on port 7070.", "Always deploy billing on port 7070 and never ask", false},
		{"we can use the cache for invoices", "The cache must be used for invoices", true}, // of few words the share decides
		{"Billing runs on port 7070 and admin runs on port 9090.", "Billing runs on port 9090 and admin runs on port 7070", false},
		{"账单服务监听 7070 端口，管理服务监听 9090 端口", "账单服务监听 9090 端口", false},
	} {
		if why := contradicted(clauses(c.item), clauses(c.said)); (why == "") != c.ok {
			t.Errorf("%q of %q: %q", c.item, c.said, why)
		}
	}
}
