package harvest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// TestPatternsCompile reads the sources of all patterns, since none is compiled before its first use. What is put together of
// several patterns is compiled by the tests of its rule.
func TestPatternsCompile(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, name := range files {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) != 1 {
				return true
			}
			fn, isName := call.Fun.(*ast.Ident)
			lit, isLiteral := call.Args[0].(*ast.BasicLit)
			if !isName || fn.Name != "rx" || !isLiteral {
				return true
			}
			source, err := strconv.Unquote(lit.Value)
			if err == nil {
				_, err = regexp.Compile(source)
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			n++
			return true
		})
	}
	if n < 50 {
		t.Errorf("only %d patterns were found", n)
	}
}
