// What every name of a Java project means to javac: one line a place, as `python -m benchmarks.occurrences` reads it.
//
//     java benchmarks/JavaOccurrences.java SOURCE_ROOT OUT.jsonl [CLASSPATH]
//
// `[path, line, column, name, [[path, line], …], outside]`: line from 1, column in UTF-8 bytes from 0; the declarations
// in the project; whether the name means something outside of it. Names that javac cannot resolve (a library that is not
// on the class path) are left out. What imports name is left out too; `new X()` is a place of the class alone.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

public class JavaOccurrences {
    static Path root;
    static Trees trees;
    static SourcePositions positions;
    static Writer out;

    public static void main(String[] given) throws Exception {
        root = Paths.get(given[0]).toRealPath();
        List<File> files;
        try (Stream<Path> walked = Files.walk(root)) {
            files = walked.filter(p -> p.toString().endsWith(".java") && !p.endsWith("module-info.java"))
                .filter(p -> !p.endsWith("package-info.java")).map(Path::toFile).collect(Collectors.toList());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> quiet = new DiagnosticCollector<>();
        StandardJavaFileManager manager = compiler.getStandardFileManager(quiet, null, StandardCharsets.UTF_8);
        List<String> options = new ArrayList<>(List.of("-proc:none", "-Xmaxerrs", "1", "-XDshould-stop.ifError=FLOW"));
        if (given.length > 2) options.addAll(List.of("-cp", given[2]));
        JavacTask task = (JavacTask) compiler.getTask(
            null, manager, quiet, options, null, manager.getJavaFileObjectsFromFiles(files));
        trees = Trees.instance(task);
        positions = trees.getSourcePositions();
        List<CompilationUnitTree> units = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) units.add(unit);
        task.analyze();
        try (Writer opened = Files.newBufferedWriter(Paths.get(given[1]))) {
            out = opened;
            for (CompilationUnitTree unit : units) new Names(unit).scan(unit, null);
        }
    }

    static class Names extends TreePathScanner<Void, Void> {
        final CompilationUnitTree unit;
        final String text;
        final String path;

        Names(CompilationUnitTree unit) throws IOException {
            this.unit = unit;
            text = unit.getSourceFile().getCharContent(true).toString();
            path = pathOf(unit);
        }

        @Override
        public Void visitImport(ImportTree node, Void nothing) {
            return null;
        }

        @Override
        public Void visitPackage(PackageTree node, Void nothing) {
            return null;
        }

        @Override
        public Void visitIdentifier(IdentifierTree node, Void nothing) {
            String name = node.getName().toString();
            if (!name.equals("this") && !name.equals("super")) note(name, positions.getStartPosition(unit, node), node);
            return super.visitIdentifier(node, nothing);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree node, Void nothing) {
            after(node.getExpression(), node.getIdentifier().toString(), node);
            return super.visitMemberSelect(node, nothing);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree node, Void nothing) {
            if (node.getMode() == MemberReferenceTree.ReferenceMode.INVOKE)
                after(node.getQualifierExpression(), node.getName().toString(), node);
            return super.visitMemberReference(node, nothing);
        }

        /** What makes the instance, where the name at hand is that of its class. */
        Element constructor() {
            TreePath path = getCurrentPath();
            Tree name = path.getLeaf();
            for (path = path.getParentPath(); path != null; name = path.getLeaf(), path = path.getParentPath()) {
                Tree leaf = path.getLeaf();
                if (leaf instanceof NewClassTree) {
                    NewClassTree made = (NewClassTree) leaf;
                    if (made.getIdentifier() != name) return null;
                    return made.getClassBody() == null ? trees.getElement(path) : ofBase(path, made.getClassBody());
                }
                boolean around = leaf instanceof AnnotatedTypeTree
                    || (leaf instanceof ParameterizedTypeTree && ((ParameterizedTypeTree) leaf).getType() == name);
                if (!around) return null;
            }
            return null;
        }

        /** The constructor of the base that the one of a class without a name calls. */
        Element ofBase(TreePath path, ClassTree body) {
            for (Tree member : body.getMembers()) {
                if (!(member instanceof MethodTree) || ((MethodTree) member).getReturnType() != null) continue;
                List<? extends StatementTree> statements = ((MethodTree) member).getBody().getStatements();
                if (statements.isEmpty() || !(statements.get(0) instanceof ExpressionStatementTree)) continue;
                ExpressionTree first = ((ExpressionStatementTree) statements.get(0)).getExpression();
                if (first instanceof MethodInvocationTree)
                    return trees.getElement(new TreePath(path, ((MethodInvocationTree) first).getMethodSelect()));
            }
            return null;
        }

        void after(Tree owner, String name, Tree node) {
            if (name.equals("this") || name.equals("super") || name.equals("class")) return;
            long end = positions.getEndPosition(unit, node);
            if (end < 0) return;
            long at = text.lastIndexOf(name, (int) end - 1);
            if (at >= positions.getStartPosition(unit, owner)) note(name, at, node);
        }

        void note(String name, long at, Tree node) {
            if (at < 0 || !text.startsWith(name, (int) at)) return;
            Element element = trees.getElement(getCurrentPath());
            if (element == null || element.getKind() == ElementKind.PACKAGE) return;
            if (element.asType() == null || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return;
            if (element.getKind() == ElementKind.CONSTRUCTOR) element = element.getEnclosingElement();
            String where = placeOf(element);
            String made = where.isEmpty() ? "" : placeOf(constructor());
            if (!made.isEmpty() && !made.equals(where)) where += "," + made;
            LineMap lines = unit.getLineMap();
            long line = lines.getLineNumber(at);
            int start = (int) lines.getStartPosition(line);
            int column = text.substring(start, (int) at).getBytes(StandardCharsets.UTF_8).length;
            try {
                out.write("[" + quoted(path) + "," + line + "," + column + "," + quoted(name) + ",[" + where + "],"
                    + where.isEmpty() + "]\n");
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
        }
    }

    static String placeOf(Element element) {
        TreePath declared = element == null ? null : trees.getPath(element);
        if (declared == null) return "";
        CompilationUnitTree other = declared.getCompilationUnit();
        if (element.getKind() == ElementKind.CONSTRUCTOR)
            element = element.getEnclosingElement();
        long position = nameOf(declared, element, other);
        return position < 0 ? "" : "[" + quoted(pathOf(other)) + "," + other.getLineMap().getLineNumber(position) + "]";
    }

    static long nameOf(TreePath declared, Element element, CompilationUnitTree unit) {
        Tree leaf = declared.getLeaf();
        long start = positions.getStartPosition(unit, leaf);
        String name = element.getSimpleName().toString();
        if (start < 0 || name.isEmpty()) return start;
        try {
            String text = unit.getSourceFile().getCharContent(true).toString();
            ModifiersTree modifiers = leaf instanceof ClassTree ? ((ClassTree) leaf).getModifiers()
                : leaf instanceof MethodTree ? ((MethodTree) leaf).getModifiers()
                : leaf instanceof VariableTree ? ((VariableTree) leaf).getModifiers() : null;
            long from = modifiers == null ? start : Math.max(start, positions.getEndPosition(unit, modifiers));
            if (leaf instanceof MethodTree && ((MethodTree) leaf).getReturnType() != null)
                from = Math.max(from, positions.getEndPosition(unit, ((MethodTree) leaf).getReturnType()));
            if (leaf instanceof VariableTree && ((VariableTree) leaf).getType() != null)
                from = Math.max(from, positions.getEndPosition(unit, ((VariableTree) leaf).getType()));
            java.util.regex.Matcher found = java.util.regex.Pattern.compile(
                "\\b" + java.util.regex.Pattern.quote(name) + "\\b").matcher(text);
            return found.find((int) from) ? found.start() : start;
        } catch (IOException error) {
            return start;
        }
    }

    static String pathOf(CompilationUnitTree unit) {
        return root.relativize(Paths.get(unit.getSourceFile().toUri())).toString().replace('\\', '/');
    }

    static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
