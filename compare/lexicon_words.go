package compare

import (
	"strings"
	"sync"
)

// The lists for facts in other words, in base forms. They hold what is known of the language and of software work, and nothing of any pair
// of a test set. What WordNet knows is not repeated.

// words1 is a list of words as they stand.
func words1(lists ...string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for _, list := range lists {
			for _, w := range strings.Fields(list) {
				m[w] = true
			}
		}
		return m
	})
}

// lines gives each word the numbers of the lines that it stands in.
func lines(lists ...string) func() map[string][]int {
	return sync.OnceValue(func() map[string][]int {
		m := map[string][]int{}
		n := 0
		for _, list := range lists {
			for line := range strings.Lines(list) {
				for _, w := range strings.Fields(line) {
					m[w] = append(m[w], n)
				}
				n++
			}
		}
		return m
	})
}

func sharedLine(of map[string][]int, a, b string) bool {
	return anyPair(of[a], of[b], func(x, y int) bool { return x == y })
}

// light words carry no fact by themselves: another sentence may say the same without them.
var light = words1(`be do use have get go make take put give come live lie lay stay sit happen occur handle there anything something about around really
	directly natively itself need require run part same total single ordinary located place found find see follow let done via one whose when
	where while because as so that base whole various certain given once then belong contain consist perform apply appear exist after before
	older every all any own new current respective`)

// heads are nouns that say no more than what stands before them: "the docs folder". As verbs they carry a fact.
var heads = words1("kind sort type system file folder directory duration amount list times time period thing way work")

// deniers hold a no in their meaning.
var deniers = words1(`ignore lack miss missing absent refuse reject forbid prohibit avoid prevent omit exclude skip deny disable neglect disregard decline forgo
	bypass absence unable lose discard`, deniersZh)

// guards say when, where, how many or how far: with one of them more it is another fact.
var guards = words1(`out some few several many most half only except unless until first last next previous second third later earlier early late sometimes often
	rarely usually optional legacy old internal external public private draft free paid temporary permanent manual automatic morning afternoon
	evening night weekly daily hourly monthly nightly yearly prod production staging stage dev development test testing qa uat local ci preview
	canary debug release mobile web desktop android ios windows linux macos`, guardsZh)

// moreNegators turn a sentence round, beside those that the reader of sentences counts.
var moreNegators = words1("without nobody nothing nowhere")

// universal words say that somebody is anybody.
var universal = words1("anyone anybody everyone everybody", universalZh)

// boundWords say that a figure is an upper or a lower bound.
var boundWords = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for bound, words := range map[string]string{
		"at most": "atmost limit limits limited cap caps capped max maximum ceiling 最多 最大", "at least": "atleast min minimum 至少 最小",
	} {
		for _, w := range strings.Fields(words) {
			m[w] = bound
		}
	}
	return m
})

// kin are words of software work that say the same, each line one thing.
var kin = lines(`keep store save retain hold preserve
write save store persist
fetch download retrieve pull
publish push upload ship
purge clear flush empty wipe clean
start launch boot begin trigger kick
stop end exit terminate quit finish
edit change modify alter
bump increase raise
decrease reduce lower
check verify validate
call invoke access query
talk communicate speak
expire lapse
last past
answer respond reply return
measure give express specify
crash fail break
email mail
config setting
auth login
merge land
locate live reside sit
deploy ship
status code
entry line record row item
doc documentation
show display print
need require
remove strip delete drop
`, kinZh)

// siblings stand beside each other: however near their vectors are, one is never the other.
var siblings = lines(`frontend backend fullstack
client server
morning afternoon evening night midnight noon
upload download
import export importer exporter
input output
source target destination
primary secondary replica master slave
request response reply
parent child
read write reader writer
encode decode encrypt decrypt serialize deserialize compress decompress
free paid
free premium trial
public private internal external
staging production development test preview
debug release
mobile web desktop
customer supplier vendor
minimum maximum
first last next previous second third
add remove
push pull
create delete update
sort group filter
left right
horizontal vertical
width height
row column
error warning
user admin guest editor owner
unit integration
start stop
open close
increase decrease
lock unlock
header footer
sender receiver
producer consumer
publisher subscriber
subscribe publish
buy sell
daily weekly monthly nightly hourly yearly quarterly
monday tuesday wednesday thursday friday saturday sunday
spring summer autumn winter
north south east west northeast northwest southeast southwest central
eastern western northern southern
sync async
get post put patch delete
ram disk cpu
http https
android ios windows linux macos
`, siblingsZh)

// contraries number opposites that WordNet does not have: n and -n.
var contraries = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	n := 0
	for line := range strings.Lines(contrariesEn + contrariesZh) {
		n++
		yes, no, _ := strings.Cut(line, " | ")
		for _, w := range strings.Fields(yes) {
			m[w] = n
		}
		for _, w := range strings.Fields(no) {
			m[w] = -n
		}
	}
	return m
})

const contrariesEn = `keep retain preserve | throw discard dispose
respect honour honor obey follow | ignore disregard violate
reversible | irreversible
eager eagerly | lazy lazily
parallel concurrent | sequential serial
`
