package shapes

import cats.syntax.all.*
import cats.{Functor as F, Monad, Eval as _}
import cats.data.given
import java.util as ju
import scala as s
import x

/** A colour. */
enum Color(val rgb: Int) extends Ordered[Color] derives CanEqual, Show:
  /** The first. */
  case Red extends Color(0xff0000)
  case Green, Blue
  @unused private case Mix(left: Color, right: Color) extends Color(left.rgb | right.rgb)
  // said of the next
  case Named[A](name: A)(using val show: Show[A])

  def hex: String = f"$rgb%06x"

  val brightness = rgb / 3
  type Self = Color
  // still inside
end Color

object Color:
  def parse(text: String): Color =
    val upper = text.toUpperCase
    def fail(): Nothing =
      throw Exception(upper)
      // after the last statement

    valueOf(upper)

  /** How to compare. */
  given Ordering[Color] with
    def compare(a: Color, b: Color): Int = a.rgb - b.rgb
    val reverse = false

  // An alias.
  given byName: Ordering[Color] = Ordering.by(_.toString)
  given named: Show[Color] with { extension (c: Color) def show = c.hex }
  given Conversion[Int, Color] = parse(_)
  given [A: Show] => Show[List[A]]:
    def show(as: List[A]) = as.mkString
  given listOrd[A](using Ordering[A]): Ordering[List[A]] = ???

/** Members of other types. */
extension (c: Color)
  /** Inverts. */
  def inverse: Color = Color.parse(c.hex)

  infix def mix(other: Color): Color =
    Color.Red

  private def *(n: Int): Color = c
end extension

extension [A](xs: List[A]) def second: A = xs.tail.head
extension (using ctx: Context)(t: ctx.quotes.Term) { def show: String = "" }
extension (pair: (Int, Int))
  def sum: Int
  def swap = pair.swap

opaque type Id = Long
type Grid = Vector[Vector[Color]]
infix type or[A, B] = Either[A, B]
type Elem[X] = X match
  case String => Char
  case Array[t] => t

transparent inline trait Marker
open class Base(using Context):
  inline def debug(inline x: Int): Unit = ${ debugImpl('x) }
  protected def hook: Int
  export impl.{run as start, stop}, other.Thing
  export Color.*
  val task = new Task:
    def run() = 1
    val priority = 2

@main def draw(args: String*): Unit = println(args)

def later(using ec: ExecutionContext): Future[Int] =
  given Short = Short(1)
  given Show[Int] with
    def show(i: Int) = i.toString
  type Local = Int
  Future(1)

val top = 1
lazy val (first, _) = (1, 2)
val Some(it) = Option(1): @unchecked
var a, b = 3
given ExecutionContext = global
given fallback: Context = Context()
