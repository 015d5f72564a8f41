package com.example
package json

import java.util.{List => JList, Map => JMap, Set, _}
import scala.collection.mutable
import scala.language.experimental.macros, scala.util.control._
import Codecs.{Priority => _, given Low, given Ordering[Int], :+:}
import scala.concurrent.ExecutionContext.Implicits.global

package inner.deep {
  class Hidden
}

/** What goes wrong.
  *
  * @since 1.0
  */
sealed abstract class Failure(val message: String, private var seen: Int, code: Int) extends Exception(message) {
  self: Serializable =>

  /** Without a code. */
  def this(message: String) = this(message, 0, 0)

  private[json] def this(code: Int) { this("", 0, code) }

  @deprecated("use toString", "1.1") override protected[this] lazy val text = s"$code: ${message.trim}"
  var count: Int = _ ; val after = 1
  val `type` = "failure"
  val MaxDepth, MinDepth = 64
  val (left, (right, up)) = (1, (2, 3))
  val Point(x, y: Int, z @ Zero(_)) = origin
  val head :: second :: Nil = parts
  val all @ List(_*) = parts
  val (only: Int) = 1
  var (from, to) = range

  type Elem
  protected type Repr <: AnyRef
  type Aux[A] = Failure { type Elem = A; def never: A }
  type Closing = { def close(): Unit; val isOpen: Boolean }

  def +(other: Failure): Failure = ???
  def ::[A >: Elem](a: A): List[A] = a :: Nil
  def unary_! : Boolean = false
  def `a name`: Int = 1
  def name_=(name: String): Unit = ()
  def abstractOne(x: { def close(): Unit }): Int
  def apply(x: Int): Int = x
  def apply(x: String): Int = x.length
  def procedure() { println("done") }

  @inline
  final def nested(n: Int)(implicit ec: ExecutionContext): Int = {
    val local = 1
    lazy val (a, b) = (1, 2)
    @tailrec def go(n: Int): Int = if (n == 0) local else go(n - 1)
    class Local(val field: Int) { val own = field }
    object Once { type T = Int }
    type Short = Int
    implicit val ordering: Ordering[Int] = new Ordering[Int] {
      val reversed = true
      def compare(a: Int, b: Int): Int = { def diff = a - b; diff }
    }
    go(n)
  }

  def impl[A]: Decoder[A] = macro Macros.derive[A]

  val listener = new Listener with Closeable {
    private val queue = mutable.Queue.empty[Event]
    override def onEvent(e: Event): Unit = queue += e
    class Entry
  }
  val increment = (x: Int) => x + 1

  locally { val notListed = 1; println(notListed) }
}

// The companion.
object Failure extends App with Defaults {
  case object Unknown extends Failure("unknown", 0, 0)
  private case class Wrapped[A] private[json] (cause: A, var depth: Int = 0)(implicit ec: Ctx) extends Failure("")
  final case class ::[A](head: A, next: List[A])
  case class Box @Inject() (value: Int)

  def unapply(f: Failure): Option[String] = Some(f.message)
  implicit class Ops(private val self: String) extends AnyVal { def fail: Nothing = throw Failure(self) }
  implicit def toOps(x: Int): Ops = new Ops(x.toString)
  object Level extends Enumeration { val Low, High = Value }
}

trait Defaults extends { val early = 1 } with Base {
  val a, b: Int
  var state: String
  def <+>(x: Int): Int
}

class FailureSpec extends AnyFlatSpec {
  "a failure" should "be caught" in { val x = 1; assert(x == 1) }
  test("twice") { def helper = 2; helper }
  @Test def catches(): Unit = {}
}

package object syntax extends Syntax {
  type Id[A] = A
  val Id = 1
  def id[A](a: A): A = a
}
