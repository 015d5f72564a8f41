#ifndef BROKEN_GUARD_H
#define BROKEN_GUARD_H

int early(void);

never closed {

int late(int x);
char *name(void);
struct kept { int field; };

#endif
