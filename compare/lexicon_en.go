package compare

import (
	"strings"
	"sync"
)

// The lists of English. Verbs and nouns stand in the forms that stem gives; set() stems what it is given. Every list is made when it is
// first asked: most commands compare nothing.

func set(words string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for _, w := range strings.Fields(words) {
			m[w], m[stem(w)] = true, true
		}
		return m
	})
}

// groups gives each word of a line the first word's stem.
func groups(lines string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		m := map[string]string{}
		for _, line := range strings.Split(strings.TrimSpace(lines), "\n") {
			words := strings.Fields(line)
			first := stem(words[0])
			for _, w := range words {
				m[w], m[stem(w)] = first, first
			}
		}
		return m
	})
}

var negators = set("not no never none cannot neither nor without@")

// dropped words carry nothing that tells two facts apart.
var dropped = set(`the an this that these those our your we you they it its their his her he she us my
	do does did will would has have@ been being to@ and or@ also just very please each every all any both only so then there here
	ensure make@ sure which who what`)

var prepositions = set("for of in on at under during within across by via per from to with into as using through between inside until over than about")

// scoping prepositions narrow where or for what a thing holds.
var scoping = set("for in on at under during within across between inside as when if while")

// choosing verbs set what is chosen against what stands after "over" or "than".
var choosing = set("use prefer choose pick favor favour take")

var conditional = set("when if while unless during")

// instrumental prepositions name the tool, the place or the actor: the value of what the sentence says.
var instrumental = set("with using via through by into")

var numberWords = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
		"twelve": "12", "once": "1", "twice": "2",
	}
})

// phrases of several words that mean one thing; "" drops them.
var phrases = []phrase{
	{"no longer", "@changed-not"}, {"not any more", "@changed-not"}, {"not anymore", "@changed-not"},
	{"stopped using", "@changed-not"},
	{"instead of", "@instead"}, {"rather than", "@instead"}, {"in place of", "@instead"},
	{"as of", "@since"}, {"since", "@since"}, {"starting", "@since"}, {"from now on", "@changed"},
	{"switched", "@changed"}, {"moved", "@changed"}, {"migrated", "@changed"}, {"renamed", "@changed"},
	{"was raised", "@changed"}, {"was lowered", "@changed"}, {"was increased", "@changed"}, {"was reduced", "@changed"},
	{"was changed", "@changed"}, {"were changed", "@changed"}, {"has changed", "@changed"}, {"changed", "@changed"},
	{"raised", "@changed"}, {"replaced", "@changed"}, {"updated", "@changed"},
	{"do not", "not"}, {"must not", "not"}, {"may not", "not"}, {"should not", "not"}, {"can not", "not"},
	{"need not", "not"}, {"is not allowed", "not"},
	{"at least", "atleast"}, {"at most", "atmost"}, {"up to", "atmost"}, {"by default", "default"},
	{"has to", "must"}, {"have to", "must"}, {"needs to", "must"}, {"need to", "must"},
	{"at start", "start"}, {"at startup", "start"}, {"on start", "start"}, {"on startup", "start"}, {"at boot", "start"},
	{"every night", "nightly"}, {"each night", "nightly"}, {"every day", "daily"}, {"each day", "daily"},
	{"every week", "weekly"}, {"a minute", "minute"}, {"per minute", "minute"}, {"per second", "second"}, {"a second", "second"},
	{"per hour", "hour"}, {"an hour", "hour"}, {"go out", "deploy"}, {"goes out", "deploy"}, {"depends on", "depend"},
	{"depend on", "depend"}, {"listens on", "listen"}, {"listen on", "listen"}, {"based on", "base"},
}

type phrase struct{ words, mark string }

// synonyms, each line one meaning, first its name.
var synonyms = groups(`
be is are was were am be being
use uses used using utilize employ adopt
run runs running ran execute executes executed
store stores stored save saves saved hold holds held live lives persist persisted
keep keeps kept retain retains retained
require requires required mandatory need needs needed obligatory compulsory
deploy deploys deployed deployment release@ roll rollout
enable enables enabled on active activated
allow allows allowed permit permits permitted accept accepts accepted
limit limits limited cap capped maximum max restrict
prefer prefers preferred like likes want wants wanted favour favor recommend recommended encouraged
write writes written wrote
build builds built building
send sends sent deliver delivered
call calls called named
host hosts hosted
serve serves served
read reads load loads loaded
start starts started begin begins startup
delete deletes deleted drop
order orders
user users
config configuration settings
database db
message messages
error errors
package packages
request requests
repository repo
directory folder
test tests testing
show shows shown display displays see
public publicly
sync synchronously synchronous
async@ async
ascend ascending
safe safely
supported@ supports support supported
see@ visible
short brief concise
entry entries
page pages paginated paginate pagination paging
endpoint endpoints
own owns owned
set sets
name names
`)

// opposites stand for the negation of their base word.
var opposites = groupsOf(func() map[string]string {
	return map[string]string{
		"enable":  "disable disables disabled off inactive deactivated",
		"require": "optional",
		"allow":   "forbid forbids forbidden prohibit prohibited disallow disallowed deny denied reject rejects rejected ban banned refuse refused",
		"use":     "avoid avoids avoided",
		"prefer":  "discourage discouraged dislike dislikes hate hates",
		"public":  "private internal",
		"sync":    "async asynchronous asynchronously",
		"ascend":  "descending descend",
		"before":  "after",
		"keep":    "remove removes removed strip stripped discard discarded",
		"include": "exclude excludes excluded omit omits omitted",
		"online":  "offline",
		"pass":    "fail fails failed failing",
		"valid":   "invalid",
		"true":    "false",
		"visible": "hidden invisible",
		"manual":  "automatic automatically automated",
		"mutable": "immutable",
	}
})

func groupsOf(lists func() map[string]string) func() map[string]string {
	return sync.OnceValue(func() map[string]string {
		m := map[string]string{}
		for baseWord, words := range lists() {
			for _, w := range strings.Fields(words) {
				b := canonical(stem(baseWord))
				m[w], m[stem(w)] = b, b
			}
		}
		return m
	})
}

// prefixed words can be turned round by a prefix: unsafe, unsupported, non-blocking.
var prefixed = set(`safe supported support used use stable signed encrypted blocking available reliable sorted ordered limited restricted cached authenticated verified tested documented idempotent
	bounded buffered compressed checked structured typed managed protected saved shared confirmed approved finished published escaped formatted masked pinned
	locked trusted versioned indexed validated`)

// verbs whose object or complement is what a sentence says of its subject.
var verbs = set(`use run store keep require deploy enable allow limit prefer write build send call host serve read start listen retry return expire
	support hash format indent target pin tag set take last depend lag cost handle contain include provide offer hold squash commit mock log
	process sort sign encrypt install page export import rebuild go own base call move put publish manage cache test connect point
	belong work default queue reuse share create name print remove fail pass block wait poll sync validate check report render`)

// nouns are the verbs that as often begin a sentence as its subject.
var nouns = set("queue order log page cache test build host list name move put hash format index tag export import report limit process commit lock release block base")

// finite forms make the words before them a subject.
var finite = sync.OnceValue(func() map[string]bool {
	return map[string]bool{
		"is": true, "are": true, "was": true, "were": true, "has": true, "have": true, "must": true, "may": true, "can": true, "should": true,
		"need": true, "needs": true, "does": true, "do": true, "will": true,
	}
})

// placing verbs take an object and then say where or how: the object is what the sentence is about.
var placing = set("store keep write build deploy send host hash format indent serve read run put publish cache sign encrypt log export import move manage test install")

// many verbs have several objects at a time, so that another object contradicts nothing.
var many = set("support supported@ contain include have depend provide offer handle hold allow require use prefer need return accept create log own")

// single verbs have one object at a time: where a thing is kept, what it is written in, who sends it.
var single = set("store deploy run build write send serve host hash format indent call listen locate sign encrypt target pin expire")

// attributes are nouns that name one value of a thing: where they stand in the subject, another value replaces the first.
var attributes = set(`default branch name region manager owner port version path url address language limit timeout format size length count number interval
	frequency level type location maintainer lead host deadline date color colour theme license encoding database queue price priority status
	maximum minimum strategy algorithm cluster`)

// trivial words may stand in one text and be missing in the other without making two facts of them.
var trivial = set("be use size value setting number endpoint entry process item service@ job@ character time@ default@ hold total currently minute@ result returned return have has request main@ type object it thing user@ code@")

var days = sync.OnceValue(func() map[string]string {
	return map[string]string{
		"monday": "day1", "tuesday": "day2", "wednesday": "day3", "thursday": "day4", "friday": "day5", "saturday": "day6", "sunday": "day7",
	}
})
