/// Holds.
@immutable
abstract class Box<T> extends Base<T> with Mixed implements Comparable<T> {
  /** In the old style. */
  static const first = 1, second = 2;
  static const int only = 1;
  static final String text = 'x';
  late final int lazy;
  final int x, y;
  int n = 0, m;
  covariant late Foo foo;
  var untyped;
  external int outside;
  external final int outsideFinal;
  abstract final int abstractField;

  Box(this.x, this.y) : n = 1, super(1) {
    int helper() => 1;
  }
  const Box.named({required this.x}) : y = 1;
  Box._();
  Box.redirect() : this._();
  Box.withBody() : n = 0 {}
  Box.new();
  external Box.external();
  external factory Box.externalFactory();
  factory Box.of(int x) {
    return Box._();
  }
  const factory Box.redirected(int x) = Other<int>.named;

  /// Runs.
  @override
  @mustCallSuper
  Future<void> run(int a) async {}
  build(context) {
    return 1;
  }
  load() async => 1;
  void notYet(int a);
  noType();
  static int make() => 1;
  external static int outsideMethod();
  external int get outsideGetter;
  T call<S>() => throw 1;
  @override
  (int, {String b}) pair() => (1, b: '');

  int get value => 1;
  set value(int v) {}
  int get later;
  set later(int v);
  static int get shared {
    return 1;
  }

  @override
  bool operator ==(Object other) => true;
  int operator [](int i);
  void operator []=(int i, int v) {}
  Box operator ~() => this;
  Box operator -() => this;
  Box operator ~/(Box other) => this;
}

class Mixture = Base with Mixed;
sealed class Shape {}

final class Circle extends Shape {}

abstract interface class Api {}

mixin class Both {}

base mixin Mixed on Base implements Comparable {
  int field = 1;
  void mix() {}
}

enum Plain { one, two }

enum Rich<T> with Mixed implements Api {
  /// The first.
  one(1),
  @deprecated
  two.named(2),
  three<int>(3);

  const Rich(this.value);
  const Rich.named(this.value);
  final int value;
  static Rich parse(String s) => one;
  int get half => value ~/ 2;
}
