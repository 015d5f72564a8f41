/*
 * A licence, which belongs to no definition.
 */
@file:JvmName("Shapes")

package shapes

import kotlin.math.PI
import kotlin.collections.*
import java.util.Date as JavaDate

/**
 * Something with an area.
 *
 * @param T the unit
 */
@Serializable
sealed interface Shape<T : Comparable<T>> {
    val area: Double

    fun label(): String = "shape"

    private fun check() {
    }
}

/** A point of a grid. */
@JvmInline
data class Point<T>(
    val x: Int,
    /** Downwards. */
    @get:JvmName("down") private var y: Int = zero,
    vararg val rest: Int,
    scale: Int = 1,
) : Base(scale), Comparable<T> by x.comparator(), Shape<T> where T : Any {
    constructor(x: Int) : this(x, 0) {
        check(x)
    }

    init {
        val local = 1
    }

    inner class Inner
    class Nested {
        fun deep() = 1
    }
}

internal abstract class Abstract @Inject protected constructor(private val name: String) {
    abstract val size: Int

    protected abstract fun measure(): Int
}

enum class Step(val sign: String) : Runnable {
    /** Adds. */
    ADD("+") {
        override fun apply(a: Int, b: Int) = a + b
    },

    @Deprecated("no")
    NEGATE("-") {
        private val calls = 0

        override fun apply(a: Int, b: Int): Int {
            return -a
        }
    },
    `NOT A NAME`("");

    val twice = sign + sign

    abstract fun apply(a: Int, b: Int): Int

    companion object {
        const val SIGNS = 3
    }
}

enum class Plain { LEFT, RIGHT }

annotation class Unit(val symbol: String, val digits: Int = 2)

@JvmInline
value class Name(val text: String)

fun interface Transform {
    operator fun invoke(text: String): String
}

typealias Handler<T> = suspend (T) -> kotlin.Unit

expect class Clock() {
    fun now(): Long
}

actual typealias Instant = JavaDate

object Registry : HashMap<String, Shape<*>>() {
    private const val LIMIT = 10
    val entries = mutableListOf<String>()
}

data object Empty

class Holder {
    companion object
}

class Named {
    companion object Factory : Maker<Named> {
        @JvmStatic
        fun make() = Named()
    }
}

class Inheriting {
    private companion object : Maker<Inheriting>, Other {
        fun make() = Inheriting()
    }
}

class Logged(private val inner: Logger) : Logger by inner {
    private val lines = 1

    fun flush() {}

    companion object {
        fun create() = 1
    }
}

class OneLine { val only = 1 }
