package harvest

import (
	"github.com/factline/memory/items"
)

// The rule preference: how a person or a team likes things done. Liking what lies on the table ("I like that") and asking for
// something politely ("I'd like a button") are not preferences.

var (
	prefersEN = rx(`\b(i|we) (really |strongly |much |generally |usually |always |also )*(prefer|favou?r)\b|\b(my|our) preference (is|would be)\b|\bi'd rather (you |we )?[a-z]+ .*(than|not|instead)\b`)
	likesEN   = rx(`\b(i|we) (really |also |generally |usually )*(like|love|hate|dislike|can't stand) (to |it when |our |my |small|short|long|plain|explicit|simple|boring|concise|[a-z]+ing\b|[a-z]+ [a-z]+s\b)`)
	approves  = rx(`\b(like|love|prefer) (that|this|it|the|these|those|your|how|what|where|option|a\b|an\b|number|both)( |\b)`)
	alwaysEN  = rx(`^(and |so |ok |also )*please always\b|^always .*\bplease\b`)
	prefersZH = rx(`(我|我们|团队|咱们)(都|一般|通常|平时|比较)?(更|比较|还是)?(喜欢|习惯|偏好|倾向于?|偏向于?)`)
	approveZH = rx(`(喜欢|倾向)(这|那|它|你|的)`)
	pleaseZH  = rx(`(请|麻烦|希望你?)(你)?(一律|始终|总是|每次|以后|都用)`)
)

func preference(s sentence, after *sentence) (finding, bool) {
	low := s.low
	hit := prefersEN.MatchString(low) && !approves.MatchString(low) ||
		likesEN.MatchString(low) && !approves.MatchString(low) ||
		alwaysEN.MatchString(low) ||
		prefersZH.MatchString(low) && !approveZH.MatchString(low) ||
		pleaseZH.MatchString(low)
	if !hit {
		return finding{}, false
	}
	return statement(RulePreference, items.Preference, s, liking(claimOf(s)), after, surePreference), true
}
