package rulescoverage_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tranca.example/pkg/domino/internal/rulescoverage"
)

const catalogue = "# id\tmeaning\treason\n" +
	"G-01\tthe set\t\n" +
	"E-17\tthe lead\t\n" +
	"L-18a\ttie to the opener\t\n" +
	"L-18b\ttie to the closer\t\n" +
	"T-08\tsides\t\n" +
	"T-15\tpoints\tvariant\n"

func parse(t *testing.T, text string) rulescoverage.Catalogue {
	t.Helper()
	c, err := rulescoverage.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ids(rules []rulescoverage.Rule) []string {
	var all []string
	for _, r := range rules {
		all = append(all, r.ID)
	}
	return all
}

func check(t *testing.T, source string) rulescoverage.Report {
	t.Helper()
	tree := fstest.MapFS{"pkg/x/x_test.go": {Data: []byte("package x_test\n" + source)}}
	report, err := rulescoverage.Check(parse(t, catalogue), tree, "pkg")
	if err != nil {
		t.Fatal(err)
	}
	return report
}

func TestAnIDCountsWhereARunWouldPrintIt(t *testing.T) {
	cases := map[string]struct {
		source string
		want   []string
	}{
		"in the name of a test":             {`func TestG01HasAllTiles(t *T) {}`, []string{"G-01"}},
		"with a lower line between":         {`func TestTheSet_G_01(t *T) {}`, []string{"G-01"}},
		"twice in one name":                 {`func TestG01E17(t *T) {}`, []string{"G-01", "E-17"}},
		"in the name of a fuzzer":           {`func FuzzE17(f *F) {}`, []string{"E-17"}},
		"with a letter that belongs to it":  {`func TestL18aTies(t *T) {}`, []string{"L-18a"}},
		"before a word in lower case":       {`func TestE17accepts(t *T) {}`, []string{"E-17"}},
		"as a part that is not listed":      {`func TestX(t *T) { t.Run("T-08a asks for the side", nil) }`, []string{"T-08"}},
		"in the name of a run":              {`func TestX(t *T) { t.Run("E-17 refuses 6-5", func(t *T) {}) }`, []string{"E-17"}},
		"in the first text of a call":       {`func TestX(t *T) { given(t, "L-18b falls to the closer", 3) }`, []string{"L-18b"}},
		"in the key of a map":               {`var cases = map[string]int{"E-17 with no double": 1}`, []string{"E-17"}},
		"in the name of a row":              {`var cases = []row{{name: "E-17 leads"}}`, []string{"E-17"}},
		"in the first text of a row":        {`var cases = []row{{"G-01, E-17", 3}}`, []string{"G-01", "E-17"}},
		"in a test of a rule that can wait": {`func TestT15(t *T) {}`, []string{"T-15"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			report := check(t, c.source)
			if got := ids(report.Covered); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestAnIDDoesNotCountElsewhere(t *testing.T) {
	cases := map[string]string{
		"in a comment":                "// E-17 is tested here.\nfunc TestX(t *T) {}",
		"in a failure message":        `func TestX(t *T) { t.Errorf("E-17: got %d", 3) }`,
		"in a list of texts":          `var all = []string{"E-17", "G-01"}`,
		"in a value that is no name":  `var cases = []row{{note: "E-17"}}`,
		"in a later argument":         `func TestX(t *T) { t.Run("leads", run("leads", "E-17")) }`,
		"in the name of a benchmark":  `func BenchmarkE17(b *B) { b.Run("E-17", nil) }`,
		"in the name of a helper":     `func checkE17(t *T) {}`,
		"in the name of a method":     `func (s *suite) TestE17() {}`,
		"in a longer number":          `func TestE170(t *T) { t.Run("CAFE-17", nil); t.Run("E-170", nil) }`,
		"as a half of a lettered one": `func TestL18(t *T) {}`,
	}
	for name, source := range cases {
		t.Run(name, func(t *testing.T) {
			if got := ids(check(t, source).Covered); len(got) != 0 {
				t.Errorf("got %v, want none", got)
			}
		})
	}
}

func TestTheReportNamesWhatIsMissingDeferredAndUnknown(t *testing.T) {
	report := check(t, `func TestG01(t *T) { t.Run("E-71 does not exist", nil) }`)
	var out bytes.Buffer
	report.Print(&out)
	want := "deferred  T-15   points (variant)\n" +
		"unknown   E-71   a test carries it, but it is no rule\n" +
		"missing   E-17   the lead\n" +
		"missing   L-18a  tie to the opener\n" +
		"missing   L-18b  tie to the closer\n" +
		"missing   T-08   sides\n" +
		"rules: 1 with a test, 4 missing, 1 deferred\n"
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", out.String(), want)
	}
	if report.OK() {
		t.Error("a report with missing rules is not all right")
	}
}

func TestAReportIsAllRightWhenOnlyDeferredRulesLackATest(t *testing.T) {
	if !check(t, `func TestG01E17L18aL18bT08(t *T) {}`).OK() {
		t.Error("every rule that asks for a test has one")
	}
	if check(t, `func TestG01E17L18aL18bT08E99(t *T) {}`).OK() {
		t.Error("an unknown id is a slip that hides a missing one")
	}
}

func TestOnlyTestFilesBelowTheRootsAreRead(t *testing.T) {
	test := []byte("package x_test\nfunc TestG01(t *T) {}")
	for _, name := range []string{"pkg/x/x.go", "pkg/x/testdata/x_test.go", "pkg/domino/internal/rulescoverage/x_test.go", "other/x_test.go"} {
		tree := fstest.MapFS{name: {Data: test}, "pkg/y.txt": {}}
		report, err := rulescoverage.Check(parse(t, catalogue), tree, "pkg")
		if err != nil || len(report.Covered) != 0 {
			t.Errorf("%s: covered %v, error %v; want neither", name, ids(report.Covered), err)
		}
	}
}

func TestAnUnreadableTreeIsAnErrorThatNamesThePlace(t *testing.T) {
	broken := fstest.MapFS{"pkg/x_test.go": {Data: []byte("packag x")}}
	for root, want := range map[string]string{"pkg": "x_test.go:1:1", "nowhere": "nowhere"} {
		_, err := rulescoverage.Check(parse(t, catalogue), broken, root)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", root, err, want)
		}
	}
}

func TestABrokenCatalogueIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"G-01\tthe set":              "line 1: want id, meaning and reason",
		"G-01\t\t":                   "line 1: want id, meaning and reason",
		"# x\nX-01\tthe set\t":       `line 2: "X-01" is no rule id`,
		"G-1\tthe set\t":             `line 1: "G-1" is no rule id`,
		"G-01\ta\t\n\nG-01\tagain\t": "line 3: G-01 stands twice",
	} {
		if _, err := rulescoverage.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

func TestTheCatalogueHoldsEveryFamilyInFull(t *testing.T) {
	c, err := rulescoverage.Rules()
	if err != nil {
		t.Fatal(err)
	}
	report, err := rulescoverage.Check(c, fstest.MapFS{"x_test.go": {Data: []byte("package x")}}, ".")
	if err != nil {
		t.Fatal(err)
	}
	got := map[byte]int{}
	for _, rule := range slices.Concat(report.Missing, report.Deferred) {
		got[rule.ID[0]]++
	}
	for family, want := range map[byte]int{'G': 8, 'L': 21, 'C': 19, 'K': 22, 'E': 50, 'T': 29} {
		if got[family] != want {
			t.Errorf("family %c has %d rules, want %d", family, got[family], want)
		}
	}
	if got, want := ids(report.Deferred), []string{"E-29", "T-08b", "T-15", "T-22b"}; !slices.Equal(got, want) {
		t.Errorf("deferred %v, want %v", got, want)
	}
}
