package refuse_test

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tranca.example/pkg/domino"
	"tranca.example/pkg/rpcerr"
	"tranca.example/pkg/table"
	"tranca.example/services/gateway/internal/refuse"
)

// root is the repository's.
const root = "../../../../"

// constants are the values of the string constants in a Go file, by name.
func constants(t *testing.T, file string) map[string]string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), root+file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
			if lit, ok := spec.Values[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				all[spec.Names[0].Name], _ = strconv.Unquote(lit.Value)
			}
		}
		return true
	})
	if len(all) == 0 {
		t.Fatalf("%s has no constants", file)
	}
	return all
}

// codes are all reasons with their codes: those of the table of codes, of tables
// and of rounds, and the few that are named where they arise. A reason has the
// same code wherever it comes from.
func codes(t *testing.T) map[string]rpcerr.Code {
	t.Helper()
	all := map[string]rpcerr.Code{"unknown_path": rpcerr.NotFound}
	add := func(reason string, code rpcerr.Code) {
		if all[reason] = rpcerr.CodeOf(reason); code != all[reason] {
			t.Errorf("%s is %s, but %s in the table of codes", reason, code, all[reason])
		}
	}
	for _, reason := range []string{"commit_too_large", "unknown_preset", "unknown_knob", "bad_knob_value"} {
		add(reason, rpcerr.CodeOf(reason))
	}
	for name, reason := range constants(t, "pkg/rpcerr/code.go") {
		if strings.HasPrefix(name, "Reason") {
			add(reason, rpcerr.CodeOf(reason))
		}
	}
	for _, why := range constants(t, "pkg/table/errors.go") {
		add(why, codeOf(&table.Refused{Why: table.Why(why)}))
	}
	for reason := range moves(t) {
		add(reason, codeOf(&table.IllegalMove{Illegal: &domino.Illegal{Why: domino.Reason(reason)}}))
	}
	add("already_answered", codeOf(&table.AlreadyAnswered{}))
	return all
}

func codeOf(err error) rpcerr.Code {
	r, _ := rpcerr.From(err)
	return r.Code
}

// moves are the reasons of the engine and what they mean.
func moves(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, reason := range constants(t, "pkg/domino/illegal.go") {
		_, all[reason], _ = strings.Cut(domino.Reason(reason).Error(), ": ")
	}
	return all
}

// status is what HTTP says for a code.
func status(code rpcerr.Code) int {
	w := httptest.NewRecorder()
	r := httptest.NewRequest(http.MethodPost, "/tranca.api.v1.TableService/Play", http.NoBody)
	r.Header.Set("Content-Type", "application/json")
	refuse.Write(w, r, &rpcerr.Rejection{Code: code, Reason: "any"})
	return w.Code
}

func refusals(t *testing.T) string {
	t.Helper()
	by := map[rpcerr.Code][]string{}
	for reason, code := range codes(t) {
		by[code] = append(by[code], "`"+reason+"`")
	}
	var b strings.Builder
	b.WriteString("| Code | HTTP | Reasons |\n|---|---|---|\n")
	order := func(x, y rpcerr.Code) int { return cmp.Or(status(x)-status(y), strings.Compare(string(x), string(y))) }
	for _, code := range slices.SortedFunc(maps.Keys(by), order) {
		fmt.Fprintf(&b, "| `%s` | %d | %s |\n", code, status(code), strings.Join(slices.Sorted(slices.Values(by[code])), ", "))
	}
	b.WriteString("\n| A move's reason | Meaning |\n|---|---|\n")
	meanings := moves(t)
	for _, reason := range slices.Sorted(maps.Keys(meanings)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", reason, meanings[reason])
	}
	return b.String()
}

func TestTheContractsListEveryReasonWithItsCodeAndStatus(t *testing.T) {
	page, err := os.ReadFile(root + "proto/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, listed, _ := strings.Cut(string(page), "<!-- refusals -->\n")
	listed, _, _ = strings.Cut(listed, "<!-- end -->")
	if want := refusals(t); listed != want {
		t.Errorf("proto/README.md: write between its marks\n%s", want)
	}
}
