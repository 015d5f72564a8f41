int plain;
int first = 1, second, *third = &first, fourth[3];
static const char *const names[] = {
    "a",
    "b",
};
extern int elsewhere;
extern char *text, **texts, matrix[2][2], *table[];
char (*row)[4];
int (*action)(int);
void *(*maker)(void);
int (*const actions[])(int) = { 0 };
int (*started)(int) = 0;
void *(*prepared)(int) = 0;
static const struct option { int key; } options[] = { { 1 } }, *current;
struct { int x; } anonymous, *other;
static struct { int y; } filled[] = { { 1 } };
struct point origin = { 0, 0 };
enum mode { READ, WRITE } mode = READ;
double MAXIMUM = 1e9;
int f(void), g;

/* However deep the name lies in what it gives. */
static const char *pairs[][2] = { { "a", "b" } };
static char **lists[4];
int cube[2][3][4];
struct depths {
    void (**handlers)(void *);
    char *cache[2][3];
};
