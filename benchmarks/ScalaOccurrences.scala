// What every name of a Scala project means to scalac: one line a place, as `python -m benchmarks.occurrences` reads it.
//
//     scala benchmarks/ScalaOccurrences.scala SOURCE_ROOT OUT.jsonl [FOLDER,FOLDER,… [CLASSPATH [OPTIONS]]]
//
// `[path, line, column, name, [[path, line], …], outside]`: line from 1, column in UTF-8 bytes from 0; the declarations
// in the project; whether the name means something outside of it. The folders below the root are compiled together
// (without any: all of it), up to and with the typer. Names that scalac cannot resolve (a library that is not on the
// class path, a macro of the project itself) are left out, so are names of packages, imports and what scalac has
// replaced by then: names of arguments, constants. A pattern and `Name(…)` are places of the companion.

import java.io._
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file._
import scala.collection.mutable
import scala.reflect.internal.util.{BatchSourceFile, Position}
import scala.reflect.io.AbstractFile
import scala.tools.nsc.{Global, Settings}
import scala.tools.nsc.reporters.StoreReporter

object ScalaOccurrences {
  def main(given: Array[String]): Unit = {
    val root = Paths.get(given(0)).toRealPath()
    val folders = if (given.length > 2) given(2).split(",").toList.map(each => root.resolve(each)) else List(root)
    val settings = new Settings(_ => ())
    settings.usejavacp.value = true
    settings.stopAfter.value = List("typer")
    settings.processArgumentString("-Yrangepos -nowarn -language:_ -deprecation:false")
    if (given.length > 3) settings.classpath.append(given(3))
    if (given.length > 4) settings.processArgumentString(given(4))
    val sources = folders.flatMap(folder => scalaFiles(folder)).distinct
    val global = new Global(settings, new StoreReporter)
    val run = new global.Run
    run.compileSources(sources.map(path => new BatchSourceFile(AbstractFile.getFile(path.toFile))))
    val out = new PrintWriter(Files.newBufferedWriter(Paths.get(given(1))))
    for (unit <- run.units) new Names[global.type](global, root, out).all(unit.asInstanceOf[global.CompilationUnit])
    out.close()
  }

  def scalaFiles(folder: Path): List[Path] = {
    val found = mutable.ListBuffer.empty[Path]
    Files.walk(folder).forEach(path => if (path.toString.endsWith(".scala")) found += path)
    found.toList.sorted
  }
}

class Names[G <: Global](val global: G, root: Path, out: PrintWriter) {
  import global._

  private val seen = mutable.Set.empty[(Int, String)]

  def all(unit: CompilationUnit): Unit = {
    val content = new String(unit.source.content)
    val path = pathOf(unit.source.file)

    object walk extends Traverser {
      override def traverse(tree: Tree): Unit = {
        tree match {
          case Import(_, _) | PackageDef(_, _) =>
          case each: RefTree if each.pos.isDefined => note(each.name, each.pos.point, each.symbol)
          case each: TypeTree if each.original != null => traverse(each.original)
          case _ =>
        }
        tree match {
          case Import(_, _) =>
          case each: PackageDef => each.stats.foreach(traverse)
          case each: MemberDef =>
            each.symbol.annotations.foreach(known => if (known.original.pos.isDefined) traverse(known.original))
            super.traverse(tree)
          case _ => super.traverse(tree)
        }
      }
    }

    def note(name: Name, at: Int, symbol: Symbol): Unit = {
      val word = name.decoded.trim
      val start = if (content.startsWith("`", at)) at + 1 else at
      val isPackage = symbol != null && (symbol.hasPackageFlag || symbol.isPackageObjectOrClass)
      if (symbol == null || symbol == NoSymbol || symbol.isError || isPackage || name.containsName("<")) return
      if (!content.startsWith(word, start) || seen((start, word))) return
      if (symbol.pos.isDefined && symbol.pos.source == unit.source && symbol.pos.point == at) return
      if (start + word.length < content.length && word.last.isLetterOrDigit
        && Character.isJavaIdentifierPart(content.charAt(start + word.length))) return
      seen += ((start, word))
      val meant = symbol.alternatives
      val declared = meant.flatMap(each => placeOf(each)).distinct
      val outside = meant.exists(each => placeOf(each).isEmpty)
      val before = content.substring(0, start)
      val column = before.substring(before.lastIndexOf('\n') + 1).getBytes(UTF_8).length
      val places = declared.map { case (file, line) => s"[${quoted(file)}, $line]" }.mkString("[", ", ", "]")
      out.println(s"[${quoted(path)}, ${before.count(_ == '\n') + 1}, $column, ${quoted(word)}, $places, $outside]")
    }

    walk.traverse(unit.body)
  }

  /** Where a symbol is declared in the project; what the compiler adds stands where its class does. */
  private def placeOf(symbol: Symbol): Option[(String, Int)] = {
    val pos: Position = symbol.pos
    if (!pos.isDefined || pos.source == null || pos.source.file == null || pos.source.file.file == null) None
    else Some((pathOf(pos.source.file), pos.source.offsetToLine(pos.point) + 1))
  }

  private def pathOf(file: AbstractFile): String = root.relativize(file.file.toPath.toRealPath()).toString

  private def quoted(text: String): String = "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\""
}
