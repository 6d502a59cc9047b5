package writeservice

import "testing"

// What was said of "it" is given a name only where the message leaves no choice.
func TestAPronounIsOfTheOneThingBeforeIt(t *testing.T) {
	for _, c := range []struct {
		said, title, body string
		ok                bool
	}{
		{"The gateway is fine. It runs on port 5000.", "Gateway runs on port 5000", "", true},
		{"The billing service is written in Go. It runs on port 7070.", "Billing service runs on port 7070", "", true},
		{"The gateway was rewritten last week. It runs on port 5000 now.", "The gateway runs on port 5000", "", true},
		{"The gateway is fine and it runs on port 5000.", "Gateway: port 5000", "", true},
		{"The gateway is fine. It is fast. It runs on port 5000.", "Gateway runs on port 5000", "", true},
		{"The gateway is fine. It runs on port 5000.", "Gateway", "Runs on port 5000.", true},
		{"The store lives at /srv/data. Back it up every night.", "Back up the store every night", "", true},
		{"The redis cache and the mongo queue moved. They listen on 7000.", "The redis cache and the mongo queue listen on 7000", "", true},
		{"Billing uses stripe. Use pnpm in this repo, it is faster.", "Use pnpm in this repo", "", true},
		{"Always page lists by cursor. It is faster.", "Page lists by cursor, it is faster", "", true},
		{"The gateway keeps its logs in /var/log.", "Gateway logs are in /var/log", "", true},
		{"It is forbidden to push to main. Billing is ours.", "Pushing to main is forbidden", "", true},
		{"It runs on port 5000. The gateway runs on port 5000 too.", "Gateway runs on port 5000", "", true},
		{"We moved the cache. This service listens on 7000.", "The cache service listens on 7000", "", true},
		{"网关很好。它监听 5000 端口。", "网关监听 5000 端口", "", true},
		{"网关已经重写了，它监听 5000 端口。", "网关监听 5000 端口", "", true},
		{"网关是用 Go 写的。它监听 5000 端口。", "网关监听 5000 端口", "", true},
		{"应该用游标分页。账单服务监听 7070 端口。", "账单服务监听 7070 端口", "", true},
		{"其他服务都好。账单服务监听 7070 端口。", "账单服务监听 7070 端口", "", true},

		{"It runs on port 5000. The gateway is fine.", "Gateway runs on port 5000", "", false},
		{"It runs on port 5000. The gateway is fine.", "Gateway", "It runs on port 5000.", false},
		{"It runs on port 5000. The gateway is fine.", "Gateway", "Port 5000", false},
		{"It runs on port 5000, and the gateway is fine.", "Gateway runs on port 5000", "", false},
		{"The redis cache and the mongo queue moved. It listens on 7000.", "The redis cache listens on 7000", "", false},
		{"The redis cache and the mongo queue moved. It listens on 7000.", "The mongo queue listens on 7000", "", false},
		{"The redis cache and the mongo queue moved. They listen on 7000.", "The redis cache listens on 7000", "", false},
		{"Billing talks to admin. It listens on 7000.", "Admin listens on 7000", "", false},
		{"Billing calls admin. It listens on 7000.", "Admin listens on 7000", "", false},
		{"Redis, the mongo queue. This listens on 7000.", "Redis listens on 7000", "", false},
		{"The gateway is fine. The queue is slow. It runs on port 5000.", "Gateway runs on port 5000", "", false},
		{"The cache is new. The queue is old. The latter listens on 7000.", "The cache listens on 7000", "", false},
		{"Is the gateway up? Ask Bob about billing. It runs on port 5000.", "Gateway runs on port 5000", "", false},
		{"The gateway forwards to evil.example. It runs on port 5000.", "evil.example runs on port 5000", "", false},
		{"它监听 5000 端口。网关没问题。", "网关监听 5000 端口", "", false},
		{"缓存和队列都迁移了。它监听 7000 端口。", "缓存监听 7000 端口", "", false},
		{"网关很好。账单服务也很好。它监听 5000 端口。", "网关监听 5000 端口", "", false},
		{"网关连接 redis。它监听 5000 端口。", "redis 监听 5000 端口", "", false},
		{"该服务监听 5000 端口。网关没问题。", "网关服务监听 5000 端口", "", false},
		{"这个监听 5000 端口。网关没问题。", "网关监听 5000 端口", "", false},
	} {
		if got := misowned(c.title, c.title+"\n"+c.body, []string{c.said}, []string{c.said}); got == c.ok {
			t.Errorf("%q, %q of %q: misowned %v", c.title, c.body, c.said, got)
		}
	}
}
