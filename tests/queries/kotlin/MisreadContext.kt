package misread

context(Logger) fun one() {}

context(a: Logger, b: Other) fun two() = 1

fun three() {}
