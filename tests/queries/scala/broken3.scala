object Before:
  def before(x: Int): Int = x + 1

def broken(x: Int): Int =
  val y = (x +
  match case

/** Still here. */
def after: Int = 2

enum Kept:
  case One, Two
