#ifndef CONDITIONAL_H
#define CONDITIONAL_H

#ifdef __cplusplus
extern "C" {
#endif

struct announced;
extern int limit;
int run(struct announced *what);

#ifdef __cplusplus
}
#endif

#if defined(FAST)
struct in_if;
int speed = 2;
int go(void);
static int twin(void) { return 1; }
#elif defined(SLOW)
int speed = 1;
int crawl(void);
static int twin(void) { return 2; }
#else
struct in_else;
int speed = 0;
int stay(void);
static int twin(void) { return 3; }
#endif

DEFINE_HOOK(on_start) { return; }

struct kept {
    int always;
#ifdef FAST
    int sometimes;
#endif
};

enum choice {
    ONE,
#ifdef FAST
    TWO,
#endif
    THREE
};

#endif
