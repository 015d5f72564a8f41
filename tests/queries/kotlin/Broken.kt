package broken

class First {
    private val before = 1

    fun fine(): Int {
        return 1
    }

    fun bad(: {
        if (before > ) {
            return
        }
    }

    /** Is still there. */
    fun after(a: Int) = a

    val text = ""
}

class Second {
    fun last() {}
}
