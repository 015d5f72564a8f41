module Outer
class Broken
  def fine; end

  def bad
    if x
      call(
  end

  def later
    1
  end
end

module After
  def still_here; end
end
