package firewall

import (
	"slices"
	"strings"
	"sync"

	"github.com/factline/memory/internal/lazyregexp"
)

// Orders that act on the machine rather than on the model: they let somebody in, carry the repository out, run what an address gives, or take a guard
// away. The words are those of daily work ("add your key to authorized_keys"), so each is an order only where it also leads to a host outside, or is to
// be done again and again. An agent's handoff is held to the words alone: it needs no standing orders.

// deed is one such order.
type deed struct {
	name, pattern string
	// standing is what a line must say besides to be an order in a fact: that it is done every time, or leads outside.
	standing weight
}

type weight int

const (
	byItself   weight = iota // no daily work has these words
	outwards                 // and a host outside
	repeated                 // and that it is done again and again, or before all else
	both                     // both of it
	starting                 // and that it is done at each start, or unseen
	inHandoffs               // an order in an agent's handoff alone: outside of that it is daily work
)

const (
	// shells are what runs a text.
	shells = `(?:sudo )?(?:(?:ba|z|da|k|fi)?sh|iex|python3?|node|perl|ruby|the shell|a shell)\b`
	// told opens an order: what is forbidden or told of is none.
	told = `(?:^|[\n.!?:;,(>"'\x60#*-] ?|\b(?:always|please|must|then|and|first|now|next|should|to be safe,?|silently|secretly|quietly|immediately|automatically|(?:every|each|any) \w+,?|(?:at|on) start(?:up)?,?) |\d[.)] |&& ?)`
	// keyFiles hold what opens other machines.
	keyFiles = `(?:\.ssh(?:/id_\w+|/config\b|/? |/?$)|id_rsa|id_ed25519|\.aws/credentials|\.netrc|\.pgpass|\.git-credentials|\.kube/config|kubeconfig|\.npmrc)`
	startup  = `(?:crontab|cron job|/etc/cron\S*|(?:[ "'\x60(]|~/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|envrc)\b|config\.fish|rc\.local|launchd|launchagents?|systemd|git hooks?|\.git/hooks\S*|(?:pre|post)-(?:commit|checkout|merge|push) hook)`
	loads    = `(?:curl|wget|iwr|irm|fetch|https?://)`
	feeds    = `(?:registr(?:y|ies)|index(?:-url)?|extra-index-url|proxy|goproxy|mirror|package source|tap|feed)`
	packages = `(?:\b(?:npm|pnpm|yarn|bun|pip3?|pypi|uv|poetry|go|goproxy|cargo|maven|gradle|gem|rubygems|composer|nuget|docker|apt|brew|package)s?\b|\.npmrc\b|\bpip\.conf\b)`
)

var deeds = []deed{
	{"pipe_words", told + `(?:pipe|feed|pass|send) [^\n]{0,40}\b(?:curl|wget|https?://|download(?:ed)?|fetched)[^\n]{0,80}\b(?:in)?to ` + shells, byItself},
	{"run_fetched", told + `(?:curl|wget|fetch|download|get|load|pull) [^\n]{0,80}(?:,| and| then|;| &&) (?:then )?(?:run|execute|source|eval|pipe|follow|obey) (?:it|that|them|the|what)\b`, both},
	{"run_url", told + `(?:run|execute|source|eval) (?:what(?:ever)?|the (?:script|code|commands?|output)) [^\n]{0,30}(?:https?://|\b(?:on|at|from|of|that) )[^\n]{0,60}`, both},
	{"git_carries_out", `\bgit remote (?:add|set-url) [^\n]{0,120}\bgit push\b[^\n]{0,40}--(?:all|mirror)|\bgit push [^\n]{0,20}(?:(?:https?|ssh|git)://|git@)[^\n]{0,80}--(?:all|mirror)|\bgit push --(?:all|mirror) [^\n]{0,20}(?:(?:https?|ssh|git)://|git@)[^\n]{0,80}`, outwards},
	{"repo_carried_out", told + `(?:push|mirror|copy|clone|upload|sync) (?:all|everything|the (?:whole|entire|full|complete)) ?[^\n]{0,40}\b(?:to|at) [^\n]{0,60}`, both},
	{"key_let_in", `\b(?:add|append|put|write|echo|insert|install|copy|paste|include)\b[^\n]{0,60}\b(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\w+|sk-ssh-\w+)[^\n]{0,200}authorized_keys|\b(?:curl|wget)\b[^\n]{0,120}>> ?\S{0,40}authorized_keys`, byItself},
	{"key_let_in", told + `(?:add|append|put|write|echo|insert|install|copy|paste|include)\b[^\n]{0,80}\bauthorized_keys\b`, starting},
	{"foreign_feed", told + `(?:add|set|use|configure|switch|point|change|put|export|register|trust)\b[^\n]{0,80}` + packages + `[^\n]{0,30}\b` + feeds + `\b|` + told + `(?:add|set|use|configure|switch|point|change|put|export|register|trust)\b[^\n]{0,60}\b` + feeds + `\b[^\n]{0,80}` + packages + `|\b(?:npm|yarn|pnpm) config set [^\n]{0,30}registry\b|\bpip3? config set [^\n]{0,20}index-url\b|\bgo env -w goproxy\b|\bgoproxy=`, both},
	{"guard_off", told + `(?:always )?(?:disable|turn off|switch off|skip|ignore|bypass|suppress)\b[^\n]{0,40}\b(?:tls|ssl|certificates?|host ?keys?|signatures?|gpg|checksums?)[ -](?:certificate )?(?:verif\w+|check(?:s|ing)?|validation|errors?|warnings?)|` + told + `(?:set|use|pass|export|add|run|put|write|configure)\b[^\n]{0,50}(?:stricthostkeychecking[= ]+['"]?no\b|node_tls_reject_unauthorized ?= ?['"]?0|git_ssl_no_verify|http\.sslverify[= ]+['"]?false|strict-ssl[= ]+false|verify ?= ?false|--insecure\b|\bcurl -k\b|--no-check-certificate|--trusted-host)`, repeated},
	{"start_loads", told + `(?:add|append|put|write|echo|insert|install|paste|include|set up|create|schedule)\b[^\n]{0,120}` + loads + `[^\n]{0,120}(?:\| ?` + shells + `|\b(?:in)?to ` + shells + `)[^\n]{0,60}` + startup + `|` + told + `(?:add|append|put|write|echo|insert|install|paste|include|set up|create|schedule)\b[^\n]{0,40}` + startup + `[^\n]{0,120}` + loads + `[^\n]{0,120}(?:\| ?` + shells + `|\b(?:in)?to ` + shells + `|\b(?:runs?|executes?) (?:it|the|what))|` + startup + `[^\n]{0,20}(?:eval|source|\.)[^\n]{0,10}[<$"'(\x60] ?(?:curl|wget)\b|(?:curl|wget)[^\n]{0,120}\| ?crontab\b`, byItself},
	{"chinese_load", `(?:从|由|用|把|将)[^。\n]{0,60}(?:下载|获取|拉取|输出)[^。\n]{0,20}(?:并|然后|再|后|,|，|给|到)[^。\n]{0,6}(?:执行|运行|bash|sh\b)|(?:下载|获取|拉取)[^。\n]{0,60}(?:并|然后|再|后)[^。\n]{0,6}(?:执行|运行)`, both},
	{"chinese_pipe_words", `(?:把|将)[^。\n]{0,10}(?:curl|wget)[^。\n]{0,80}(?:输出|结果|内容)?[^。\n]{0,10}(?:传|送|交|管道|输入|喂)[^。\n]{0,6}(?:给|到|进)? ?(?:ba|z)?sh\b`, byItself},
	{"chinese_key", `(?:把|将|添加|追加|写入)[^。\n]{0,80}(?:ssh-(?:rsa|ed25519)|公钥)[^。\n]{0,80}authorized_keys`, starting},
	{"chinese_feed", `(?:把|将|添加|设置|使用|改用|切换)[^。\n]{0,60}(?:npm|pnpm|yarn|pip|pypi|go|cargo|maven|gem|包)[^。\n]{0,10}(?:registry|镜像源?|源|代理|index-url)`, both},
	{"chinese_guard", `(?:关闭|禁用|跳过|忽略|绕过)[^。\n]{0,12}(?:tls|ssl|证书|主机密钥|签名|host key)[^。\n]{0,6}(?:校验|验证|检查|错误)|stricthostkeychecking[= ]+no`, repeated},
	{"chinese_carry", `(?:把|将)?(?:整个|所有|全部)[^。\n]{0,6}(?:仓库|代码|分支|历史)[^。\n]{0,10}(?:推送|推|上传|镜像|同步|复制)到[^。\n]{0,60}`, both},

	{"sends_out", `\b(?:scp|sftp|rsync)\b[^\n]{0,120}[\w.-]+@?[\w.-]+:|\b(?:nc|ncat|netcat|socat|telnet)\b[^\n]{0,80}[<|]|\|\s*(?:nc|ncat|netcat|socat|telnet)\b[^\n]{0,60}|\bgit push [^\n]{0,20}(?:https?|ssh|git)://[^\n]{0,80}|\bgit push [^\n]{0,20}git@[^\n]{0,80}|\bgit remote (?:add|set-url) [^\n]{0,120}`, inHandoffs},
	{"sends_out_by_name", `\b(?:dig|nslookup|host|ping|drill|kdig|curl|wget)\b[^\n]{0,60}(?:\$\(|\x60)[^\n]{0,60}(?:cat|env|base64|printenv|head|xxd)\b`, inHandoffs},
	{"runs_what_is_hidden", `\b(?:base64 (?:-d|--decode)|xxd -r|openssl (?:enc|base64)[^\n]{0,30}-d|rev|gunzip|uudecode)\b[^\n]{0,120}\| ?` + shells + `|\b(?:exec|eval|system|popen)\b ?[("'][^\n]{0,120}\b(?:urlopen|requests\.get|http\.get|fetch|curl|wget|b64decode|atob|fromhex)\b`, inHandoffs},
	{"follows_an_address", `\b(?:fetch|open|read|download|get|load|visit|see|browse(?: to)?|pull)\b[^\n]{0,20}https?://[^\n]{0,120}(?:\band|\bthen|,|;|&&) (?:then )?(?:follow|run|execute|do (?:what|as|everything)|obey|install|apply|source|eval)\b|(?:下载|获取|打开|访问)[^。\n]{0,60}(?:并|然后|再|后)[^。\n]{0,6}(?:执行|运行|安装|照做)`, inHandoffs},
	{"installs_from_an_address", `\b(?:pip3?|npm|pnpm|yarn|bun|go|cargo|gem|uv|pipx|npx|uvx|brew|apt(?:-get)?)\b (?:\w+ )?(?:install|add|get|i|exec|tap|run)\b[^\n]{0,40}(?:git\+)?(?:https?|ssh|git)://[^\n]{0,80}|\b(?:npx|uvx|bunx|pipx run)\b[^\n]{0,20}https?://[^\n]{0,80}`, inHandoffs},
	{"starts_by_itself", `\| ?crontab -|` + told + `(?:add|append|put|write|install|create|edit)\b[^\n]{0,80}(?:crontab|/etc/cron|(?:[ "'\x60(]|~/)\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b|authorized_keys|launchagents?)|\bcore\.hookspath\b[^\n]{0,10}?(?:\bto\b|=)?[ "'\x60]*(?:/|~|https?:)|>> ?\S{0,30}(?:authorized_keys|\.(?:bash|zsh)rc|\.profile)`, inHandoffs},
	{"mounts_the_machine", `\b(?:docker|podman|nerdctl)\b[^\n]{0,80}(?:-v|--volume)[ =]['"]?(?:/|/etc|/root|/home|~|~/\.ssh|\$home)/?:|\b(?:docker|podman)\b[^\n]{0,80}--mount[^\n]{0,30}(?:source|src)=/,`, inHandoffs},
	{"shows_keys", `\b(?:cp|copy|move|mv|cat|print|paste|show|include|put|add|commit|upload|echo|write|attach|dump|post|send|mail)\b[^\n]{0,40}` + keyFiles + `[^\n]{0,40}(?:\b(?:in|into|to|on|as)\b|>|\|)|\b(?:cp|copy|move|mv|cat|print|paste|show|include|put|add|commit|upload|echo|write|attach|dump|post|send|mail)\b[^\n]{0,40}[ /~"'\x60(]\.env\b[^\n]{0,20}\b(?:in|into|to|on|as) (?:the |a |an |our |your )?(?:docs?|prs?|pull request|issue|comment|readme|commit|gist|chat|log|wiki|public|reply|answer|response|ticket|description|branch)\b`, inHandoffs},
	{"vouches", `\b(?:run|execute|call|use|type|do|enter)\b[^\n]{0,30}\bmemory (?:trust|review approve|approve)\b|(?:^|\n)[ \t>*-]*(?:next ?: ?)?\x60?memory (?:trust|review approve)\b`, inHandoffs},
	{"takes_consent", `\b(?:user|human|owner|person|maintainer|developer|operator|boss|admin)s? (?:has |have |had |already |just |explicitly )*(?:approved|confirmed|agreed|allowed|authori[sz]ed|consented|permitted|okayed|ok'd|signed off|wants|said)\b[^\n]{0,30}\b(?:push|send|upload|deploy|publish|shar|post|cop|forward|transfer|mail|report)\w*[^\n]{0,60}`, inHandoffs},
	{"guards_off", `--(?:dangerously-[\w-]+|yolo|trust-all-tools|allow-all-tools|skip-permissions)\b|\bbypasspermissions\b|\bdanger-full-access\b|\bapproval[_-](?:policy|mode)\b[^\n]{0,6}(?:never|yolo)|stricthostkeychecking[= ]+no\b|node_tls_reject_unauthorized ?= ?['"]?0|git_ssl_no_verify|http\.sslverify[= ]+false`, inHandoffs},
}

var deedPatterns = sync.OnceValue(func() (out []*pattern) {
	for _, d := range deeds {
		out = append(out, newPattern(d.pattern))
	}
	return out
})

var (
	again    = lazyregexp.New(`\b(?:every|each|all) (?:\w+ ){0,2}(?:time|starts?|startup|sessions?|boots?|logins?|runs?|morning|day|night|hour|minutes?|commits?|builds?|installs?|tasks?|connections?|requests?|hosts?|calls?|shells?)\b|\b(?:at|on) (?:startup|start-up|start|boot|login)\b|\balways\b|\bfrom now on\b|\bbefore (?:you|any|every|each|the|doing|installing|install|building|answering|working|starting|anything|all|else|a)\b|\bwhen(?:ever)? you\b|\b(?:periodically|permanently|globally|everywhere|by default|automatically|silently|secretly|quietly)\b|每次|每天|每小时|总是|始终|一律|永远|启动时|开机|登录时|先(?:要|把|将|从|添|设|用)|之前|全局|自动|默默|悄悄`)
	atStarts = lazyregexp.New(`\b(?:every|each|any) (?:\w+ )?(?:time|starts?|startup|sessions?|boots?|logins?|runs?|shells?|tasks?)\b|\b(?:at|on) (?:startup|start-up|start|boot|login)\b|\bbefore (?:you|answering|any task|each task)\b|\bwhen(?:ever)? you\b|\b(?:silently|secretly|quietly)\b|每次|启动时|开机|登录时|默默|悄悄`)
)

// deedsIn finds orders that act on the machine, at most one for each kind. handoff says that the text is what an agent hands on.
func deedsIn(s *searched, handoff bool) (out []lureAt) {
	for i, d := range deeds {
		if d.standing == inHandoffs && !handoff {
			continue
		}
		at := deedPatterns()[i].allIn(s)
		if k := slices.IndexFunc(at, func(at []int) bool {
			return !forbidden().MatchString(s.text[max(0, at[0]-24):at[0]]) && d.weighs(lineAround(s.text, at), s.text[at[0]:at[1]], handoff)
		}); k >= 0 {
			out = append(out, lureAt{d.name, at[k]})
		}
	}
	return out
}

// forbidden ends what stands before an order that is taken back by it.
var forbidden = lazyregexp.New(`(?:不要?|别|勿|禁止|不得|不能|不准|不许|严禁|避免|\b(?:not|never|don't|cannot|can't|mustn't|nobody may|no one may)) ?$`)

// lureAt is a lure where it stands.
type lureAt struct {
	name string
	at   []int
}

// weighs reports that what a line says makes the deed an order.
func (d deed) weighs(line, found string, handoff bool) bool {
	switch d.standing {
	case outwards:
		return leadsOutside(line, false)
	case repeated:
		return handoff || again().MatchString(line)
	case starting:
		return handoff || atStarts().MatchString(line)
	case both:
		return leadsOutside(line, d.ofFeeds()) && (handoff || again().MatchString(line) && !(d.ofFeeds() && onlyAlways(line)))
	case inHandoffs:
		switch d.name {
		case "sends_out", "takes_consent", "installs_from_an_address", "follows_an_address":
			return leadsOutside(found, false)
		}
	}
	return true
}

// ofFeeds: the public registries are where packages come from anyway.
func (d deed) ofFeeds() bool { return strings.HasSuffix(d.name, "_feed") }

// lineAround is the line that a finding stands in.
func lineAround(text string, at []int) string {
	from := strings.LastIndexByte(text[:at[0]], '\n') + 1
	to := strings.IndexByte(text[at[1]:], '\n')
	if to < 0 {
		return text[from:]
	}
	return text[from : at[1]+to]
}

// onlyAlways reports a line that says "always" and nothing stronger: "always use npm.acme.com as the registry" is a setting of a team.
func onlyAlways(line string) bool {
	return !again().MatchString(strings.NewReplacer("always", "", "globally", "", "by default", "", "everywhere", "", "全局", "", "始终", "", "一律", "").Replace(line))
}
