package compare

import (
	"regexp"
	"sync"
)

// signs are words that say how a sentence is meant.
type signs struct {
	negators, changed, before, only, all, default_, may, must, conditions, reasons int
}

func readSigns(text string) signs {
	shapes := signShapes()
	n := func(shape *regexp.Regexp) int { return len(shape.FindAllStringIndex(text, -1)) }
	return signs{
		negators:   n(shapes.negators),
		changed:    n(shapes.changed),
		before:     n(shapes.before),
		all:        n(shapes.all),
		default_:   n(shapes.default_),
		may:        n(shapes.may),
		must:       n(shapes.must),
		conditions: n(shapes.conditions),
		reasons:    n(shapes.reasons),
		only:       len(signShapes().only.FindAllStringIndex(text, -1)),
	}
}

// shapes are patterns, all made when one is first needed: a variable each would cost every start of the program.
type shapes struct {
	negators, changed, before, all, default_, may, must, conditions, reasons *regexp.Regexp
	only, joining, singling, freed                                           *regexp.Regexp
	condition                                                                *regexp.Regexp // makes a denial hold only sometimes: "when offline, it queues" and "when online, it does not" are both true
	noZh                                                                     *regexp.Regexp
	clause, gloss, quantity                                                  *regexp.Regexp // the ends of clauses; pieces of a text to gloss; a figure, see quantityPattern
}

var signShapes = sync.OnceValue(func() shapes {
	return shapes{
		negators:   regexp.MustCompile(`(?i)\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|un\w{4,}able|forbidden|prohibited|banned|disabled|off limits|refus\w+|reject\w*|avoid\w*|stop\w*|instead|rather than)\b|n't\b|[不没无未别勿非]|禁止|严禁|拒绝|避免`),
		changed:    regexp.MustCompile(`(?i)\b(?:no longer|any ?more|now|nowadays|these days|since|meanwhile|from now on|as of|starting|recently|lately|last (?:week|sprint|month|year)|changed|switched|moved|migrated|renamed|raised|lowered|increased|reduced|shortened|extended|doubled|halved|bumped|upgraded|downgraded|updated|replaced|dropped|retired|removed|gone|took over|taken over|handed|became|went from|cut to|brought forward|postponed|delayed|fixed|solved|has been|have been|was (?:set|changed)|new)\b|不再|现在|目前|已经?|改[为成用到由]|换[成为了到]|升级?到|迁移?[到至]|调整?[到为成至]|切换|更名|改名|延期|提前|交接|接手|新增|下线|废弃|修[好复]|了[。,，]|了$`),
		before:     regexp.MustCompile(`(?i)\b(?:used to|previously|formerly|the old|old|before|until|from .{1,30} to|instead of|rather than|away from|back then|originally|once)\b|以前|之前|原来|原先|老的|旧|从.{1,12}[到成为]`),
		all:        regexp.MustCompile(`(?i)\b(?:all|every|each|any|always|everything|everyone|anyone|anybody|everybody|whole|entire|both)\b|所有|全部|任何|每|一律|都|始终|总是`),
		default_:   regexp.MustCompile(`(?i)\b(?:default\w*|out of the box|unless|normally|usually)\b|默认|缺省|一般|通常`),
		may:        regexp.MustCompile(`(?i)\b(?:may|can|could|might|allowed|permitted|able|possible|free to|optional)\b|可以|允许|可|能够?|随意|自由`),
		must:       regexp.MustCompile(`(?i)\b(?:must|has to|have to|needs? to|should|shall|required|mandatory|obliged|necessary|forbidden)\b|必须|务必|一定|要求|应当?|需要?|得`),
		conditions: regexp.MustCompile(`(?i)\b(?:when|if|while|unless|whenever|once|except|during|in case|as soon as|until|after|before)\b|如果|若|一旦|只要|除非|除了|时[,，]|的时候|期间|之前|之后`),
		reasons:    regexp.MustCompile(`(?i)\b(?:because|since|so that|therefore|thus|due to|caused|cause|reason|why|as a result|hence)\b|因为|所以|由于|导致|原因|为了|因此`),
		clause:     regexp.MustCompile(`[,;:]\s|\.\s|\s(?:because|since|so that|but|whereas|although|unless|therefore|which is why)\s`),
		gloss:      regexp.MustCompile(`\p{Han}+|[^\p{Han}\s]+`),
		quantity:   regexp.MustCompile(quantityPattern),
		only:       regexp.MustCompile(`(?i)\b(?:only|just|restricted to|limited to|reserved for)\b|只有|仅|只能`),
		joining:    regexp.MustCompile(`(?i)(\b(?:and|plus)\b|以及|并且|[和与及且])|\bor\b|或者?|还是`),
		singling:   regexp.MustCompile(`(?i)\b(?:only|solely|exclusively|restricted to|limited to|reserved for)\b|仅|只`),
		freed:      regexp.MustCompile(`(?i)\b(?:need not|needn't|(?:do|does|did)(?:n't| not) (?:need|have) to|not (?:all|every|each|everything|everyone|always|necessarily))\b|不必|无需|不需要|不一定|不都|不全|不总`),
		condition:  regexp.MustCompile(`(?i)\b(?:when|if|while|unless|whenever)\b`),
		noZh:       regexp.MustCompile(`[不没无未别勿非]|禁止|严禁|缺少|缺失|拒绝|避免|跳过`),
	}
})
