package misread

import other.*

/** Keeps users. */
@Component
@Transactional
class UserService {
    // Finds one.
    fun find(id: Int) = 1

    private val size = 1
}

class After
