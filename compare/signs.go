package compare

import (
	"github.com/factline/memory/internal/lazyregexp"
)

// signs are words that say how a sentence is meant.
type signs struct {
	negators, changed, before, only, all, default_, may, must, conditions, reasons int
}

func readSigns(text string) (s signs) {
	n := func(re interface {
		FindAllStringIndex(string, int) [][]int
	}) int {
		return len(re.FindAllStringIndex(text, -1))
	}
	return signs{
		negators: n(negatorsShape()), changed: n(changedShape()), before: n(beforeShape()), only: n(onlyShape()), all: n(allShape()),
		default_: n(defaultShape()), may: n(mayShape()), must: n(mustShape()), conditions: n(conditionsShape()), reasons: n(reasonsShape()),
	}
}

var (
	negatorsShape = lazyregexp.New(`(?i)\b(?:not|no|never|none|nobody|nothing|nowhere|neither|nor|cannot|without|hardly|un\w{4,}able|forbidden|prohibited|banned|disabled|off limits|refus\w+|reject\w*|avoid\w*|stop\w*|instead|rather than)\b|n't\b|[不没无未别勿非]|禁止|严禁|拒绝|避免`)
	changedShape  = lazyregexp.New(`(?i)\b(?:no longer|any ?more|now|nowadays|these days|since|meanwhile|from now on|as of|starting|recently|lately|last (?:week|sprint|month|year)|changed|switched|moved|migrated|renamed|raised|lowered|increased|reduced|shortened|extended|doubled|halved|bumped|upgraded|downgraded|updated|replaced|dropped|retired|removed|gone|took over|taken over|handed|became|went from|cut to|brought forward|postponed|delayed|fixed|solved|has been|have been|was (?:set|changed)|new)\b|不再|现在|目前|已经?|改[为成用到由]|换[成为了到]|升级?到|迁移?[到至]|调整?[到为成至]|切换|更名|改名|延期|提前|交接|接手|新增|下线|废弃|修[好复]|了[。,，]|了$`)
	beforeShape   = lazyregexp.New(`(?i)\b(?:used to|previously|formerly|the old|old|before|until|from .{1,30} to|instead of|rather than|away from|back then|originally|once)\b|以前|之前|原来|原先|老的|旧|从.{1,12}[到成为]`)
	allShape      = lazyregexp.New(`(?i)\b(?:all|every|each|any|always|everything|everyone|anyone|anybody|everybody|whole|entire|both)\b|所有|全部|任何|每|一律|都|始终|总是`)
	defaultShape  = lazyregexp.New(`(?i)\b(?:default\w*|out of the box|unless|normally|usually)\b|默认|缺省|一般|通常`)
	mayShape      = lazyregexp.New(`(?i)\b(?:may|can|could|might|allowed|permitted|able|possible|free to|optional)\b|可以|允许|可|能够?|随意|自由`)
	mustShape     = lazyregexp.New(`(?i)\b(?:must|has to|have to|needs? to|should|shall|required|mandatory|obliged|necessary|forbidden)\b|必须|务必|一定|要求|应当?|需要?|得`)

	conditionsShape = lazyregexp.New(`(?i)\b(?:when|if|while|unless|whenever|once|except|during|in case|as soon as|until|after|before)\b|如果|若|一旦|只要|除非|除了|时[,，]|的时候|期间|之前|之后`)
	reasonsShape    = lazyregexp.New(`(?i)\b(?:because|since|so that|therefore|thus|due to|caused|cause|reason|why|as a result|hence)\b|因为|所以|由于|导致|原因|为了|因此`)
)
