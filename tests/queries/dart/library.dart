#!/usr/bin/env dart
// Licence.

/// What the library does.
@TestOn('vm')
library;

import 'dart:async';

part 'library.g.dart';

/// Adds.
///
/// Slowly.
@pragma('vm:prefer-inline')
external int add(int a, int b);
external int get counter;
external set counter(int value);
external _Window? window, document;

int get answer => 42;
set answer(int value) {
  print(value);
}

/// How often.
const retries = 3, waits = 4;
const List<int> delays = [1, 2];
const p.Level? level = null;
// The cache.
final Map<String, int> cache = {};
late final int computed = compute();
var name = 'x', other;
int? Function(int a)? callback;
(int, String) pair = (1, '');
final twice = (int x) {
  int helper() => x * 2;
  return helper();
};

main(List<String> arguments) async {
  final local = 1;
  var (a, b) = (1, 2);
  void inner() {
    deeper() {}
    @visibleForTesting
    int annotated() => 1;
  }

  switch (arguments) {
    case [var first, ...]:
      int inCase() => 1;
  }
  test('a test', () {
    void inTest() {}
  });
}

Stream<int> count() async* {
  yield 1;
}

Iterable<int> countUp() sync* {
  yield* [1];
}

T generic<T extends Object>(T a, {required int b, int c = 1, void Function()? then}) => a;
(int, {String b}) record() => (1, b: '');

String commented(String key)
// Why so.
=>
    key;

@Deprecated('use Callback')
typedef Compare<T> = int Function(T a, T b);
typedef Callback = void Function();
typedef int OldStyle(int a);
typedef List<T> OldGeneric<T>(T a);
typedef q.Level Prefixed();
