package objects

val task = object : Runnable {
    private val runs = 0

    override fun run() {}
}

val chosen = if (a) object : Runnable {
    override fun run() {}
} else null

class Holder {
    private val listener = object : Listener() {
        override fun click() {}
    }

    val made: Runnable
        get() = object : Runnable {
            override fun run() {}
        }

    fun start() {
        val local = object : Runnable {
            override fun run() {}
        }
        submit(object : Runnable {
            override fun run() {}
        })
        submit(task = object : Runnable {
            override fun run() {}
        })
        handler = object : Handler {
            fun handle() {}
        }
        object : Window() {
            fun draw() {}
        }.show()
        val other = given ?: object : Window() {
            fun fallback() {}
        }
        val pair = "a" to object : Window() {
            fun paired() {}
        }
        (object : Window() {
            fun inParentheses() {}
        })
        run {
            object : Window() {
                fun inLambda() {}
            }
        }
        return object : Window() {
            fun returned() {
                fun nested() {}
            }
        }
    }

    fun make() = object : Runnable {
        override fun run() {}
    }

    fun cast() = object : Runnable {
        fun casted() {}
    } as Any
}

class Delegating : Listener by object : Listener {
    override fun click() {}
}
