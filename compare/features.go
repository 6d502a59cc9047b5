package compare

import (
	"math"
)

// feature is a named number that is read off a look.
type feature struct {
	name string
	of   func(l *look) float64
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// capped keeps a count from outweighing everything.
func capped(n int) float64 { return float64(min(n, 4)) }

// featureList are the features, in the order of the model.
var featureList = []feature{
	{"chinese", func(l *look) float64 { return yes(l.pair.a.zh) }},
	{"cosine", func(l *look) float64 { return l.cosine }},
	{"table", func(l *look) float64 { return l.table }},
	{"shared", func(l *look) float64 { return l.shared }},
	{"pieces, less", func(l *look) float64 { return min(l.pieces.old, l.pieces.new) }},
	{"pieces, more", func(l *look) float64 { return max(l.pieces.old, l.pieces.new) }},
	{"pieces of the newer less the older", func(l *look) float64 { return l.pieces.new - l.pieces.old }},
	{"worst pieces, less", func(l *look) float64 { return min(l.pieces.worstOld, l.pieces.worstNew) }},
	{"worst pieces, more", func(l *look) float64 { return max(l.pieces.worstOld, l.pieces.worstNew) }},
	{"words, less", func(l *look) float64 { return min(l.words.old, l.words.new) }},
	{"words, more", func(l *look) float64 { return max(l.words.old, l.words.new) }},
	{"words of the newer less the older", func(l *look) float64 { return l.words.new - l.words.old }},
	{"worst words, less", func(l *look) float64 { return min(l.words.worstOld, l.words.worstNew) }},
	{"worst words, more", func(l *look) float64 { return max(l.words.worstOld, l.words.worstNew) }},
	{"subjects, less", func(l *look) float64 { return min(l.subjects.old, l.subjects.new) }},
	{"subjects, more", func(l *look) float64 { return max(l.subjects.old, l.subjects.new) }},
	{"clauses, less", func(l *look) float64 { return min(l.clauses.worstOld, l.clauses.worstNew) }},
	{"clauses, more", func(l *look) float64 { return max(l.clauses.old, l.clauses.new) }},
	{"figures of both", func(l *look) float64 { return capped(l.figBoth) }},
	{"figures of the older alone", func(l *look) float64 { return capped(l.figOld) }},
	{"figures of the newer alone", func(l *look) float64 { return capped(l.figNew) }},
	{"figures that differ", func(l *look) float64 { return capped(l.figDiffer) }},
	{"names of both", func(l *look) float64 { return capped(l.nameBoth) }},
	{"names of the older alone", func(l *look) float64 { return capped(l.nameOld) }},
	{"names of the newer alone", func(l *look) float64 { return capped(l.nameNew) }},
	{"names on both sides", func(l *look) float64 { return yes(l.nameOld > 0 && l.nameNew > 0) }},
	{"siblings", func(l *look) float64 { return capped(l.siblings) }},
	{"opposites", func(l *look) float64 { return capped(l.contraries) }},
	{"guards", func(l *look) float64 { return capped(l.guards) }},
	{"deniers differ", func(l *look) float64 { return math.Abs(float64(l.deniers)) }},
	{"negations differ", func(l *look) float64 { return yes(l.pair.a.negated != l.pair.b.negated) }},
	{"negators, odd", func(l *look) float64 { return yes((l.a.negators+l.b.negators)%2 == 1) }},
	{"negators of the older", func(l *look) float64 { return capped(l.a.negators) }},
	{"negators of the newer", func(l *look) float64 { return capped(l.b.negators) }},
	{"denied by one alone", func(l *look) float64 { return yes((l.a.negators > 0) != (l.b.negators > 0)) }},
	{"sides differ", func(l *look) float64 { return yes(l.sidesDiffer) }},
	{"sides differ in all", func(l *look) float64 { return yes(l.sidesAll) }},
	{"opposed", func(l *look) float64 { return yes(l.al.opposed) }},
	{"clash", func(l *look) float64 { return yes(l.al.clash) }},
	{"narrows", func(l *look) float64 { return yes(l.al.narrows) }},
	{"modal", func(l *look) float64 { return yes(l.al.modal) }},
	{"may in one alone", func(l *look) float64 { return yes((l.a.may > 0) != (l.b.may > 0)) }},
	{"must in one alone", func(l *look) float64 { return yes((l.a.must > 0) != (l.b.must > 0)) }},
	{"only in one alone", func(l *look) float64 { return yes((l.a.only > 0) != (l.b.only > 0)) }},
	{"all in one alone", func(l *look) float64 { return yes((l.a.all > 0) != (l.b.all > 0)) }},
	{"all of one, only of the other", func(l *look) float64 { return yes(l.a.all > 0 && l.b.only > 0 || l.b.all > 0 && l.a.only > 0) }},
	{"default in one alone", func(l *look) float64 { return yes((l.a.default_ > 0) != (l.b.default_ > 0)) }},
	{"condition in one alone", func(l *look) float64 { return yes((l.a.conditions > 0) != (l.b.conditions > 0)) }},
	{"reason in both", func(l *look) float64 { return yes(l.a.reasons > 0 && l.b.reasons > 0) }},
	{"reason in one alone", func(l *look) float64 { return yes((l.a.reasons > 0) != (l.b.reasons > 0)) }},
	{"changes in the newer", func(l *look) float64 { return capped(l.b.changed) }},
	{"changes in the older", func(l *look) float64 { return capped(l.a.changed) }},
	{"before in the newer", func(l *look) float64 { return capped(l.b.before) }},
	{"newer says it changed", func(l *look) float64 { return yes(l.pair.b.changed && !l.pair.a.changed) }},
	{"newer says it is gone", func(l *look) float64 { return yes(len(l.pair.b.gone) > 0) }},
	{"words of the older", func(l *look) float64 { return float64(min(len(l.pair.a.words), 40)) }},
	{"words of the newer", func(l *look) float64 { return float64(min(len(l.pair.b.words), 40)) }},
	{"length of the newer", func(l *look) float64 {
		return float64(1+len(l.pair.b.text)) / float64(2+len(l.pair.a.text)+len(l.pair.b.text))
	}},
	{"left of the older", func(l *look) float64 { return capped(len(l.al.old)) }},
	{"left of the newer", func(l *look) float64 { return capped(len(l.al.new)) }},
	{"order of the words of both", func(l *look) float64 { return l.order() }},
	{"agents differ", func(l *look) float64 { return yes(l.pair.a.passive != l.pair.b.passive) }},
	{"polarity agrees", func(l *look) float64 { return l.agree }},
	{"polarity differs", func(l *look) float64 { return l.disagree }},
	{"polarity, balance", func(l *look) float64 { return l.agree - l.disagree }},
	{"cosine less the table", func(l *look) float64 { return l.cosine - l.table }},
	{"words alone: same", func(l *look) float64 { return yes(l.rules.Relation == Same) }},
	{"words alone: update", func(l *look) float64 { return yes(l.rules.Relation == Update) }},
	{"words alone: contradiction", func(l *look) float64 { return yes(l.rules.Relation == Contradiction) }},
	{"rules: same", func(l *look) float64 { return yes(l.reworded.Relation == Same) }},
	{"rules: similar", func(l *look) float64 { return yes(l.reworded.Relation == Similar) }},
	{"rules: update", func(l *look) float64 { return yes(l.reworded.Relation == Update) }},
	{"rules: contradiction", func(l *look) float64 { return yes(l.reworded.Relation == Contradiction) }},
}
