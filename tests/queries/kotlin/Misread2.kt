package misread

import other.*

@Target(CLASS)
@Retention(BINARY)
public open class Body {
    fun inBody() {}
}
