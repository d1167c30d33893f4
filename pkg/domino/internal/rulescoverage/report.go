package rulescoverage

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Report says which rules the tests of a tree carry.
type Report struct {
	Covered  []Rule
	Missing  []Rule
	Deferred []Rule
	Unknown  []string // written in a test, but in no catalogue: a slip of the pen
}

// Check reads all tests below the roots of the tree. Folders named testdata are
// left out, and so is this package, whose tests speak of ids without testing
// rules. An error names the file that cannot be read or parsed.
func Check(c Catalogue, tree fs.FS, roots ...string) (Report, error) {
	carried := map[string]bool{}
	for _, root := range roots {
		files, err := testFiles(tree, root)
		if err != nil {
			return Report{}, err
		}
		for _, file := range files {
			for _, id := range idsOf(file) {
				carried[id] = true
			}
		}
	}
	return c.report(carried), nil
}

func (c Catalogue) report(carried map[string]bool) Report {
	var r Report
	covered := map[string]bool{}
	for id := range carried {
		if known, ok := c.resolve(id); ok {
			covered[known] = true
		} else {
			r.Unknown = append(r.Unknown, id)
		}
	}
	slices.Sort(r.Unknown)
	for _, rule := range c.rules {
		switch {
		case covered[rule.ID]:
			r.Covered = append(r.Covered, rule)
		case rule.Deferred != "":
			r.Deferred = append(r.Deferred, rule)
		default:
			r.Missing = append(r.Missing, rule)
		}
	}
	return r
}

func testFiles(tree fs.FS, root string) ([]*ast.File, error) {
	var files []*ast.File
	err := fs.WalkDir(tree, root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if base := path.Base(name); name != root && (base == "testdata" || base == "node_modules" || base == "rulescoverage") {
				return fs.SkipDir
			}
			return nil
		case !strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		files = append(files, file)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read tests below %s: %w", root, err)
	}
	return files, nil
}

// OK tells whether every rule that asks for a test has one.
func (r Report) OK() bool { return len(r.Missing) == 0 && len(r.Unknown) == 0 }

// Print writes the report for a person to read.
func (r Report) Print(w io.Writer) {
	for _, rule := range r.Deferred {
		fmt.Fprintf(w, "deferred  %-6s %s (%s)\n", rule.ID, rule.Meaning, rule.Deferred)
	}
	for _, id := range r.Unknown {
		fmt.Fprintf(w, "unknown   %-6s a test carries it, but it is no rule\n", id)
	}
	for _, rule := range r.Missing {
		fmt.Fprintf(w, "missing   %-6s %s\n", rule.ID, rule.Meaning)
	}
	fmt.Fprintf(w, "rules: %d with a test, %d missing, %d deferred\n", len(r.Covered), len(r.Missing), len(r.Deferred))
}
