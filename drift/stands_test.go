package drift

import "testing"

const queueTS = "// The queue.\nexport function push(job: Job) {\n  queue.add(job, { attempts: 5 });\n}\n\n// Takes one.\nexport function pop() {\n  return queue.take();\n}\n"

func TestAPieceStandsWhereItsTextIsOnceInTheFile(t *testing.T) {
	for _, c := range []struct {
		piece, lines string
	}{
		{"  queue.add(job, { attempts: 5 });", "3-3"},
		{"queue.add(job, { attempts: 5 })", "3-3"},
		{"export function push(job: Job) {\r\n  queue.add(job", "2-3"},
		{"queue.add(job, { attempts: 9 })", ""},
		{"export function", ""}, // twice
		{"}", ""},
		{"", ""},
	} {
		a, ok := Stands("queue.ts", []byte(queueTS), c.piece)
		if ok != (c.lines != "") || a.Lines != c.lines {
			t.Errorf("%q: %q %v, want %q", c.piece, a.Lines, ok, c.lines)
		}
	}
}

func TestADeclarationEndsWithItsBracketOrBeforeTheNextOnesComment(t *testing.T) {
	python := "def push(job):\n    queue.add(job)\n\n# takes one\ndef pop():\n    return queue.take()\n"
	for _, c := range []struct{ path, text, name, lines string }{
		{"queue.ts", queueTS, "push", "2-4"},
		{"queue.ts", queueTS, "pop", "7-9"},
		{"queue.ts", queueTS, "shift", ""},
		{"queue.py", python, "push", "1-2"},
		{"queue.py", python, "pop", "5-6"},
		{"db/list.go", listGo, "List", "4-9"},
		{"db/list.go", listGo, "Store.List", "4-9"},
		{"notes.txt", queueTS, "push", ""},
		{"queue.py", python + python, "pop", ""},
	} {
		a, ok := Declaration(c.path, []byte(c.text), c.name)
		if ok != (c.lines != "") || a.Lines != c.lines {
			t.Errorf("%s in %s: %q %v, want %q", c.name, c.path, a.Lines, ok, c.lines)
		}
	}
}
