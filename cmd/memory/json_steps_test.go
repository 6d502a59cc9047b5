package main

const jsonIntro = `# JSON output

What each command prints with ` + "`--format json`" + `: one value on standard output, indented, the fields in this order. Fields may be added; a field that is here keeps its name and meaning.
Times are RFC 3339 in UTC, hashes hex, spans half-open byte ranges, scores without unit, relevance and confidence from 0 to 1. Errors are text on standard error with exit status 1, or 2 for
wrong use. ` + "`memory export`" + ` without a path prints JSONL whatever the format. With ` + "`--timings`" + ` every object ends with ` + "`timings`" + `: milliseconds by stage, for those stages that the command
went through, then ` + "`other`" + ` (when none of them ran) and ` + "`total`" + `; stages may run beside each other, so their sum can be more than the total. This page is written by the tests from real runs.

`

// jsonStep is one command line. A step without about only sets the scene.
type jsonStep struct {
	name, line string
	status     int
	about      string
}

var jsonSteps = []jsonStep{
	{"version", "version", 0, "The version of the program, of Go, and the schema of items that it reads and writes."},
	{"completion", "completion fish", 0, "The script as one text."},
	{"demo", "demo", 0, "What each of the seven steps gave: as the commands of the same names print it, shortened."},
	{"init", "init", 0, "The store, and whether it was made now."},
	{"merge-driver", "merge-driver base.md ours.md theirs.md", 1, "The keys that both sides changed in two ways; exit status 1 when there are any. `file`: one side is no item, or is another one."},
	{"write", `write --type decision --title "Offset pagination" --summary "Lists page by offset." --tag api`, 0, "Every write answers with a receipt: `status` is written, proposed, duplicate, rejected or pending (the last two with exit status 1); `op` is what was asked for; `unchanged` says that it was so already and nothing was written; `reasons` says in words why a write is not simply written; `findings` what the audit saw; `degraded` what did not work although the write did."},
	{"", `write --type decision --title "Cursor pagination for list endpoints" --summary "Lists page by cursor; offset scans broke past 100k rows." --body body.md --tag pagination --file db/list.ts --confidence 0.8`, 0, ""},
	{"write, a duplicate", `write --type decision --title "cursor pagination: for list endpoints" --summary "Lists page by cursor; offset scans broke past 100k rows." --body body.md`, 0, "The id is that of the item which says the same."},
	{"write, refused", `write --from secret.md`, 1, "A secret is named by its rule and place, and never shown."},
	{"update", `update mem-20261129-offset --summary "Lists page by offset and limit."`, 0, "A receipt."},
	{"supersede", "supersede mem-20261129-offset --with mem-20261129-cursor", 0, "A receipt for the item that holds now; `other` is the one that it replaces."},
	{"link", "link mem-20261129-cursor mem-20261129-offset", 0, "A receipt."},
	{"unlink", "unlink mem-20261129-cursor mem-20261129-offset", 0, "A receipt."},
	{"", `write --type fact --title "The service listens on 8080" --summary "Port 8080."`, 0, ""},
	{"retire", `retire mem-20261129-the-service --reason "moved to 9090"`, 0, "A receipt; several ids give `{\"receipts\": [...]}`, here and for archive, restore, delete, review approve and review reject."},
	{"retire, again", `retire mem-20261129-the-service`, 0, "It is retired already: `unchanged`."},
	{"restore", `restore mem-20261129-the-service --reason "moved back"`, 0, "A receipt."},
	{"undo", "undo", 0, "A receipt for the undo itself: `receipt` names it, and memory undo takes it back as well."},
	{"", "undo mem-20261129-the-service", 0, ""},
	{"", `write --type policy --title "Never deploy on Friday" --summary "Never deploy on Friday."`, 0, ""},
	{"write, a contradiction", `write --type policy --title "Always deploy on Friday" --summary "Always deploy on Friday."`, 0, "`near` names the other item, how the two stand to each other (same, update, contradiction), what differs, and what was done: same, replaced, proposed, disputed."},
	{"conflicts", "conflicts", 0, "The cases to decide (`kind` contradiction or duplicate), each with its items, the newest first; `deferred` are those left for later, with the day `until` which they come back (none: with an edit). `not_compared` counts items that wait to be compared."},
	{"conflicts list", "conflicts list", 0, "The same."},
	{"conflicts show", "conflicts show mem-20261129-never-deploy", 0, "One case."},
	{"", "conflicts resolve mem-20261129-never-deploy --defer --until 2027-01-15", 0, ""},
	{"", "conflicts list", 0, ""},
	{"conflicts resolve", "conflicts resolve mem-20261129-never-deploy --dismiss", 0, "A receipt."},
	{"", "delete mem-20261129-never-deploy mem-20261129-always-deploy --yes", 0, ""},
	{"archive", "archive mem-20261129-the-service", 0, "A receipt."},
	{"delete", "delete mem-20261129-the-service --yes", 0, "A receipt; `path` is the copy that memory restore brings back."},
	{"read", "read mem-20261129-cursor --view overview", 0, "One item as an object, several as `{\"items\": [...]}`. `text` is the view; `sha256` is always that of the detail view, as packs name it; `item` is the file's front matter and body."},
	{"list", "list", 0, "Active items, newest change first; `total` counts all that pass the filters."},
	{"tags", "tags", 0, "Tags of active items with their counts."},
	{"stats", "stats", 0, "Counts of the store."},
	{"history", "history mem-20261129-offset", 0, "What the ledger and git know of an item, oldest first."},
	{"ingest", "ingest session.jsonl", 0, "Files that are transcripts, sessions, events (new and unchanged), what could not be read with file and line, and secrets replaced by rule. `ignored` counts files of a directory that are no transcripts."},
	{"start", "start session.jsonl --limit 1", 0, "What ingest and harvest did, how many candidates wait, and the surest of them, each with the words that it rests on."},
	{"evidence list", "evidence list", 0, "Sessions, newest first."},
	{"evidence show", "evidence show latest --limit 1", 0, "One page of a session's records, in their order. A record's id (ev-...) instead of a session shows that record alone."},
	{"evidence search", `evidence search "remember" --limit 1`, 0, "Records by full text, best first."},
	{"harvest", "harvest", 0, "Every candidate with its receipt; counts of new ones, of citations added to known facts, of known ones with nothing to add, and of those refused because they were rejected before."},
	{"review list", "review list", 0, "Candidates that wait, surest first; in `doubted` the items that a reader marked wrong or outdated, with what each said."},
	{"review show", "review show mem-20261129-the-staging", 0, "A candidate with the words it was found in; `state` is verified, changed or missing."},
	{"review edit", "review edit mem-20261129-the-nightly --from edited.md", 0, "A receipt. What the file says is audited as a write is."},
	{"review reject", `review reject mem-20261129-the-demo --reason "only for this week"`, 0, "A receipt; the same words are not proposed again."},
	{"review approve", "review approve mem-20261129-the-staging", 0, "A receipt."},
	{"review merge", "review merge mem-20261129-the-nightly --into mem-20261129-the-staging", 0, "A receipt for the item; `other` is the candidate whose evidence, files and tags moved over, `added` how many citations."},
	{"search", `search "cursor pagination" --limit 1 --explain`, 0, "Hits, best first. `parts` and `dropped` only with --explain: the parts add up to the score."},
	{"search, of the past", `search "list pagination" --as-of 2026-11-29 --limit 1`, 0, "`as_of` is the last second of the day that was asked for, or the instant; `status` is that of today."},
	{"pack, of the past", `pack "how do list endpoints page?" --as-of 2026-11-29T10:30:00Z --budget 120`, 0, "A pack of what was in force then; `as_of` and the text say so."},
	{"pack", `pack "how do list endpoints page?" --budget 120`, 0, "The prompt text with its exact tokens; every entry with the command that reads it in full; everything left out with its reasons. `abstained` says why nothing is in it. `memory search --context-firewall` prints the same."},
	{"why", "why", 0, "What the ledger keeps of a pack. `memory why --list` and `--item ID` give `{\"packs\": [...]}`."},
	{"why-not", `why-not mem-20261129-offset --query "how do list endpoints page?"`, 0, "One item followed through recall, firewall and pack. `outcome` is injected, left_out, not_found or unreadable."},
	{"feedback", `feedback useful mem-20261129-the-staging --note "it answered the question"`, 0, "What was said, of which items, and by whom: `channel` is the door's."},
	{"handoff", `handoff --objective "Lists page by cursor" --done "the decoder" --next "finish db/list.ts"`, 0, "A receipt; `reasons` names the earlier handoff of the same writer that it replaces."},
	{"resume", "resume --budget 120", 0, "A pack, as from memory pack: the newest handoff of this project and branch."},
	{"lesson save", `lesson save --trigger "a list gets a new column" --action "Run the cursor tests" --consequence "cursors broke twice"`, 0, "A receipt; of a lesson that stands there already, that of its reinforcement."},
	{"lesson reinforce", "lesson reinforce mem-20261129-run-the-cursor", 0, "A receipt."},
	{"lesson recall", `lesson recall "add a column to the list" --budget 120`, 0, "A pack of lessons."},
	{"boot", `boot "how do list endpoints page?" --budget 200`, 0, "A pack of chosen items under headings; `tokens` never exceeds `budget`. `relevance` is 1: the choice stands for it."},
	{"brief", "brief --budget 100", 0, "A pack of one line each."},
	{"hook recent", "hook recent", 0, "What agents' hooks did, newest first; `outcome` is captured, injected, abstained, asked, ignored, late or fault. `memory hook EVENT` itself prints the agent's own answer whatever the format: see docs/agents.md."},
	{"hook work", "hook work --agent codex --session s1", 0, "As memory ingest prints."},
	{"hook work, the index", "hook work --index", 0, "The directory of the store whose index holds every item file now."},
	{"hook summary", "hook summary", 0, "Counts since a time, latencies in microseconds, prompts that nothing answered (`gaps`), and what became of injected items (`aftermath`)."},
	{"export", "export backup", 0, "To a path: how many items, and the files that are not items. Without a path: JSONL."},
	{"import, another system's", "import engine-json store.json", 0, "The same counts for what another memory system keeps."},
	{"import", "import backup --mode skip", 0, "Every row is in exactly one of the counts; `noted` says of single rows what is not plain, such as words that differ."},
	{"", `write --type fact --title "Bodies say why" --summary "Every body opens with a heading Why." --file body.md:1-1`, 0, ""},
	{"drift", "drift mem-20261129-bodies", 0, "Counts of anchors; `anchors` lists those that are not as they were, or all of the items that are named. `now` is the new place; `receipts` with --update."},
	{"check", "check", 0, "Findings by place; exit status 1 when one of them is an error. `base` with --base. --format sarif and github give the same findings in those forms."},
	{"doctor", "doctor", 0, "`level` is ok, warn or fail; exit status 1 when any check fails. `fixed` with --fix."},
	{"trust", "trust", 0, "What was vouched for: `fresh` counts the items that nobody here had written or vouched for, `orders` names those that tell agents what to do, `suspect` those that stay left out until they are read. `was` is how the store stood: trusted, unknown, moved or changed. `memory trust --list` gives `{\"trusted\": [...]}`, `--revoke` the store and whether it was trusted."},
	{"repair", "repair", 0, "What was completed."},
	{"profile export", "profile export --target agents --apply", 0, "`state` is missing, current, outdated, edited or empty; `changed` says that the file was written; `text` is what stands in the block."},
	{"profile check", "profile check", 0, "Each file that holds a block; exit status 1 when one is not current."},
	{"profile diff", "profile diff --target agents", 0, "As check, with the difference, and without failing."},
	{"profile remove", "profile remove --target agents --apply", 0, "As export."},
	{"import rules", "import rules rules.md", 0, "A receipt for each rule that was found."},
	{"connect", "connect warp --command /usr/local/bin/memory --dry-run", 0, "As memory adapter install."},
	{"adapter install", "adapter install warp --command /usr/local/bin/memory", 0, "One change a file: `action` is nothing, create, change, delete or refuse; a refused file is untouched, `reason` says why and `paste` what to put in by hand. repair, upgrade, uninstall, connect and disconnect print the same."},
	{"adapter list", "adapter list warp --command /usr/local/bin/memory", 0, "The capability record. `runtime_observed` and `context_injected` are the last signs of life in the ledger; `blockers` say what is missing for `verified`."},
	{"adapter doctor", "adapter doctor warp --command /usr/local/bin/memory", 1, "`level` is ok, warn or fail; exit status 1 when any fails."},
	{"adapter verify", "adapter verify warp --command /usr/local/bin/memory", 1, "One capability record; exit status 1 unless it is verified."},
	{"adapter repair", "adapter repair warp --command /usr/local/bin/memory", 0, "As install, over every scope."},
	{"adapter upgrade", "adapter upgrade warp --command /usr/local/bin/memory", 0, "As install; `findings` say what doctor did not pass, and then the files were put back."},
	{"adapter install-verify", "adapter install-verify warp --command /usr/local/bin/memory", 1, "As install, with `findings` of doctor and the capability record as `state`."},
	{"adapter uninstall", "adapter uninstall warp", 0, "As install."},
	{"disconnect", "disconnect warp", 0, "As memory adapter uninstall."},
	{"reindex", "reindex", 0, "What was indexed."},
	{"verify", "verify --rebuild", 0, "One hash (64 hex digits, cut here) over items, postings and vectors of the index in use and of one that was built beside it; exit status 1 unless they are equal."},
	{"", `write --type fact --title "The client ACME pays 40,000 a month"`, 0, ""},
	{"forget --purge, looked at first", "forget mem-20261129-the-client-acme --purge --dry-run", 0, "As the purge itself, of what would go."},
	{"forget --purge", "forget mem-20261129-the-client-acme --purge --yes", 0, "What went from each part of the store. `proven` is true where every file was looked through and nothing of the words is left; else exit status 3, and `remains` says where words are (`what` names the part of the item that they are of, or why a file was not read), `twins` which of these are other items. `git.state` is none, clean, kept or unknown; `git.command` is for a person to run; `outside` names what is not in the store. Several purges that were finished at once come as `{\"purges\": [...]}`. `refused` with exit status 1 says why nothing was done. `memory forget` without --purge answers as memory retire."},
	{"config", "config", 0, "Every setting with its value and where it comes from: default, user or store."},
	{"gate", "gate --suite harvest --data none", 0, "One object a suite. Suites of questions have `metrics` with value, count and 95 % interval, the same for each control, and a row for each question with --out. `skipped` says what was not measured and why."},
}

// jsonFiles lie in the working directory of the steps.
var jsonFiles = map[string]string{
	"rules.md":   "# Rules\n\n- Ask before you delete anything under data/.\n",
	"store.json": `{"format":2,"entries":[{"id":"mem_0001","type":"worklog","text":"Moved the cart service to Go.","created_at":"2026-10-01T09:00:00","agent":"codex"},{"id":"mem_0002","type":"fact","text":""}]}`,
	"body.md":    "# Why\n\nOffset scans read every row they skip.\n",
	"base.md":    "---\nid: mem-1\ntype: fact\ntitle: Port\nstatus: active\n---\n",
	"ours.md":    "---\nid: mem-1\ntype: fact\ntitle: HTTP port\nstatus: active\n---\n",
	"theirs.md":  "---\nid: mem-1\ntype: fact\ntitle: TLS port\nstatus: active\n---\n",
	"secret.md":  "---\ntype: fact\ntitle: Deploy token\n---\nThe token is gh" + "p_x7Kq2mVb9LtR4wZc8NfJ3hPs6YdG1aEu5oQi.\n",
	"session.jsonl": `{"type":"user","uuid":"u1","sessionId":"5f2a0001-0000-4000-8000-000000000001","cwd":"/src/shop-api","gitBranch":"main","timestamp":"2026-11-28T10:00:00Z","version":"2.1.0","message":{"role":"user","content":"Remember that the staging database is wiped every Sunday night."}}
{"type":"user","uuid":"u2","sessionId":"5f2a0001-0000-4000-8000-000000000001","cwd":"/src/shop-api","gitBranch":"main","timestamp":"2026-11-28T10:05:00Z","version":"2.1.0","message":{"role":"user","content":"Remember that the nightly export reads the list endpoints page by page."}}
{"type":"user","uuid":"u3","sessionId":"5f2a0001-0000-4000-8000-000000000001","cwd":"/src/shop-api","gitBranch":"main","timestamp":"2026-11-28T10:06:00Z","version":"2.1.0","message":{"role":"user","content":"Remember that the demo account has no orders."}}
`,
	"edited.md": "---\nid: mem-20261129-the-nightly-export-reads-the-list-4sncovvn\nschema: 1\ntype: fact\ntitle: The nightly export reads lists page by page\nstatus: proposed\nproject: shop-api\ncreated: 2026-11-29T10:15:00Z\nupdated: 2026-11-29T10:15:00Z\n---\nIt follows the cursor.\n",
}
