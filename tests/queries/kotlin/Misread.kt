package misread

import other.*

class View
@JvmOverloads constructor(
    context: Context,
    style: Int = 0,
) : Base(context, style) {
    private val size = 1

    fun draw() {}
}

class Link
@Inject
constructor(uri: String) {
    val target = uri

    fun open() {}
}

@Composable
@Preview(name = "x")
private fun Preview() {
    Body()
}

class Plain
constructor() {
    val one = 1
}
