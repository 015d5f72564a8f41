package unclosed

class Reader {
    fun read(n: Int): String {
        return when (n) {
            in s..<r -> "receive $n"
            else -> "$x"

    fun String.next() {
        when (this) {
            in r..<s -> 1

    override fun toString() = when (n) {
