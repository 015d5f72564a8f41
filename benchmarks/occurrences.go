// Prints every identifier of a project with what the type checker resolves it to, in the format of occurrences.py.
//
//	go run benchmarks/occurrences.go ROOT > OCCURRENCES.jsonl
//
// Packages outside of the project are taken from GOROOT and GOPATH where they are there; what is missing has no type,
// and names that depend on it are left out.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

var (
	root    string
	fset    = token.NewFileSet()
	modules = map[string]string{} // folder by module path
	checked = map[string]*types.Package{}
	outside = importer.ForCompiler(fset, "source", nil)
	out     = bufio.NewWriter(os.Stdout)
	module  = regexp.MustCompile(`(?m)^\s*module\s+"?([^\s"]+)`)
)

type finder struct{}

func (finder) Import(path string) (*types.Package, error) { return load(path) }

func folderOf(path string) string {
	best, folder := "", ""
	for prefix, at := range modules {
		if (path == prefix || strings.HasPrefix(path, prefix+"/")) && len(prefix) > len(best) {
			best, folder = prefix, filepath.Join(at, strings.TrimPrefix(path, prefix))
		}
	}
	return folder
}

func load(path string) (*types.Package, error) {
	if found, ok := checked[path]; ok {
		if found == nil {
			return nil, fmt.Errorf("cycle or missing: %s", path)
		}
		return found, nil
	}
	checked[path] = nil
	if folder := folderOf(path); folder != "" {
		files := parse(folder, func(name, pkg string) bool { return !strings.HasSuffix(name, "_test.go") })
		checked[path] = check(path, files, nil)
	} else if found, err := outside.Import(path); err == nil {
		checked[path] = found
	}
	if checked[path] == nil {
		return nil, fmt.Errorf("missing: %s", path)
	}
	return checked[path], nil
}

func parse(folder string, wanted func(name, pkg string) bool) []*ast.File {
	names, _ := filepath.Glob(filepath.Join(folder, "*.go"))
	sort.Strings(names)
	var files []*ast.File
	for _, name := range names {
		if fits, err := build.Default.MatchFile(folder, filepath.Base(name)); err != nil || !fits {
			continue
		}
		file, _ := parser.ParseFile(fset, name, nil, 0)
		if file != nil && wanted(name, file.Name.Name) {
			files = append(files, file)
		}
	}
	return files
}

func check(path string, files []*ast.File, info *types.Info) *types.Package {
	if len(files) == 0 {
		return nil
	}
	config := types.Config{Importer: finder{}, Error: func(error) {}, FakeImportC: true}
	found, _ := config.Check(path, fset, files, info)
	return found
}

func place(pos token.Pos) (string, int, int, bool) {
	at := fset.Position(pos)
	relative, err := filepath.Rel(root, at.Filename)
	return relative, at.Line, at.Column - 1, pos.IsValid() && err == nil && !strings.HasPrefix(relative, "..")
}

func report(files []*ast.File, info *types.Info) {
	for _, file := range files {
		ast.Inspect(file, func(node ast.Node) bool {
			if _, isImport := node.(*ast.ImportSpec); isImport {
				return false
			}
			name, isName := node.(*ast.Ident)
			object := types.Object(nil)
			if isName {
				object = info.Uses[name]
			}
			if object == nil {
				return true
			}
			if _, isPackage := object.(*types.PkgName); isPackage {
				return true
			}
			path, line, column, _ := place(name.Pos())
			declared := [][2]any{}
			other, at, _, inside := place(origin(object).Pos())
			if inside {
				declared = append(declared, [2]any{other, at})
			}
			row, _ := json.Marshal([]any{path, line, column, name.Name, declared, !inside})
			out.Write(append(row, '\n'))
			return true
		})
	}
}

func origin(object types.Object) types.Object {
	switch found := object.(type) {
	case *types.Var:
		return found.Origin()
	case *types.Func:
		return found.Origin()
	}
	return object
}

func main() {
	root, _ = filepath.Abs(os.Args[1])
	folders := map[string]bool{}
	filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
		if err != nil {
			return nil
		}
		name := info.Name()
		if info.IsDir() && path != root && (strings.HasPrefix(name, ".") || name == "vendor" || name == "testdata") {
			return filepath.SkipDir
		}
		if name == "go.mod" {
			text, _ := os.ReadFile(path)
			if found := module.FindSubmatch(text); found != nil {
				modules[string(found[1])] = filepath.Dir(path)
			}
		}
		if strings.HasSuffix(name, ".go") {
			folders[filepath.Dir(path)] = true
		}
		return nil
	})
	for folder := range folders {
		path := folder
		best := ""
		for prefix, at := range modules {
			if (folder == at || strings.HasPrefix(folder, at+"/")) && len(at) >= len(best) {
				best, path = at, prefix+strings.TrimPrefix(folder, at)
			}
		}
		groups := map[string]bool{}
		for _, file := range parse(folder, func(string, string) bool { return true }) {
			groups[file.Name.Name] = true
		}
		for group := range groups {
			info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
			files := parse(folder, func(_, pkg string) bool { return pkg == group })
			check(path, files, info)
			report(files, info)
		}
	}
	out.Flush()
}
