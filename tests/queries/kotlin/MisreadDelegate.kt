package misread

class Delegating(
    private val inner: Inner
) : Other(), Inner by inner {
    private val size = 1

    actual constructor() : this(inner = Other())

    override fun print(message: Any?) {
        println(message)
    }
}
