package harvest

import (
	"strings"

	"github.com/factline/memory/items"
)

// Two kinds of plain facts that a person states in passing, without a word like "remember": where a part of the system runs (a port, an
// address, a host, a version), and what the root cause of something was. Both name their thing; a pointer into the work at hand ("the bug is
// in src/a.ts") names a piece of code and is none.

var (
	rootHints = []string{"root cause", "根因", "根本原因"}
	// operatingHints are what a place holds, beside digits: an operating fact has one
	operatingHints = []string{"://", ".internal", ".local", ".corp", ".lan", ".dev", ".io", ".net", ".com", ".cloud", "port", "localhost", "runs ", "run on", "lives ", "live in", "listens", "hosted", "deployed", "stored", "kept in", "端口", "部署在", "跑在", "运行在", "监听", "地址是", "存在"}
	// operatingEN: a part of the system, a verb of standing, and a place.
	operatingEN = rx(`^(?:(?:and|also|btw|by the way|note|oh|ok|okay|so|yes|no|well|actually)[,:]? +)*((?:the |our |my )?[a-z0-9][a-z0-9 ._/-]{1,50}?) (?:now )?(runs?|lives?|listens?|sits?|is|are|is (?:hosted|deployed|stored|exposed|reachable|available|served|kept|mounted)|are (?:hosted|deployed|stored|exposed|served|kept|mounted)|uses?) (?:on|at|in|under|behind|from|to)? ?(.{3,160})$`)
	operatingZH = rx(`^(?:另外|还有|对了|顺便|注意)?[，, ]*([^，。：；？！]{2,24}?)(?:是)?(?:跑在|运行在|部署在|监听|存放在|存在|放在|的地址是|的端口是|端口是|地址是|在) ?([^？]{2,80})$`)
	part        = rx(`\b(db|databases?|servers?|services?|apis?|app|site|website|dashboard|clusters?|queues?|brokers?|caches?|registry|buckets?|endpoint|staging|production|prod|ci|runners?|proxy|gateway|backend|frontend|host|vpn|bastion|backups?|logs|secrets|metrics|artifacts|workers?|cron|jobs?|redis|postgres|postgresql|mysql|mongo|mongodb|kafka|rabbitmq|nats|elasticsearch|grafana|prometheus|jenkins|vault|minio|nginx|sandbox|admin|mock|emulator|environment)\b|(库|服务|环境|后台|缓存|队列|日志|备份|网关|监控|面板|接口|集群|前端|后端|镜像|仓库|任务)`)
	place       = rx(`\bports? \d{2,5}\b|\b[a-z0-9.-]*:\d{2,5}\b|https?://\S{4,}|\b\d{1,3}(\.\d{1,3}){3}\b|\b(?:us|eu|ap|sa|ca|me|af)-[a-z]+-\d\b|\b[a-z0-9-]+\.(?:internal|local|corp|lan|dev|io|net|com|cloud)\b|\bs3://\S+|端口 ?\d{2,5}|\d{2,5} ?端口`)
	// atWork speaks of the work at hand or of a fault: where something is wrong, not where it stands.
	atWork = rx(`\b(error|errors|fail\w*|broken|down|crash\w*|bug|wrong|stuck|slow|hang\w*|refused|timeout|already in use|test|tests|branch|pr|i|you|your|can't|cannot|doesn't|didn't|not|isn't|still|again)\b|\b(is|are|'s) (now )?(running|listening|started|up)\b|(报错|失败|错误|坏|崩|挂|卡|慢|占用|没|不)`)
)

// operating takes the sentence where a part of the system stands.
func operating(s sentence, after *sentence) (finding, bool) {
	if atWork.MatchString(s.low) || task(s) || !place.MatchString(s.low) {
		return finding{}, false
	}
	claim := claimOf(s)
	low := lowerASCII(claim)
	m := operatingEN.FindStringSubmatch(strings.TrimRight(low, ". "))
	subject, where := 1, 3
	if m == nil && s.w.zh {
		m, where = operatingZH.FindStringSubmatch(strings.TrimRight(low, "。. ")), 2
	}
	if m == nil || !part.MatchString(m[subject]) || pronoun.MatchString(m[subject]) || !place.MatchString(m[where]) {
		return finding{}, false
	}
	return statement(RuleRemember, items.Fact, s, claim, after, sureOperating), true
}

// diagnosed takes a person's own account of a root cause. One who asks for it, or guesses, states none.
func diagnosed(s sentence, after *sentence) (finding, bool) {
	m := rootIs.FindStringIndex(s.low)
	if m == nil || task(s) || ownFault.MatchString(s.low) || hedged.MatchString(s.low) || len(s.low)-m[1] < minSentence {
		return finding{}, false
	}
	claim := cause{s: s, strength: 3}.claim("")
	if s.w.zh {
		claim = plain(s.text()) // without its lead nothing says what failed
	}
	f := statement(RuleFix, items.Lesson, s, claim, after, sureTold)
	f.title = shorten(claim)
	return f, true
}

var rootIs = rx(`\broot cause( (of|for|behind) [^.?!]{3,120}?)? (is|was|turned out to be)\b|(根因|根本原因)[^。？！]{0,30}(是|在于|出在)`)

// foundCause takes what the agent calls the root cause of a problem that the person told, after it had looked and before anything is changed: the
// mending may come in another session. What the person objects to is none.
func foundCause(s *session, ti int) (finding, bool) {
	t := &s.turns[ti]
	if t.user == nil || t.last() == nil || !reportsProblem.MatchString(spokenText(s, ti)) {
		return finding{}, false
	}
	if ti+1 < len(s.turns) && s.turns[ti+1].user != nil {
		if next := firstSentence(s.turns[ti+1].user); next != nil && meansOther.MatchString(next.low) {
			return finding{}, false
		}
	}
	if looks, edited := looked(s, t); looks < lookUpsNeeded || edited {
		return finding{}, false
	}
	c, ok := bestCause([]*words{t.last()}, wordSet(spokenText(s, ti)), true)
	if !ok || c.strength < 3 || c.back || hedged.MatchString(c.s.low) {
		return finding{}, false
	}
	return causeFinding(c, "", nil, sureFound), true
}
