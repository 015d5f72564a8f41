#ifndef CONDITIONAL_H
#define CONDITIONAL_H

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

struct in_guard;
static const int levels[] = { 1, 2 };
void outside(void);

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
