package compare

import (
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// A firewall has many open ports and a client supports many versions: behind such a verb another number is one more of them. It is a name there and no
// quantity, so that nothing that is counted follows it, and nothing says that it is the only one, the least or the most.

// listed reports two facts that are the same up to the number at their end, which stands behind a verb of which there are many objects at a time.
func listed(a, b *reading) bool {
	x, y := oneOfMany(a.spoken().text()), oneOfMany(b.spoken().text())
	return x != "" && strings.EqualFold(x, y) && !b.says().changed
}

// oneOfMany is what stands before such a number; "" where none does.
func oneOfMany(text string) string {
	m := manyShape().FindStringSubmatch(strings.Join(strings.Fields(text), " "))
	if m == nil || boundShape().MatchString(m[0]) {
		return ""
	}
	return m[1]
}

var (
	manyShape = lazyregexp.New(`^(.*?(?:(?i:\b(?:opens?|exposes?|supports?|contains?|includes?|allows?|permits?|accepts?)) |(?:开放|开启|暴露|支持|包含|包括|放行|允许) ?)` +
		`(?:[^\s,;，；。:：是为]+ ?){0,4}?)[vV]?\d+(?:\.\d+)*(?: ?(?:端口|号端口))? ?[.。!！]?$`)
	boundShape = lazyregexp.New(`(?i)\b(?:only|least|most|up to|at most|min|max|minimum|maximum|exactly|one|single|limit|default)\b|最|至少|至多|仅|只|唯一|上限|下限|默认`)
)
