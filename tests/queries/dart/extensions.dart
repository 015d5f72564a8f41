class Point {}

/// More for points.
extension PointMath on Point {
  double get length => 1;
  static int created = 0;
  Point operator +(Point other) => this;
  void move() {}
}

extension on List<int> {
  int sum() => 1;
}

extension Maybe<T> on p.Option<T>? {
  T or(T other) => other;
}

extension Run on void Function(int) {
  void runIt() {}
}

extension type Id._(int id) implements int {
  Id(this.id);
  Id.zero() : id = 0;
  bool get valid => true;
  static const none = 0;
}

extension type const Items<T>(List<T> items) {}
