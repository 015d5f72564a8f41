"""Writes what Roslyn resolves every name of a C# project to, in the form that `occurrences` takes.

    python benchmarks/csharp_occurrences.py ROOT OUT.jsonl --roslyn FOLDER --runtime FOLDER [--symbol NAME …] [FOLDER …]

Needs pythonnet, OpenSSL 1.1, and two folders: one with Roslyn's assemblies (`Microsoft.CodeAnalysis.CSharp.dll` and
what that needs beyond the runtime: the npm package @autorest/csharp ships them), one with a .NET runtime (the PyPI
package dotnetcore2 is one; Roslyn 4.1 asks for newer versions of two assemblies of its, to be put in their place).
Sources are compiled against the runtime's own assemblies: names that need a package have no answer, and are left out.
FOLDERs, relative to ROOT, are the sources; one compilation takes them all.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

POLYFILLS = """
namespace System.Runtime.CompilerServices { internal static class IsExternalInit { } }
"""
COMPILER = "Microsoft.CodeAnalysis"


def main() -> int:
    """Compile, walk, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("root")
    parser.add_argument("out")
    parser.add_argument("folders", nargs="*", default=["."])
    parser.add_argument("--roslyn", required=True)
    parser.add_argument("--runtime", required=True, help="the folder that has the program `dotnet`")
    parser.add_argument("--symbol", action="append", default=[], help="a symbol of the preprocessor that is defined")
    parser.add_argument("--usings", action="store_true", help="the implicit usings of the SDK")
    given = parser.parse_args()
    shared = _load(given.roslyn, given.runtime)
    root = Path(given.root).resolve()
    paths = sorted({path for folder in given.folders for path in (root / folder).rglob("*.cs")})
    trees, compilation = _compile(root, paths, shared, given)
    with open(given.out, "w", encoding="utf-8") as out:
        for path, tree in trees:
            rows = _names(compilation.GetSemanticModel(tree, False), tree, path, root)
            out.writelines(json.dumps(row) + "\n" for row in rows)
    return 0


def _load(roslyn: str, runtime: str) -> str:
    os.environ["DOTNET_SYSTEM_GLOBALIZATION_INVARIANT"] = "1"
    shared = next(Path(runtime, "shared", "Microsoft.NETCore.App").iterdir())
    version = ".".join(shared.name.split(".")[:2])
    options = {"tfm": f"net{version}", "framework": {"name": shared.parent.name, "version": f"{version}.0"}}
    config = Path(roslyn, "occurrences.runtimeconfig.json")
    config.write_text(json.dumps({"runtimeOptions": options}), encoding="utf-8")
    start = import_module("clr_loader").get_coreclr
    import_module("pythonnet").set_runtime(start(runtime_config=str(config), dotnet_root=runtime))
    clr: Any = import_module("clr")  # there once a runtime is chosen

    sys.path.append(roslyn)
    for name in (COMPILER, f"{COMPILER}.CSharp"):
        clr.AddReference(name)
    return str(shared)


def _compile(root: Path, paths: list[Path], shared: str, given: argparse.Namespace) -> tuple[list[Any], Any]:
    ca: Any = import_module(COMPILER)
    cs: Any = import_module(f"{COMPILER}.CSharp")
    system: Any = import_module("System")
    array = system.Array
    options = cs.CSharpParseOptions(cs.LanguageVersion.Preview)
    options = options.WithPreprocessorSymbols(array[system.String](given.symbol))
    encoding = system.Text.Encoding.UTF8
    trees: list[tuple[Path, Any]] = []
    for path in paths:
        text = path.read_bytes().decode("utf-8-sig", "replace")
        trees.append((path, cs.CSharpSyntaxTree.ParseText(text, options, str(path.relative_to(root)), encoding)))
    implied = "".join(f"global using {name};\n" for name in USINGS) if given.usings else ""
    extra = cs.CSharpSyntaxTree.ParseText(implied + POLYFILLS, options, "", encoding)
    references: list[Any] = []
    for name in sorted(os.listdir(shared)):
        managed = name.endswith(".dll") and name.startswith(("System.", "Microsoft.CSharp", "mscorlib", "netstandard"))
        if managed and "Native" not in name and name != "System.Private.CoreLib.Native.dll":
            references.append(ca.MetadataReference.CreateFromFile(os.path.join(shared, name)))
    compiled = cs.CSharpCompilation.Create(
        "occurrences",
        array[ca.SyntaxTree]([tree for _, tree in trees] + [extra]),
        array[ca.MetadataReference](references),
        cs.CSharpCompilationOptions(ca.OutputKind.DynamicallyLinkedLibrary, allowUnsafe=True),
    )
    return trees, compiled


def _names(model: Any, tree: Any, path: Path, root: Path) -> list[list[Any]]:
    cs: Any = import_module(f"{COMPILER}.CSharp")
    lines = path.read_bytes().decode("utf-8-sig", "replace").splitlines(keepends=True)
    bom = 3 if path.read_bytes().startswith(b"\xef\xbb\xbf") else 0
    relative = str(path.relative_to(root))
    kinds = {int(cs.SyntaxKind.IdentifierName), int(cs.SyntaxKind.GenericName)}
    rows: list[list[Any]] = []
    for node in tree.GetRoot().DescendantNodes():
        if node.RawKind not in kinds or node.Identifier.ValueText == "var":
            continue
        declared, outside = _declared(_symbols(model, node, cs))
        if not declared and not outside:
            continue
        start = node.Identifier.GetLocation().GetLineSpan().StartLinePosition
        line, character = int(start.Line), int(start.Character)
        prefix = lines[line].encode("utf-16-le")[: 2 * character].decode("utf-16-le", "replace")
        column = len(prefix.encode()) + (bom if line == 0 else 0)
        name = str(node.Identifier.ValueText)
        rows.append([relative, line + 1, column, name, sorted(map(list, declared)), outside])
    return rows


def _symbols(model: Any, node: Any, cs: Any) -> list[Any]:
    """What a name may mean; where it makes an instance, the constructor besides."""
    info = cs.CSharpExtensions.GetSymbolInfo(model, node)
    found = [info.Symbol] if info.Symbol is not None else []
    if not found and str(info.CandidateReason) == "MemberGroup":  # `nameof`
        found = list(info.CandidateSymbols)
    whole = node
    while int(whole.Parent.RawKind) == int(cs.SyntaxKind.QualifiedName) and whole.Parent.Span.End == whole.Span.End:
        whole = whole.Parent
    if int(whole.Parent.RawKind) == int(cs.SyntaxKind.ObjectCreationExpression) and found:
        made = cs.CSharpExtensions.GetSymbolInfo(model, whole.Parent)
        found += [made.Symbol] if made.Symbol is not None else list(made.CandidateSymbols)
    return [] if any(str(symbol.Kind) in SKIPPED for symbol in found) else found


def _declared(symbols: list[Any]) -> tuple[set[tuple[str, int]], bool]:
    """Where symbols are declared in the sources, and whether some are elsewhere."""
    declared: set[tuple[str, int]] = set()
    outside = False
    for location in (place for symbol in symbols for each in _meant(symbol) for place in each.Locations):
        if location.IsInSource:
            span = location.GetLineSpan()
            declared.add((str(span.Path), int(span.StartLinePosition.Line) + 1))
        else:
            outside = True
    return declared, outside


def _meant(symbol: Any) -> list[Any]:
    """A symbol as it is declared; with a constructor the class, which its name is that of."""
    ca: Any = import_module(COMPILER)
    if str(symbol.Kind) == "Method":
        method = ca.IMethodSymbol(symbol)
        reduced = method.ReducedFrom
        symbol = ca.IMethodSymbol((reduced if reduced is not None else method).OriginalDefinition)
        parts = [part for part in (symbol.PartialDefinitionPart, symbol.PartialImplementationPart) if part is not None]
        if str(symbol.MethodKind) == "Constructor":
            return [symbol, symbol.ContainingType.OriginalDefinition]
        return [symbol, *parts]
    return [symbol.OriginalDefinition]


SKIPPED = frozenset({"Namespace", "Discard", "DynamicType", "ErrorType"})
USINGS = (
    "System",
    "System.Collections.Generic",
    "System.IO",
    "System.Linq",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
)

if __name__ == "__main__":
    sys.exit(main())
