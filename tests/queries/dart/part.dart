part of 'imports.dart';

class InPart {}
