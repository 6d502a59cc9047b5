package compare_test

import (
	"testing"

	"github.com/factline/memory/compare"
)

// Two facts of one shape that differ in what they speak of as well as in what they say of it are two facts.
var ofTwoThings = [][2]compare.Fact{
	{compare.Fact{Title: "Deploy rule of billing", Claim: "The billing service uses port 7000."}, compare.Fact{Title: "Deploy rule of orders", Claim: "The orders service uses port 7001."}},
	{compare.Fact{Title: "Queue of region 1", Claim: "The queue of region 1 is named emu-1."}, compare.Fact{Title: "Queue of region 2", Claim: "The queue of region 2 is named emu-2."}},
	{compare.Fact{Title: "Deploy rule for billing", Claim: "Billing is deployed on Mondays."}, compare.Fact{Title: "Deploy rule for orders", Claim: "Orders is deployed on Tuesdays."}},
	{compare.Fact{Title: "Test command of the api", Claim: "The api is tested with make api."}, compare.Fact{Title: "Test command of the web app", Claim: "The web app is tested with make web."}},
	{compare.Fact{Title: "Build image of billing", Claim: "Billing is built from golang:1.22."}, compare.Fact{Title: "Build image of orders", Claim: "Orders is built from node:20."}},
	{compare.Fact{Title: "Log level of billing", Claim: "The log level is debug."}, compare.Fact{Title: "Log level of orders", Claim: "The log level is info."}},
	{compare.Fact{Title: "Log level in staging", Claim: "The log level is debug."}, compare.Fact{Title: "Log level in production", Claim: "The log level is info."}},
	{compare.Fact{Title: "Deploy billing", Claim: "The billing service uses port 7000."}, compare.Fact{Title: "Deploy orders", Claim: "The orders service uses port 7001."}},
	{compare.Fact{Title: "Billing service", Claim: "The port is 7000."}, compare.Fact{Title: "Orders service", Claim: "The port is 7001."}},
	{compare.Fact{Title: "Billing", Claim: "Uses port 7000."}, compare.Fact{Title: "Orders", Claim: "Uses port 7001."}},
	{compare.Fact{Title: "Cache of the search page", Claim: "It is kept for 5 minutes."}, compare.Fact{Title: "Cache of the cart page", Claim: "It is kept for 1 minute."}},
	{compare.Fact{Title: "Retry rule of worker 1", Claim: "Worker 1 retries 3 times."}, compare.Fact{Title: "Retry rule of worker 2", Claim: "Worker 2 retries 5 times."}},
	{compare.Fact{Title: "Alice's editor", Claim: "Alice uses vim."}, compare.Fact{Title: "Bob's editor", Claim: "Bob uses emacs."}},
	{compare.Fact{Title: "Release branch of app 1", Claim: "The release branch is main."}, compare.Fact{Title: "Release branch of app 2", Claim: "The release branch is stable."}},
	{compare.Fact{Title: "In eu-west the bucket is named media-eu."}, compare.Fact{Title: "In us-east the bucket is named media-us."}},
	{compare.Fact{Title: "The bucket for staging is named media-stg."}, compare.Fact{Title: "The bucket for production is named media-prod."}},
	{compare.Fact{Title: "The queue of region 3 is named emu-3."}, compare.Fact{Title: "The queue of region 4 is named emu-4."}},
	{compare.Fact{Title: "Topic orders has 12 partitions."}, compare.Fact{Title: "Topic payments has 24 partitions."}},
	{compare.Fact{Title: "Table users is sharded by tenant."}, compare.Fact{Title: "Table events is sharded by day."}},
	{compare.Fact{Title: "cmd/api listens on port 8080."}, compare.Fact{Title: "cmd/worker listens on port 9090."}},
	{compare.Fact{Title: "华东区队列名为 emu-1。"}, compare.Fact{Title: "华南区队列名为 emu-2。"}},
	{compare.Fact{Title: "华东区队列", Claim: "队列名为 emu-1。"}, compare.Fact{Title: "华南区队列", Claim: "队列名为 emu-2。"}},
	{compare.Fact{Title: "部署规则：计费", Claim: "计费服务使用端口 7000。"}, compare.Fact{Title: "部署规则：订单", Claim: "订单服务使用端口 7001。"}},
	{compare.Fact{Title: "生产环境的日志级别是 info。"}, compare.Fact{Title: "测试环境的日志级别是 debug。"}},
	{compare.Fact{Title: "用户服务的超时时间是 5 秒。"}, compare.Fact{Title: "订单服务的超时时间是 8 秒。"}},
	{compare.Fact{Title: "Backup rule of db 1", Claim: "Back up db 1 at 02:00."}, compare.Fact{Title: "Backup rule of db 2", Claim: "Back up db 2 at 03:00."}},
	{compare.Fact{Title: "Run rule of the linter", Claim: "Run the linter before the tests."}, compare.Fact{Title: "Run rule of the formatter", Claim: "Run the formatter before the linter."}},
	{compare.Fact{Title: "Check for Go files", Claim: "Go files are checked with staticcheck."}, compare.Fact{Title: "Check for Python files", Claim: "Python files are checked with ruff."}},
	{compare.Fact{Title: "Lock file of the web app", Claim: "The web app locks with pnpm-lock.yaml."}, compare.Fact{Title: "Lock file of the docs site", Claim: "The docs site locks with package-lock.json."}},
	{compare.Fact{Title: "Test data for billing", Claim: "Billing loads testdata/billing.json."}, compare.Fact{Title: "Test data for orders", Claim: "Orders loads testdata/orders.json."}},
	{compare.Fact{Title: "Team rule 1", Claim: "Reviews need two approvals."}, compare.Fact{Title: "Team rule 2", Claim: "Branches are named after tickets."}},
	{compare.Fact{Title: "Host of the EU cluster", Claim: "The EU cluster runs on eu.example.com."}, compare.Fact{Title: "Host of the US cluster", Claim: "The US cluster runs on us.example.com."}},
	{compare.Fact{Title: "Worker queue of region 1", Claim: "The worker queue is named emu-1."}, compare.Fact{Title: "Worker queue of region 2", Claim: "The worker queue is named emu-2."}},
	{compare.Fact{Title: "Health check of billing", Claim: "The path is /healthz."}, compare.Fact{Title: "Health check of orders", Claim: "The path is /livez."}},
	{compare.Fact{Title: "Unit tests of billing", Claim: "They run with make t."}, compare.Fact{Title: "Unit tests of orders", Claim: "They run with make u."}},
	{compare.Fact{Title: "Search index of billing", Claim: "It is rebuilt at 02:00."}, compare.Fact{Title: "Search index of orders", Claim: "It is rebuilt at 03:00."}},
	{compare.Fact{Title: "Error log of billing", Claim: "It goes to /var/log/b."}, compare.Fact{Title: "Error log of orders", Claim: "It goes to /var/log/o."}},
	{compare.Fact{Title: "Nightly build for arm64", Claim: "It starts at 01:00."}, compare.Fact{Title: "Nightly build for amd64", Claim: "It starts at 02:00."}},
	{compare.Fact{Title: "Release notes of the CLI", Claim: "Written by Ann."}, compare.Fact{Title: "Release notes of the SDK", Claim: "Written by Bo."}},
	{compare.Fact{Title: "Deploy window in staging", Claim: "Any time."}, compare.Fact{Title: "Deploy window in production", Claim: "Mondays only."}},
	{compare.Fact{Title: "Retry limit for uploads", Claim: "The limit is 3."}, compare.Fact{Title: "Retry limit for downloads", Claim: "The limit is 5."}},
	{compare.Fact{Title: "Start command of billing", Claim: "npm start"}, compare.Fact{Title: "Start command of orders", Claim: "go run ."}},
	{compare.Fact{Title: "Log format", Claim: "The api logs JSON."}, compare.Fact{Title: "Log format", Claim: "The worker logs plain text."}},
	{compare.Fact{Title: "Billing logs to Loki."}, compare.Fact{Title: "Orders logs to Elasticsearch."}},
	{compare.Fact{Title: "计费的日志级别", Claim: "日志级别是 debug。"}, compare.Fact{Title: "订单的日志级别", Claim: "日志级别是 info。"}},
	{compare.Fact{Title: "测试环境部署", Claim: "部署用 Helm。"}, compare.Fact{Title: "生产环境部署", Claim: "部署用 Argo。"}},
	{compare.Fact{Title: "区域 1 的队列", Claim: "队列名为 emu-1。"}, compare.Fact{Title: "区域 2 的队列", Claim: "队列名为 emu-2。"}},
	{compare.Fact{Title: "The east cluster has 3 nodes."}, compare.Fact{Title: "The west cluster has 5 nodes."}},
	{compare.Fact{Title: "The cluster has 3 nodes."}, compare.Fact{Title: "The cluster has 5 volumes."}},
	{compare.Fact{Title: "Cluster 1 has 3 nodes."}, compare.Fact{Title: "Cluster 3 has 5 nodes."}},
	{compare.Fact{Title: "Worker 5 retries 3 times."}, compare.Fact{Title: "Worker 3 retries 7 times."}},
	{compare.Fact{Title: "Node 2 runs on port 3."}, compare.Fact{Title: "Node 3 runs on port 4."}},
	{compare.Fact{Title: "East queue", Claim: "The east queue is named emu-1."}, compare.Fact{Title: "West queue", Claim: "The west queue is named emu-2."}},
	{compare.Fact{Title: "The eastern queue is named emu-1."}, compare.Fact{Title: "The western queue is named emu-2."}},
	{compare.Fact{Title: "上海机房的网关是 gw-1。"}, compare.Fact{Title: "北京机房的网关是 gw-2。"}},
	{compare.Fact{Title: "甲组的负责人是 Ann。"}, compare.Fact{Title: "乙组的负责人是 Bob。"}},
	{compare.Fact{Title: "一号机的端口是 7001。"}, compare.Fact{Title: "二号机的端口是 7002。"}},
	{compare.Fact{Title: "服务 3 使用端口 5。"}, compare.Fact{Title: "服务 5 使用端口 7。"}},
	{compare.Fact{Title: "The France site sells in euro."}, compare.Fact{Title: "The Japan site sells in yen."}},
	{compare.Fact{Title: "Ann's laptop runs Debian."}, compare.Fact{Title: "Bob's laptop runs Fedora."}},
	{compare.Fact{Title: "Alice uses vim."}, compare.Fact{Title: "Bob uses emacs."}},
	{compare.Fact{Title: "The staging bucket is named emu-1."}, compare.Fact{Title: "The sandbox bucket is named emu-2."}},
	{compare.Fact{Title: "The invoices topic is named inv-1."}, compare.Fact{Title: "The receipts topic is named rec-2."}},
	{compare.Fact{Title: "The billing database is named emu-1."}, compare.Fact{Title: "The ledger database is named emu-2."}},
	{compare.Fact{Title: "订单库名为 emu-1。"}, compare.Fact{Title: "账单库名为 emu-2。"}},
	{compare.Fact{Title: "退款服务的网关是 gw-1。"}, compare.Fact{Title: "支付服务的网关是 gw-2。"}},
}

// Another value for the same thing speaks against the first.
var ofOneThing = [][2]compare.Fact{
	{compare.Fact{Title: "Deploy rule of billing", Claim: "The billing service uses port 7000."}, compare.Fact{Title: "Deploy rule of billing", Claim: "The billing service uses port 7001."}},
	{compare.Fact{Title: "Queue of region 1", Claim: "The queue of region 1 is named emu-1."}, compare.Fact{Title: "Queue of region 1", Claim: "The queue of region 1 is named gnu-1."}},
	{compare.Fact{Title: "Log level of billing", Claim: "The log level is debug."}, compare.Fact{Title: "Log level of billing", Claim: "The log level is info."}},
	{compare.Fact{Title: "Deploy with Helm", Claim: "Charts are versioned."}, compare.Fact{Title: "Deploy with Kustomize", Claim: "It needs no templates."}},
	{compare.Fact{Title: "Use pnpm", Claim: "pnpm is faster."}, compare.Fact{Title: "Use npm", Claim: "npm is what everyone knows."}},
	{compare.Fact{Title: "Always squash commits before merge", Claim: "It keeps the history readable."}, compare.Fact{Title: "Never squash commits before merge", Claim: "It loses the history."}},
	{compare.Fact{Title: "Billing service", Claim: "The port is 7000."}, compare.Fact{Title: "Billing service", Claim: "The port is 7001."}},
	{compare.Fact{Title: "Topic orders has 12 partitions."}, compare.Fact{Title: "Topic orders has 24 partitions."}},
	{compare.Fact{Title: "华东区队列名为 emu-1。"}, compare.Fact{Title: "华东区队列名为 emu-9。"}},
	{compare.Fact{Title: "用户服务的超时时间是 5 秒。"}, compare.Fact{Title: "用户服务的超时时间是 8 秒。"}},
	{compare.Fact{Title: "Deploys go out on Mondays."}, compare.Fact{Title: "Deploys go out on Fridays."}},
	{compare.Fact{Title: "Deploy on Mondays", Claim: "The team is rested."}, compare.Fact{Title: "Deploy on Fridays", Claim: "Traffic is low."}},
	{compare.Fact{Title: "Test with jest", Claim: "It is fast."}, compare.Fact{Title: "Test with vitest", Claim: "It is faster."}},
	{compare.Fact{Title: "The bucket for staging is named media-stg."}, compare.Fact{Title: "The bucket for staging is named media-s2."}},
	{compare.Fact{Title: "Retry rule of worker 1", Claim: "Worker 1 retries 3 times."}, compare.Fact{Title: "Retry rule of worker 1", Claim: "Worker 1 retries 5 times."}},
	{compare.Fact{Title: "Page size", Claim: "The page size is 50."}, compare.Fact{Title: "Page size", Claim: "Page size is 250 from now on, not 50."}},
	{compare.Fact{Title: "The page size is 50."}, compare.Fact{Title: "Page size is 250 from now on, not 50."}},
	{compare.Fact{Title: "List page size", Claim: "List endpoints return 50 rows a page."}, compare.Fact{Title: "List page size", Claim: "List endpoints return 250 rows a page from now on, not 50."}},
	{compare.Fact{Title: "Page size of lists", Claim: "The page size is 50."}, compare.Fact{Title: "Page size 250", Claim: "Page size is 250 from now on, not 50."}},
	{compare.Fact{Title: "Log level of billing", Claim: "It is debug."}, compare.Fact{Title: "Log level of billing", Claim: "It is trace."}},
	{compare.Fact{Title: "Build the image with kaniko", Claim: "No daemon is needed."}, compare.Fact{Title: "Build the image with buildah", Claim: "It is faster."}},
	{compare.Fact{Title: "Set a limit of 5", Claim: "More break the server."}, compare.Fact{Title: "Set a limit of 10", Claim: "The server was upgraded."}},
	{compare.Fact{Title: "Sign releases of the CLI", Claim: "Customers ask."}, compare.Fact{Title: "Never sign releases of the CLI", Claim: "Too slow."}},
	{compare.Fact{Title: "The cluster has 3 nodes."}, compare.Fact{Title: "The cluster has 5 nodes."}},
	{compare.Fact{Title: "The table has 12 columns."}, compare.Fact{Title: "The table has 14 columns."}},
	{compare.Fact{Title: "The pool has 10 connections."}, compare.Fact{Title: "The pool has 20 connections."}},
	{compare.Fact{Title: "Each shard has two replicas."}, compare.Fact{Title: "Each shard has three replicas."}},
	{compare.Fact{Title: "服务 3 使用端口 5。"}, compare.Fact{Title: "服务 3 使用端口 7。"}},
}

func TestSubjects(t *testing.T) {
	m := meaning(t)
	against := func(r compare.Relation) bool { return r == compare.Update || r == compare.Contradiction }
	for _, pair := range ofTwoThings {
		for _, r := range []compare.Result{compare.Facts(pair[0], pair[1]), m.Facts(t.Context(), pair[0], pair[1]), m.Facts(t.Context(), pair[1], pair[0])} {
			if against(r.Relation) || r.Relation == compare.Same {
				t.Errorf("two things: %+v then %+v: %+v", pair[0], pair[1], r)
			}
		}
		if g := m.Guess(t.Context(), pair[1])(pair[0]); g.Firm && g.Relation != compare.Unrelated {
			t.Errorf("two things: %+v then %+v: guessed %+v", pair[0], pair[1], g)
		}
	}
	for _, pair := range ofOneThing {
		if r := m.Facts(t.Context(), pair[0], pair[1]); !against(r.Relation) {
			t.Errorf("one thing: %+v then %+v: %+v", pair[0], pair[1], r)
		}
	}
}
