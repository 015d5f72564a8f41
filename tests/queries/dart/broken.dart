class Broken {
  int before(int x) => x + 1;

  int broken(int x) {
    var y = ;
    if (x
  }

  /// Still here.
  int get after => 2;
  final int kept = 1;
}

class Next {
  int field = 1;
}

int top() => 1;
