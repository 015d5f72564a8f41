package members

const val LIMIT = 100
private val pattern: Regex = Regex("a|b")
val (first, second) = 1 to 2
var counter = 0
    private set

val handler: (Int) -> Int = { value ->
    value + 1
}

val lazily by lazy {
    compute()
}

val computed: Int get() = counter + 1

val multiLine: Int
    get() {
        val local = 1
        return local
    }

lateinit var late: String

val count: Int
    /** Of all. */
    @JvmName("all")
    get() = 1

/** Does nothing. */
fun nothing() {}

/** Is not exported. */
@Suppress("unused", "max")
internal inline fun <reified T : Any> generic(noinline make: suspend () -> T, vararg all: Int): T? where T : Base {
    val local = 1

    fun nested(x: Int): Int {
        fun deeper() = x
        return deeper()
    }

    class Local {
        fun method() {}
    }
    return null
}

@Deprecated("Use generic.") public suspend fun waits(
    block: suspend () -> kotlin.Unit, // what to wait for
    /* milliseconds */ time: Long = 10,
) = block()

tailrec fun `name with spaces`(n: Int): Int = `name with spaces`(n - 1)

expect fun platform(): String

external fun native()

context(Logger)
fun logs() {}

class Tests {
    @Test fun adds() {}

    @Test
    fun `subtracts two numbers`() = runTest {
    }

    fun overloaded(a: Int) {}

    fun overloaded(a: String) {}

    operator fun plus(other: Tests): Tests = this

    infix fun with(other: Tests) = this

    var name: String = ""
        get() = field.trim()
        private set(value) {
            field = value
        }

    private fun
    // A comment.
    odd() {}
}
