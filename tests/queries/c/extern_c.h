/* What C and C++ read alike. */
#ifndef EXTERN_C_H
#define EXTERN_C_H

#ifdef __cplusplus
extern "C" {
#endif

struct announced;
extern int limit;
int run(struct announced *what);

#ifdef __cplusplus
}
#endif

int outside(void);

#endif
