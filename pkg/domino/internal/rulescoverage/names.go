package rulescoverage

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	// idIn finds an id in the text of a case name.
	idIn = regexp.MustCompile(`\b[GLCKET]-[0-9]{2}[a-h]?\b`)
	// idInFunc finds an id in the name of a function, which can hold no dash.
	idInFunc = regexp.MustCompile(`([GLCKET])_?([0-9]{2}[a-h]?)`)
)

// silent are callees whose text is shown only after a failure, or never: what
// they say is not the name of anything.
var silent = []string{"Error", "Errorf", "Fatal", "Fatalf", "Log", "Logf", "Errorln", "New", "Sprintf", "Panicf"}

// nameFields are the fields of a table case that hold its name.
var nameFields = []string{"name", "id", "title", "rule"}

// idsOf lists the ids that the tests of one file carry in their names.
func idsOf(file *ast.File) []string {
	var ids []string
	for _, decl := range file.Decls {
		f, isFunc := decl.(*ast.FuncDecl)
		if isFunc {
			name, runs := strings.CutPrefix(f.Name.Name, "Test")
			if !runs {
				name, runs = strings.CutPrefix(f.Name.Name, "Fuzz")
			}
			if runs && f.Recv == nil {
				ids = append(ids, idsOfFunc(name)...)
			}
			if strings.HasPrefix(f.Name.Name, "Benchmark") {
				continue
			}
		}
		ast.Inspect(decl, func(n ast.Node) bool {
			for _, name := range caseNames(n) {
				ids = append(ids, idIn.FindAllString(name, -1)...)
			}
			return true
		})
	}
	return ids
}

func idsOfFunc(name string) []string {
	var ids []string
	for _, at := range idInFunc.FindAllStringSubmatchIndex(name, -1) {
		letter, digits, rest := name[at[2]:at[3]], name[at[4]:at[5]], name[at[5]:]
		// "E17accepts" is E-17 and a word; "L18aTies" is L-18a.
		if len(digits) == 3 && rest != "" && rest[0] >= 'a' && rest[0] <= 'z' {
			digits, rest = digits[:2], ""
		}
		if rest == "" || rest[0] < '0' || rest[0] > '9' {
			ids = append(ids, letter+"-"+digits)
		}
	}
	return ids
}

// caseNames lists the texts by which a node names a case: the first text that a
// call is given, a text key, a name field, or the first text of a table row.
func caseNames(n ast.Node) []string {
	switch n := n.(type) {
	case *ast.CallExpr:
		if !slices.Contains(silent, callee(n)) {
			return firstText(n.Args)
		}
	case *ast.KeyValueExpr:
		if field, ok := n.Key.(*ast.Ident); ok && slices.Contains(nameFields, field.Name) {
			return firstText([]ast.Expr{n.Value})
		}
		return firstText([]ast.Expr{n.Key})
	case *ast.CompositeLit:
		if _, list := n.Type.(*ast.ArrayType); !list {
			return firstText(n.Elts)
		}
	}
	return nil
}

func callee(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	default:
		return ""
	}
}

func firstText(exprs []ast.Expr) []string {
	for _, e := range exprs {
		if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				return []string{text}
			}
		}
	}
	return nil
}
