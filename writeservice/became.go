package writeservice

import "github.com/factline/memory/internal/lazyregexp"

// Who says that something changed says what it is now: "the port changed from 8080 to 8443" is said of a port that is 8443. What was before is a tale.
// Only what happened counts: "we want to switch" and "要改成" tell of nothing that is.

// toNow says a change as what came of it.
func toNow(text string) string {
	return becameZh().ReplaceAllString(became().ReplaceAllString(text, "$1 is $2"), "是")
}

var (
	became   = lazyregexp.New(`\b(?:(?:has|have|was|were|been|got|just|now|recently|already) )*(?:changed|switched|moved|migrated|bumped|raised|lowered|increased|decreased|reduced|renamed|updated|upgraded)\b(?: over| up| down)?( (?:the|our) [^,;.]{1,40}?)?(?: from [^\s,;]+(?: [^\s,;]+)?)? to\b( now\b)?`)
	becameZh = lazyregexp.New(`(?:[从由]\s*[^，。；,;从由\n]{1,24}?\s*)?(?:已经?|现在|都|全部)?(?:改|换|变|升级?|降级?|调整?|切换?|迁移?)[成为到至]了?`)
)
