package layers_test

import (
	"fmt"
	"go/ast"
	"slices"
	"strings"
)

// rule names what one file does that it must not do, or "".
type rule func(source) string

const longest = 600

// unclean is what the engine may not import: it has no clock, no entropy, no
// files and no wire.
var unclean = []string{"context", "log", "math/rand", "crypto/rand", "net", "os", "sync", "syscall", "time"}

// mapped are the places that know the contracts. All others see domain types.
var mapped = []string{
	"pkg/wire", "pkg/client", "proto",
	"services/gateway", "services/e2e", "services/tranca",
}

// fileRules are the rules that one file alone can break.
func fileRules() map[string]rule {
	return map[string]rule{
		"the engine imports nothing but the standard library": engineIsStd,
		"the engine has no clock, entropy, files or wire":     engineIsPure,
		"pkg never imports services":                          pkgIsBelow,
		"only the mapping packages import proto":              contractsAreMapped,
		"services do not import each other":                   servicesAreApart,
		"the checker judges without the code that it judges":  checkerIsIndependent,
		"no file is longer than 600 lines":                    shortEnough,
		"no package has an init function":                     withoutInit,
		"no test is skipped":                                  withoutSkips,
		"nobody expects the last message by its id":           withoutExpectedID,
	}
}

func engineIsStd(s source) string {
	if !s.in("pkg/domino") {
		return ""
	}
	return firstImport(s, func(name string) bool {
		head, _, _ := strings.Cut(name, "/")
		return strings.Contains(head, ".") && !within(name, module+"pkg/domino")
	})
}

func engineIsPure(s source) string {
	if !s.in("pkg/domino") || s.test() || s.in("pkg/domino/internal/rulescoverage") {
		return ""
	}
	return firstImport(s, func(name string) bool {
		return slices.ContainsFunc(unclean, func(bad string) bool { return within(name, bad) })
	})
}

func pkgIsBelow(s source) string {
	if !s.in("pkg") {
		return ""
	}
	return firstImport(s, func(name string) bool { return within(name, module+"services") })
}

func contractsAreMapped(s source) string {
	if s.in(mapped...) {
		return ""
	}
	return firstImport(s, func(name string) bool { return within(name, module+"proto") })
}

func servicesAreApart(s source) string {
	own := s.service()
	if own == "" || own == "tranca" || own == "e2e" {
		return ""
	}
	return firstImport(s, func(name string) bool {
		other := serviceOf(strings.TrimPrefix(name, module))
		return other != "" && other != own
	})
}

// checkerIsIndependent lets the checker have the rule book and the contracts; its
// tests have services to judge.
func checkerIsIndependent(s source) string {
	if !s.in("services/e2e/checker") || s.test() {
		return ""
	}
	return firstImport(s, func(name string) bool {
		return strings.HasPrefix(name, module) && !within(name, module+"pkg/domino") && !within(name, module+"proto/gen")
	})
}

func shortEnough(s source) string {
	if s.lines <= longest {
		return ""
	}
	return fmt.Sprintf("has %d lines", s.lines)
}

func withoutInit(s source) string {
	for _, decl := range s.file.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
			return "declares init"
		}
	}
	return ""
}

func withoutSkips(s source) (found string) {
	if !s.test() {
		return ""
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		callee, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains([]string{"Skip", "Skipf", "SkipNow"}, callee.Sel.Name) {
			return true
		}
		if receiver, ok := callee.X.(*ast.Ident); ok && slices.Contains([]string{"t", "tb", "b", "f"}, receiver.Name) {
			found = "calls " + receiver.Name + "." + callee.Sel.Name
		}
		return found == ""
	})
	return found
}

// withoutExpectedID looks for the header and the option by which a publish can
// expect the id of the last message: a mismatch freezes a replicated stream for
// good. The names are put together here so that this file does not break it.
func withoutExpectedID(s source) (found string) {
	header, option := "Nats-Expected-Last-"+"Msg-Id", "ExpectLast"+"MsgID"
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if strings.Contains(strings.ToLower(n.Value), strings.ToLower(header)) {
				found = "writes " + n.Value
			}
		case *ast.Ident:
			if strings.Contains(n.Name, option) {
				found = "uses " + n.Name
			}
		}
		return found == ""
	})
	return found
}

// firstImport names the first import of the file that is bad.
func firstImport(s source, bad func(string) bool) string {
	if i := slices.IndexFunc(s.imports, bad); i >= 0 {
		return "imports " + s.imports[i]
	}
	return ""
}

// within tells whether a package is base or stands below it.
func within(name, base string) bool {
	return name == base || strings.HasPrefix(name, base+"/")
}
