library my.imports;

import 'dart:io';
import 'a.dart' show A, B;
import 'b.dart' as b show C hide D;
import 'c.dart' hide X, Y;
import 'd.dart' deferred as d;
import 'stub.dart' if (dart.library.io) 'io.dart' if (dart.library.html == 'true') "web.dart" as impl;
@internal
import 'package:e/e.dart';
export 'f.dart';
export 'g.dart' show G1, G2;
export 'h.dart' hide H1;
export 'i.dart' if (dart.library.io) 'j.dart';

part 'k.dart';
