package misread

import other.*

@MustBeDocumented
@Retention(value = AnnotationRetention.BINARY)
public annotation class Marker

/** After it. */
public interface Body {
    fun inBody() {}
}
