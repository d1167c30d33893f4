package layers_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// events lists the kinds of the contract's events with their comments.
func events(t *testing.T) string {
	t.Helper()
	contract, err := os.ReadFile(root + "/proto/tranca/event/v1/commit.proto")
	if err != nil {
		t.Fatal(err)
	}
	_, kinds, _ := strings.Cut(string(contract), "oneof kind {\n")
	kinds, _, _ = strings.Cut(kinds, "\n  }\n")
	var b strings.Builder
	b.WriteString("| Type | What happened |\n|---|---|\n")
	for _, m := range regexp.MustCompile(`// (.+)\.\n +\w+ (\w+) = \d+;`).FindAllStringSubmatch(kinds, -1) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", m[2], m[1])
	}
	if strings.Count(b.String(), "\n") != 2+strings.Count(kinds, ";") {
		t.Fatalf("an event without a comment of one line in\n%s", kinds)
	}
	return b.String()
}

func TestTheContractsListEveryEvent(t *testing.T) {
	page, err := os.ReadFile(root + "/proto/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, listed, _ := strings.Cut(string(page), "<!-- events -->\n")
	listed, _, _ = strings.Cut(listed, "<!-- end -->")
	if want := events(t); listed != want {
		t.Errorf("proto/README.md: write between its marks\n%s", want)
	}
}
