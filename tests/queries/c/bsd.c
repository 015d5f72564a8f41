/* Macros in places of their own: attributes before names, fields, lists. */
#define LIMIT (7 /* at most */ + 1)
#define LIST_HEAD(name, type) \
struct name { \
	struct type *first;	/* the first one */ \
}
#define FIELDS int kind; \
	struct queue *queue

typedef void (*free_cb)(void *);
typedef int (CALLBACK *open_func)(const char *path, int mode);

void printflike(1, 2) add_cause(const char *, ...);
static void printflike(1, 0)
vlog(const char *text, __unused int level)
{
	return;
}

struct handle {
	FIELDS
	int own; /* own */
	PRIVATE_FIELDS
};

enum code {
#define X(name) CODE_##name,
	ALL_CODES(X)
#undef X
	PRIVATE_CODES
	CODE_LAST
};

enum documented {
	/* the first */
	FIRST_ONE,
	/* the last */
	LAST_ONE
};

static const int limits[] = {
	1,
#ifdef MORE
	2,
#endif
	3,
};
extern const char READ_ONLY lengths[];
static const char *names[2][3] = { { "a" } };
const char *others[2][3];

#ifdef AT_EXIT
__attribute__((destructor))
#endif
void clean_up(void)
{
#if FAST
again:
#endif
	limits[0];
}

int last(void) { return 0; }

FORCE_INLINE U32 hash_of(U32 sequence, const_type t)
{
	return sequence;
}

int after(void) @ { return 0; }
