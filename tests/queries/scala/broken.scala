object Broken {
  def before(x: Int): Int = x + 1

  def broken(x: Int): Int = {
    val y = if (x > ) 1
    foo(y
  }

  /** Still here. */
  def after: Int = 2

  case class Kept(a: Int)
}

class Next {
  val field = 1
}
