package writeservice

import (
	"strings"
	"testing"
)

// What a person said, and what an agent makes of his words alone: turned, mixed up, or without what bounded it.
var notSaidSo = [][2]string{
	// turned
	{"The worker calls the scheduler.", "The scheduler calls the worker"}, {"Carol mentors Dave.", "Dave mentors Carol"}, {"Sessions move from redis to postgres.", "Sessions move from postgres to redis"}, {"Zig replaces Rust in the parser.", "Rust replaces Zig in the parser"},
	{"Editors can remove viewers.", "Viewers can remove editors"}, {"Run the seeder before the migration.", "Run the migration before the seeder"}, {"The replica lags behind the primary.", "The primary lags behind the replica"}, {"订单服务调用支付服务。", "支付服务调用订单服务"},
	// mixed up
	{"Search runs on Elastic. Mail runs on Postfix.", "Search runs on Postfix"}, {"Invoices live in S3; receipts live in Minio.", "Receipts live in S3"}, {"Erin maintains the parser, Frank maintains the lexer.", "Frank maintains the parser"}, {"Lint uses ruff and format uses black.", "Lint uses black"},
	{"Archive the audit log. Drop the debug log.", "Drop the audit log"}, {"缓存用 Redis，队列用 Kafka。", "缓存用 Kafka"}, {"The parser is in Rust. The viewer is in Elm.", "The viewer is in Rust"}, {"Mock the clock. Test the network.", "Mock the network"},
	// without what bounded it
	{"Contractors may read the logs of staging.", "Contractors may read the logs"}, {"On Fridays we freeze merges.", "We freeze merges"}, {"Freeze merges on Fridays.", "Freeze merges"}, {"Cache pages only for guests.", "Cache pages"}, {"Squash commits except on release branches.", "Squash commits"},
	{"Restart the pod after the drain.", "Restart the pod"}, {"Retry requests until the deadline.", "Retry requests"}, {"Approve refunds unless the amount is odd.", "Approve refunds"}, {"Some endpoints need a token.", "Endpoints need a token"}, {"Most jobs run at night.", "All jobs run at night"},
	{"In the demo we log passwords.", "We log passwords"}, {"只有管理员可以导出数据。", "可以导出数据"}, {"开发环境跳过迁移。", "跳过迁移"}, {"除了周五都可以发布。", "都可以发布"},
	// with a word of the agent's own in the place of what refuses or bounds
	{"Refuse requests without a token.", "Accept requests without a token"}, {"Never rewrite the changelog.", "Rewriting the changelog is allowed"}, {"Block merges without a label.", "Allow merges without a label"}, {"Only owners may tag releases.", "Anybody may tag releases"}, {"禁止直接改线上数据。", "可以直接改线上数据"},
	// one word of his in a claim about something else
	{"The canary uses envoy.", "The product uses envoy"}, {"On Windows use cmd.", "Use cmd"}, {"We ran nomad until May.", "We use nomad"}, {"We plan to adopt nomad.", "We use nomad"},
	// denied, past, planned, or one day
	{"Nobody may rebase without a backup.", "Rebase without a backup"}, {"Never skip the smoke test for hotfixes.", "Skip the smoke test for hotfixes"}, {"Reports hardly use the cache.", "Reports use the cache"}, {"We used the old broker until spring.", "We use the old broker"},
	{"We plan to buy the enterprise license.", "We buy the enterprise license"}, {"If traffic doubles we shard the table.", "We shard the table"}, {"We might drop the legacy API.", "We drop the legacy API"}, {"Nothing but images may bypass the scanner.", "Images may bypass the scanner"}, {"不要关闭审计日志。", "关闭审计日志"}, {"计划迁移到新集群。", "迁移到新集群"},
}

// What people say, and how an agent fairly writes it down.
var saidSo = [][2]string{
	{"we use bun here btw, not yarn", "We use bun"}, {"please remember that the bastion is in eu-north-1", "The bastion is in eu-north-1"}, {"The broker listens on port 5672, so open it.", "The broker listens on port 5672"}, {"No, fixtures live in ./data not in ./fixtures", "Fixtures live in ./data"},
	{"Fixtures live in ./data instead of ./fixtures.", "Fixtures live in ./data"}, {"Backups run every Sunday at 03 UTC.", "Backups run every Sunday at 03 UTC"}, {"The build needs JDK 21.", "The build needs JDK 21"}, {"our bot is called robin", "The bot is called robin"}, {"Use spaces in this repo.", "Use spaces in this repo"},
	{"The batch size should be 50 not 20", "The batch size is 50"}, {"The parser is Rust and the viewer is Elm.", "The viewer is Elm"}, {"We never force push.", "We never force push"}, {"Never skip the smoke test.", "Never skip the smoke test"}, {"Run the seeder before the migration.", "Run the seeder before the migration"},
	{"From now on we always squash merges.", "We always squash merges"}, {"Let's keep the docs in English.", "Keep the docs in English"}, {"Actually, metrics go to Mimir.", "Metrics go to Mimir"}, {"You should run the linter before each push, please.", "Run the linter before each push"}, {"The queue is RabbitMQ because Kafka was too heavy.", "The queue is RabbitMQ"},
	{"Only admins may export data.", "Only admins may export data"}, {"In staging, mails go to Mailhog.", "In staging, mails go to Mailhog"}, {"Contractors may read the logs of staging.", "Contractors may read the logs of staging"}, {"I think the port is 9443.", "The port is 9443"}, {"We don't use Docker.", "We do not use Docker"},
	{"我们用 bun，不用 yarn", "我们用 bun"}, {"请记住测试库在 eu-north-1", "测试库在 eu-north-1"}, {"备份在每周日凌晨三点进行", "备份在每周日凌晨三点进行"}, {"不要关闭审计日志。", "不要关闭审计日志"}, {"只有管理员可以导出数据。", "只有管理员可以导出数据"}, {"订单服务调用支付服务。", "订单服务调用支付服务"},
	// with a word of the agent's own for one of the person's
	{"We keep secrets in Vault.", "Secrets are kept in Vault"}, {"CI is GitHub Actions.", "CI runs on GitHub Actions"}, {"Our tickets are in Linear, project key ENG.", "Tickets are in Linear with project key ENG"},
	{"The cache is new. It listens on port 7000.", "The cache listens on port 7000"}, {"As Bob decided, we use Postgres 16.", "We use Postgres 16"},
}

func TestAPersonsWordsAloneSayWhatHeSaid(t *testing.T) {
	for _, c := range notSaidSo {
		if !recast("", c[1], Sentences(c[0])) {
			t.Errorf("%q counts as said in %q", c[1], c[0])
		}
	}
	for _, c := range saidSo {
		if recast("", c[1], Sentences(c[0])) {
			t.Errorf("%q does not count as said in %q", c[1], c[0])
		}
	}
}

func TestATitleMayBeShorterThanItsText(t *testing.T) {
	said := Sentences("Remember that the staging database is wiped every Sunday night, at 23:00. Never skip the review for docs.")
	if recast("Staging is wiped every Sunday", "The staging database is wiped every Sunday night, at 23:00.", said) {
		t.Error("a short title above all that was said does not count")
	}
	if !recast("Staging is wiped every Sunday", "", said) {
		t.Error("what was said of the database counts as said of staging, where nothing tells the rest")
	}
	if !recast("Skip the review for docs", "Never skip the review for docs.", said) {
		t.Error("a title that leaves out what denies it counts as said")
	}
}

// An agent calls an item by what it is about, in other words than those that say it.
func TestATitleMayNameWhatIsSaid(t *testing.T) {
	for _, c := range []struct{ said, title, text string }{
		{"From now on the orders list returns 250 rows a page, not 50.", "Page size of the orders list is 250", "The orders list returns 250 rows a page."},
		{"From now on the orders list returns 250 rows a page, not 50.", "Page size of the orders list", "The orders list returns 250 rows a page."},
		{"The gateway listens on port 8443.", "Port of the gateway", "The gateway listens on port 8443."},
		{"The gateway listens on port 8443.", "Port of the gateway: 8443", "The gateway listens on port 8443."},
		{"Backups run every Sunday at 03 UTC.", "Schedule of backups", "Backups run every Sunday at 03 UTC."},
		{"We use bun here.", "Package manager", "We use bun."},
	} {
		if recast(c.title, c.text, Sentences(c.said)) {
			t.Errorf("%q above %q does not count as said in %q", c.title, c.text, c.said)
		}
	}
	for _, c := range []struct{ said, title, text string }{
		{"The worker calls the scheduler.", "Scheduler calls the worker", "The worker calls the scheduler."},
		{"Never skip the review of docs.", "Skip the review of docs", "Never skip the review of docs."},
		{"Only admins may export the list of users.", "Export of the list of users is allowed", "Only admins may export the list of users."},
		{"Sessions move from redis to postgres.", "Move of postgres sessions to redis", "Sessions move from redis to postgres."},
		{"The port of the gateway is 8443 and the port of the console is 9443.", "Port of the gateway is 9443", "The port of the gateway is 8443."},
	} {
		if !recast(c.title, c.text, Sentences(c.said)) {
			t.Errorf("%q above %q counts as said in %q", c.title, c.text, c.said)
		}
	}
}

// Whatever a person says, word for word it is what he said.
func FuzzWordForWordIsSaid(f *testing.F) {
	for _, c := range append(notSaidSo, saidSo...) {
		f.Add(c[0])
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.TrimSpace(text) != "" && recast("", text, Sentences(text)) {
			t.Errorf("%q does not count as said in itself", text)
		}
	})
}
