class Before
  def fine; end
end

def broken(a, b
  x = [1, 2
end

class After
  def still_here; end
end
