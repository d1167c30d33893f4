package wire_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"tranca.example/pkg/wire"
	eventv1 "tranca.example/proto/gen/tranca/event/v1"
	servicev1 "tranca.example/proto/gen/tranca/service/v1"
)

// cases lists the fields of the oneof "kind".
func cases(m proto.Message) []string {
	var out []string
	fields := m.ProtoReflect().Descriptor().Oneofs().ByName("kind").Fields()
	for i := range fields.Len() {
		out = append(out, string(fields.Get(i).Name()))
	}
	slices.Sort(out)
	return out
}

// marked lists the types of a Go file that bear a sealing method, such as
// "table.SeatTaken".
func marked(t *testing.T, file, pkg, method string) []string {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Name.Name != method || fn.Recv == nil {
			continue
		}
		if name, ok := fn.Recv.List[0].Type.(*ast.Ident); ok {
			out = append(out, pkg+"."+name.Name)
		}
	}
	slices.Sort(out)
	return out
}

// messageName is what the message of a Go type is called: table.SeatTaken is
// seat_taken.
func messageName(goType string) string {
	var b strings.Builder
	for i, r := range strings.Split(goType, ".")[1] {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

func TestEveryEventHasAMessageAndEveryMessageAnEvent(t *testing.T) {
	want := marked(t, "../table/event.go", "table", "isEvent")
	for _, e := range marked(t, "../domino/event.go", "domino", "isEvent") {
		if e != "domino.RoundEnded" { // a table's RoundEnded holds it
			want = append(want, e)
		}
	}
	want = slices.DeleteFunc(want, func(e string) bool { return e == "table.InRound" }) // stands for those of domino
	checkNames(t, want, cases(&eventv1.Event{}), wire.EventNames())
}

func TestEveryCommandHasAMessageAndEveryMessageACommand(t *testing.T) {
	want := marked(t, "../table/command.go", "table", "isCommand")
	checkNames(t, want, cases(&servicev1.Command{}), wire.CommandNames())
}

func checkNames(t *testing.T, types, messages []string, mapped map[string]string) {
	t.Helper()
	slices.Sort(types)
	if got := slices.Sorted(maps.Values(mapped)); !slices.Equal(got, types) {
		t.Errorf("types that are mapped: %v\nwant: %v", got, types)
	}
	if got := slices.Sorted(maps.Keys(mapped)); !slices.Equal(got, messages) {
		t.Errorf("messages that are mapped: %v\nwant: %v", got, messages)
	}
	for message, goType := range mapped {
		if messageName(goType) != message {
			t.Errorf("%s is mapped to %s", goType, message)
		}
	}
}
