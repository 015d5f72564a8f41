package extensions

/** Louder. */
fun String.shout(): String = uppercase()

fun <T : Comparable<T>> Map<String, List<T>>?.best(): T? {
    return null
}

suspend infix fun com.example.Task<Int>.then(other: Int) = 1

fun (() -> Unit).call() = this()

fun String.Companion.random() = ""

val List<String>.second: String get() = this[1]

var Point?.width: Int
    get() = 1
    set(value) {}

val Point.Companion.origin get() = Point(0)

class Scope {
    fun String.inScope() {}

    val Int.doubled get() = this * 2
}
