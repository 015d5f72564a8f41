package gaps

import other.*

class View
@JvmOverloads constructor(
    context: Context,
    style: Int = 0,
) : Base(context, style) {
    private val size = 1

    fun draw() {}

    companion object {
        const val NAME = "view"
    }
}

class Link
@Inject
internal constructor(private val uri: String) {
    val target = uri

    fun open() {}
}

actual class Bytes internal constructor(
    internal actual val data: ByteArray,
    @all:Json actual val size: Int
) {
    context(raise: Raise<Error>, logger: Logger)
    fun inContext() {}
}

class Delegating(private val inner: Inner) : Other(), Inner by inner {
    constructor() : this(inner = Other())

    override fun print(message: Any?) {}

    companion object {
        fun make() = Delegating()
    }
}

fun read(n: Int, block: context(Logger) () -> Unit): String {
    val source = object : Source by Buffer() {
        override fun read() = 1
    }
    return when (n) {
        in 0..<9 -> $$"receive $n"
        is Named if n > 9 -> $$"""name "$n""""
        else -> run(suspend { n }, List<*>::size, String?::plus)
    }
}

fun last() {}
