package layers_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"
)

const (
	root   = "../../.."
	module = "tranca.example/"
)

// source is one Go file of the repository that people wrote.
type source struct {
	path    string // from the root, with slashes
	lines   int
	file    *ast.File
	imports []string
}

func (s source) dir() string { return path.Dir(s.path) }
func (s source) test() bool  { return strings.HasSuffix(s.path, "_test.go") }
func (s source) in(dirs ...string) bool {
	for _, dir := range dirs {
		if strings.HasPrefix(s.path, dir+"/") {
			return true
		}
	}
	return false
}

// service is the name of the service that the file belongs to, or "".
func (s source) service() string { return serviceOf(s.path) }

func serviceOf(name string) string {
	rest, found := strings.CutPrefix(name, "services/")
	if !found {
		return ""
	}
	service, _, _ := strings.Cut(rest, "/")
	return service
}

// sources reads every file of the tree that is not generated.
func sources(t *testing.T, tree fs.FS) []source {
	t.Helper()
	var all []source
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipped(name):
			return fs.SkipDir
		case entry.IsDir(), path.Ext(name) != ".go":
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		if !ast.IsGenerated(file) {
			all = append(all, newSource(name, text, file))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func newSource(name string, text []byte, file *ast.File) source {
	s := source{path: name, lines: bytes.Count(text, []byte("\n")), file: file}
	for _, spec := range file.Imports {
		if imported, err := strconv.Unquote(spec.Path.Value); err == nil {
			s.imports = append(s.imports, imported)
		}
	}
	return s
}

func skipped(dir string) bool {
	base := path.Base(dir)
	return base == "testdata" || base == "node_modules" || base != "." && strings.HasPrefix(base, ".")
}

func repository(t *testing.T) []source {
	t.Helper()
	all := sources(t, os.DirFS(root))
	if len(all) == 0 {
		t.Fatal("no sources found: is the root still three folders up?")
	}
	return all
}
