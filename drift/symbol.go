package drift

import (
	"bytes"
	"path"
	"regexp"
	"strings"

	"github.com/factline/memory/internal/lazyregexp"
)

// declaration is a line that names something.
type declaration struct {
	line   int // 1-based
	indent int
	name   string
}

// maxName is the longest name that is kept, in bytes.
const maxName = 100

// language returns the pattern of a file's declarations, nil where the language is not known. The names stand in its groups; several
// groups that match make one name (receiver and method).
func language(name string) *regexp.Regexp {
	switch strings.ToLower(path.Ext(name)) {
	case ".go":
		return goLines()
	case ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte":
		return scriptLines()
	case ".py", ".pyi":
		return pythonLines()
	case ".rs":
		return rustLines()
	case ".java", ".kt", ".kts", ".cs", ".swift", ".scala", ".dart":
		return classLines()
	case ".rb":
		return rubyLines()
	case ".php":
		return phpLines()
	case ".c", ".h", ".cc", ".cpp", ".hpp", ".cxx":
		return cLines()
	case ".sql":
		return sqlLines()
	case ".sh", ".bash", ".zsh":
		return shellLines()
	}
	return nil
}

// compiled when first asked: most runs meet few languages or none.
var (
	goLines     = lazyregexp.New(`^\s*(?:func\s+(?:\(\s*\w*\s*\*?(\w+)[^)]*\)\s*)?(\w+)|type\s+(\w+)|(?:var|const)\s+(\w+))`)
	pythonLines = lazyregexp.New(`^\s*(?:async\s+)?(?:def|class)\s+(\w+)`)
	rustLines   = lazyregexp.New(`^\s*(?:pub(?:\([^)]*\))?\s+)?(?:(?:default|async|unsafe|const|extern(?:\s+"[^"]*")?)\s+)*(?:(?:fn|struct|enum|trait|mod|type|static|const|union)\s+|macro_rules!\s*)(\w+)`)
	scriptLines = lazyregexp.New(`^\s*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function\b\s*\*?\s*([\w$]+)|(?:class|interface|enum|namespace)\s+([\w$]+)|type\s+([\w$]+)\s*[=<]|(?:const|let|var)\s+([\w$]+)\s*[:=])` +
		`|^\s+(?:(?:public|private|protected|static|async|override|readonly|get|set)\s+)*([\w$]+)\s*(?:<[^>]*>)?\([^;]*\)\s*(?::[^;{]+)?\{\s*$`)
	classLines = lazyregexp.New(`^\s*(?:(?:public|private|protected|internal|static|final|abstract|sealed|open|data|partial|override|virtual|async|suspend|inline|fileprivate|mutating|export)\s+)*(?:(?:class|interface|enum|record|struct|object|protocol|extension|trait|mixin|namespace|fun|func|def)\s+(?:class\s+)?(?:<[^>]*>\s*)?([\w.]+))` +
		`|^\s*(?:(?:public|private|protected|internal|static|final|abstract|virtual|override|async|synchronized|sealed|native|default)\s+)+[\w<>\[\],.?\s]*?\s?(\w+)\s*\(`)
	rubyLines  = lazyregexp.New(`^\s*(?:def|class|module)\s+([\w.:]+[?!=]?)`)
	phpLines   = lazyregexp.New(`^\s*(?:(?:public|private|protected|static|final|abstract|readonly)\s+)*(?:function\s+&?|class\s+|interface\s+|trait\s+|enum\s+)(\w+)`)
	cLines     = lazyregexp.New(`^\s*(?:typedef\s+)?(?:struct|class|enum|union|namespace)\s+(\w+)\s*(?:[:{]|$)|^[\w][\w\s:*&<>,~]*?[\s*&]([\w:~]+)\s*\([^;]*$|^#define\s+(\w+)`)
	sqlLines   = lazyregexp.New(`(?i)^\s*create\s+(?:or\s+replace\s+)?(?:temp\w*\s+|unique\s+|materialized\s+)*(?:table|view|index|function|procedure|trigger|type|sequence)\s+(?:if\s+not\s+exists\s+)?([\w."]+)`)
	shellLines = lazyregexp.New(`^\s*(?:function\s+([\w-]+)|([\w-]+)\s*\(\)\s*\{?)`)
)

// declarations lists what the file declares, in order.
func (t *text) declarations() []declaration {
	if t.known {
		return t.decls
	}
	t.known = true
	lang := language(t.name)
	if lang == nil {
		return nil
	}
	for i, line := range t.lines {
		if name := declares(lang, line); name != "" {
			t.decls = append(t.decls, declaration{i + 1, indent(line), name})
		}
	}
	return t.decls
}

// longestLine is the longest line, in bytes, that is looked at: those of minified code are longer.
const longestLine = 1000

// declares is the name that a line declares, "" where it declares none.
func declares(lang *regexp.Regexp, line []byte) string {
	if len(line) > longestLine {
		return ""
	}
	m := lang.FindSubmatch(line)
	if m == nil {
		return ""
	}
	var parts []string
	for _, group := range m[1:] {
		if len(group) > 0 {
			parts = append(parts, string(group))
		}
	}
	name := strings.Join(parts, ".")
	if len(name) > maxName || keyword(name) {
		return ""
	}
	return name
}

// keyword tells statements from methods where a pattern cannot.
func keyword(name string) bool {
	switch name {
	case "if", "for", "while", "switch", "catch", "return", "else", "function", "with", "do", "try", "new", "sizeof", "using":
		return true
	}
	return false
}

func indent(line []byte) int { return len(line) - len(bytes.TrimLeft(line, " \t")) }

// declares returns the line that declares a name, 0 where none does.
func (t *text) declares(name string) int {
	for _, d := range t.declarations() {
		if d.name == name {
			return d.line
		}
	}
	return 0
}

// end is the last line before the next declaration that stands as far left as declaration i, or further.
func (t *text) end(i int) int {
	all := t.declarations()
	for _, next := range all[i+1:] {
		if next.indent <= all[i].indent {
			return next.line - 1
		}
	}
	return len(t.lines)
}

// symbol is the declaration that the lines are, else the nearest above that encloses them, "" where the language is not known.
func (t *text) symbol(from, to int) string {
	least := -1
	for i := from - 1; i < to && i < len(t.lines); i++ {
		if len(bytes.TrimSpace(t.lines[i])) > 0 && (least < 0 || indent(t.lines[i]) < least) {
			least = indent(t.lines[i])
		}
	}
	name := ""
	for _, d := range t.declarations() {
		switch {
		case d.line >= from && d.line <= to && d.indent == least:
			return d.name
		case d.line < from && d.indent < least:
			name = d.name
		case d.line < from && d.indent == 0:
			name = "" // another one began at the margin since
		}
	}
	return name
}
