package unclosed

fun Element.signature(): String {
    var all = when (this) {
        is Named -> $$"$name
