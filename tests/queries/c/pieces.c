const char *first
#ifndef _WIN32
    ATTR(weak)
#endif
    ;

bool aborts =
#ifdef DEBUG
    true
#else
    false
#endif
    ;
bool plain = false;
const char *junk =
#if (defined(A) && defined(B))
    "true"
#elif X
    "other"
#else
    "false"
#endif
    ;
int sum = 1 +
#ifdef MORE
    2 +
#endif
    3;
extern watch_t *MUTABLE watch_update;
int last;
EXPORT ALLOCATOR RETURN
void NOTHROW *
ATTR(malloc) ALLOC_SIZE(2)
reallocate(void *ptr, size_t size, int flags) {
	return ptr;
}

EXPORT int NOTHROW
ATTR(nonnull(1))
allocate_aligned(void **memptr, size_t alignment, size_t size) {
	return 0;
}
struct PACKED header { int size; };
