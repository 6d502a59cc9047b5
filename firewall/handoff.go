package firewall

import (
	"cmp"
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
	"github.com/factline/memory/items"
)

// A handoff is the one thing that one agent tells the next without a person between them, so it is held to more than a fact is: it must
// have been left on this machine, and it must lead nothing out of it.

// handoffSeen lets in what the write service wrote here, or a person approved here. That a handoff was merged, or that a person trusted the
// store with it, does not make it the place where work on this machine stopped.
func handoffSeen(_ *Request, s *Subject) (Reason, float64) {
	if s.Item.Type == items.Handoff && s.Standing == Vouched {
		return HandoffElsewhere, 0
	}
	return "", 1
}

var (
	webAddress = lazyregexp.New(`https?://[^\s"'<>\x60)\]]+`)
	fetcher    = lazyregexp.New(`\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod|https?ie)\b`)
	pipedRun   = lazyregexp.New(`\b(?:curl|wget|iwr|irm|invoke-webrequest|invoke-restmethod)\b[^\n]{0,300}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k|fi)?sh|iex|python3?|node|perl|ruby)\b|\b(?:(?:ba|z|da|k)?sh|source|eval|iex)\b[^\n|]{0,20}[<$"'(\x60]\s*(?:curl|wget|iwr|irm)\b`)
	uploading  = lazyregexp.New(`\s-d\b|\s-f\s*\S+=|\s-t\s+[\w./~-]+|--data|--form|--upload-file|--post-(?:data|file)|=@|\s@|\$\(|\x60|-body\b|-infile\b`)
	sending    = lazyregexp.New(`\b(?:send|post|upload|forward|transmit|submit|paste|dump|exfiltrate|leak)\b[^\n]{0,80}\b(?:outputs?|contents?|files?|logs?|env|environment|repo|repository|sources?|code|keys?|config|history|diffs?|results?|data|tokens?|secrets?|credentials?|conversation|transcripts?|memory)\b|(?:发送|上传|转发|提交|发到|传到)`)
	carrying   = lazyregexp.New(`\?[^\s]*(?:\$\(|\$\{|\{\{|<|%7b%7b|%24%7b|\x60)|[?&](?:d|data|secret|token|key|content|contents|history|env|payload|prompt|context|conversation|log|memory)=(?:\{|\$|\[|%7b|%24|your|the_)`)
)

// HandoffLures finds what an agent's handoff may not hold besides instructions: lines that run what an address gives, or that take
// something of this machine to one outside of it. An address alone is none.
func HandoffLures(text string) []Finding {
	var out []Finding
	f := fold(text)
	at := 0
	for line := range strings.Lines(f.text) {
		if how := leadsOut(line); how != "" {
			out = append(out, Finding{Rule: RuleInstruction, Start: f.original(at), End: f.original(at + len(line)), Detail: how})
		}
		at += len(line)
	}
	for _, d := range deedsIn(search(f.text), true) {
		out = append(out, Finding{Rule: RuleInstruction, Start: f.original(d.at[0]), End: f.original(d.at[1]), Detail: d.name})
	}
	slices.SortStableFunc(out, func(a, b Finding) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

func leadsOut(line string) string {
	fetches := fetcher().MatchString(line)
	addresses := webAddress().FindAllStringIndex(line, -1)
	if !fetches && len(addresses) == 0 {
		return ""
	}
	outside := fetches && len(addresses) == 0 && !strings.Contains(line, "localhost") && !strings.Contains(line, "127.0.0.1")
	for _, a := range addresses {
		outside = outside || !stays(line[a[0]:a[1]])
	}
	switch {
	case !outside:
		return ""
	case fetches && pipedRun().MatchString(line):
		return "runs_what_it_fetches"
	case fetches && uploading().MatchString(line), sending().MatchString(line):
		return "sends_out"
	case len(addresses) > 0 && carrying().MatchString(line[addresses[0][0]:]):
		return "address_carries_data"
	}
	return ""
}

// stays reports whether an address leads to this machine or its network, or to a name that nobody can own.
func stays(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := u.Hostname()
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback() || ip.IsPrivate() || ip.IsUnspecified()
	}
	host = "." + strings.TrimSuffix(host, ".")
	for _, end := range []string{".localhost", ".local", ".internal", ".test", ".example", ".example.com", ".example.org", ".example.net"} {
		if strings.HasSuffix(host, end) {
			return true
		}
	}
	return false
}

// luring reports whether HandoffLures would find anything in the texts of an item: one that an agent hands off.
func luring(it *items.Item) bool {
	return it.Type == items.Handoff && it.Trust != items.Human && anyText(it, func(text string) bool { return len(HandoffLures(text)) > 0 })
}
