/* Conditionals around halves of statements. */
#ifndef HALVES
#define HALVES

#ifdef __cplusplus
extern "C" {
#endif

int declared(int x);
extern int variable;

static int first(int x)
{
    if (x) {
        x = 1;
#ifdef MORE
    } else if (x > 2) {
        x = 2;
#endif
    }
#ifdef LOOP
    for (;;) {
#else
    while (x) {
#endif
        x--;
    }
    if (x
#ifdef EXTRA
        || x > 3
#endif
    ) {
        x = 3;
    }
    return x;
}

static int
#ifdef WIDE
second(long x)
#else
second(int x)
#endif
{
    return x;
}

int third(void) { return 3; }

#ifdef __cplusplus
}
#endif

#if defined(ONE)
static int twin(void) { return 1; }
#else
static int twin(void) { return 2; }
#endif

#endif
