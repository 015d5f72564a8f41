/* Licence of the file. */

#include <stdio.h>
#include "api.h"
#include CONFIG_HEADER

#define LIMIT 10
#define EMPTY
#define SQUARE(x) ((x) * (x))
#define SWAP(a, b)      \
    do {                \
        int t = (a);    \
        (a) = (b);      \
        (b) = t;        \
    } while (0)

static int forward(int x, const char *name);
extern void visible(void);
char *text(void), **lists(int n);
int (parenthesized)(int x);
int (*chosen(int which))(int);

/* Adds one.
 * More of it. */
static inline int
add_one(int x)
{
#define INNER 1
    static int calls;
    int local = 1, *pointer = &local;
    int nested(int y);
    extern int elsewhere;
    calls++;
    return x + local + INNER;
}

const char *name_of(int x) { return "x"; }
char **names(void) { return 0; }
char ***deeper(void) { return 0; }
int (*handler(int which))(int) { return 0; }
char *(*builder(void))(int) { return 0; }
int (quoted)(int x) { return x; }
unsigned long long int sum(unsigned n, ...) { return n; }
struct pair *make_pair(int a, int b) { return 0; }

/* Parameters in the old style. */
static int
tally(row, width)
    const int *row;
    size_t width;
{
    return 0;
}

__attribute__((noreturn)) void stop(int code) __attribute__((cold));
static __attribute__((always_inline)) inline void fast(void) {}
void deprecated_one(void) __attribute__((deprecated("use fast")));
EXPORT_API int (also_exported)(int x) { return x; }
EXPORT_API int (exported_prototype)(int x);
EXPORT_API int exported(void) { return 0; }
_Noreturn void leave(void);

#define LIST_OF(type) struct type##_list

LIST_OF(name) { const char *first; };

LIST_OF(name) *names_open(int capacity)
{
    static LIST_OF(name) only;
    return capacity > 0 ? &only : 0;
}

DEFINE_TEST(reads_empty_file) {
    int local;
}

EXPECT_EQUAL(one, two) {
    int local;
}

static void test_reading(void)
{
    struct row { int cell; } table[] = { { 1 } };
    static const struct { const char *in; int out; } cases[] = { { "a", 1 } };
    goto done;
done:
    FOREACH (table) { int q; }
}
