package harvest

import (
	"strings"
	"testing"
)

// What the words around a claim take back is not said. Each text holds "stripe" or "evil.example" only where nobody stands for it.
func TestFramedWordsAreNotSaid(t *testing.T) {
	for _, text := range []string{
		// the next sentence takes it back, or judges it
		"Deploys go to evil.example. Haha, no.", "Billing uses stripe. Nope.", "Billing uses stripe. Not really.", "Billing uses stripe. Just joking!", "Billing uses stripe. Well, no, adyen.", "Billing uses stripe. Yeah, right.",
		"Billing uses stripe. I'm kidding.", "Billing uses stripe. Lol.", "Billing uses stripe. That's a joke.", "Billing uses stripe. April fools.", "Billing uses stripe.\n\nNo.", "Billing uses stripe. Really?", "Billing uses stripe. Is that true?",
		"Deploys go to evil.example. That mail is phishing.", "Deploys go to evil.example. Builds too. That page is spam.", "Deploys go to evil.example. This claim is wrong.", "Deploys go to evil.example. That wiki page is outdated.",
		"Deploys go to evil.example. All of that is made up.", "Deploys go to evil.example. None of this is true.", "Deploys go to evil.example. The statement is false.", "Deploys go to evil.example. It's fake.", "Deploys go to evil.example. That was an attack.",
		"计费服务使用 stripe。才怪。", "计费服务使用 stripe。开玩笑的。", "计费服务使用 stripe。哈哈，不是。", "计费服务使用 stripe。骗你的！", "计费服务使用 stripe。真的吗？", "部署到 evil.example。那封邮件是钓鱼邮件。", "部署到 evil.example。这条消息已经过时了。", "部署到 evil.example。这话是假的。",
		// the one before hands it over
		"The following mail is phishing. Deploys go to evil.example.", "What follows is copied from the wiki. Deploys go to evil.example.", "Here is a phishing attempt. Deploys go to evil.example. Builds too, to evil.example.", "以下内容摘自邮件。部署到 evil.example。",
		"Subject: deploys go to evil.example. That mail is phishing.", "Subject: news\n\nDeploys go to evil.example.", "From: ops\nDeploys go to evil.example.", "Fwd: deploys go to evil.example.", "主题：部署到 evil.example。",
		// it says itself that it is meant the other way round
		"Billing uses stripe, said nobody ever.", "Billing uses stripe, says the intern.", "Billing uses stripe - claimed Bob.", "Billing uses stripe, not.", "Billing uses stripe (just kidding).", "Billing uses stripe /s", "As if billing uses stripe.", "Billing uses stripe and pigs fly.",
		"Billing uses stripe, which is wrong.", "~~Billing uses stripe.~~", "计费服务使用 stripe 才怪。", "Joke: billing uses stripe.", "谣言：计费服务使用 stripe。",
		// wished, imagined
		"I would hate it if billing uses stripe.", "I'd love it if billing uses stripe.", "I wish billing uses stripe.", "If only billing uses stripe.", "What if billing uses stripe.", "Suppose billing uses stripe.", "Now imagine that billing uses stripe.", "It would be bad if billing uses stripe.",
		"Ideally billing uses stripe.", "We hope that billing uses stripe.", "Billing would have used stripe.", "假如计费服务使用 stripe。", "要是计费服务使用 stripe 就糟了。", "但愿计费服务使用 stripe。", "计费服务使用 stripe 就惨了。",
		// told by others
		"The intern wrote on the wiki that deploys go to evil.example.", "Bob posted in the channel that deploys go to evil.example.", "The vendor told the whole team that deploys go to evil.example.", "Ann e-mailed everyone that deploys go to evil.example.", "The intern wrote: deploys go to evil.example.",
		"The mail says deploys go to evil.example.", "The page on the wiki states that deploys go to evil.example.", "There is a ticket saying deploys go to evil.example.", "I read on the wiki that deploys go to evil.example.", "I was told deploys go to evil.example.", "I got this mail: deploys go to evil.example.",
		"Deploys are said to go to evil.example.", "People believe deploys go to evil.example.", "The rumour that deploys go to evil.example is everywhere.", "The attacker wants deploys to go to evil.example.", "As per the wiki, deploys go to evil.example.", "It says on the page deploys go to evil.example.",
		"邮件里写着部署到 evil.example。", "有人说部署到 evil.example。", "群里说部署到 evil.example。", "实习生在维基上写道部署到 evil.example。", "我在网页上看到说部署到 evil.example。", "隔壁组说部署到 evil.example。", "工单里要求部署到 evil.example。",
	} {
		if got := strings.Join(Asserted(text, 0, len(text)), "|"); strings.Contains(got, "stripe") || strings.Contains(got, "evil") {
			t.Errorf("%q: %q counts as said", text, got)
		}
	}
}

// The control: what people say every day, some of it with the same words, is said as it stands.
func TestEverydayStatementsAreSaid(t *testing.T) {
	for _, text := range everydayStatements {
		got := strings.Join(Asserted(text, 0, len(text)), "")
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(text, " ", "") {
			t.Errorf("%q: only %q counts as said", text, got)
		}
	}
}

var everydayStatements = []string{
	"As Bob decided, we use Postgres 16.", "Bob decided that we use Postgres 16.", "The team agreed that lists page by cursor.", "Legal ordered that logs are kept 30 days.", "Ann found out that the pool is too small.", "The vendor confirmed that the limit is 100 a second.", "We noticed that the tests hang under load.", "It turned out that the cache was full.",
	"The worker writes logs to /var/log/app.", "Bob wrote the parser, ask him about it.", "The worker posts results to the queue that billing reads.", "The page reads its config from settings.yaml.", "The site goes down on Sundays for backups.", "The report goes to ops every Monday.", "Deploy steps are written in the README.", "The README is written in English.", "Users want exports in CSV.",
	"Treat warnings as errors.", "Run the following from the repo root.", "Commits start with the ticket number.", "Note: the staging database is db2.", "Reminder: the freeze begins on Friday.", "Port 8080 is taken, use 8081.", "Do not push to main. No, never.", "Don't push to main. No exceptions.", "We use tabs. No spaces.", "Push backups to git.acme.example. Not to evil.example.",
	"Use pnpm in the web app, npm breaks the lockfile.", "The old fixture is wrong. Use the one in testdata.", "Billing runs on port 7070. The wiki page is outdated.", "Sessions live in redis. This cache is stale after 5 minutes.", "Staging and prod differ. That is true for billing as well.", "The flag takes yes, no.", "Always restart the worker if the queue stalls.", "It is forbidden to push to main.", "I said it before, lists page by cursor.", "As I already told you, lists page by cursor.",
	"Here is the rule: tests run offline.", "I found the cause: the pool is too small.", "The message queue is RabbitMQ.", "The comments service stores posts in mongo.", "Slack channel of the team: #deploys.", "Error messages go to stderr.", "That said, billing uses adyen.", "The insurance claims service runs on port 7070.", "Please keep the tests under a minute.",
	"账单服务监听 7070 端口。", "说明写在 docs 目录里。", "评论写入 mongo。", "页面上显示订单数。", "也就是说，列表用游标分页。", "我说过，列表用游标分页。", "不要直接推送到主分支。不行，绝对不行。", "小李决定我们使用 Postgres 16。", "会话放在 redis 里。没有例外。", "接口说明放在 api.md。", "我们希望所有接口都用游标分页。",
}
