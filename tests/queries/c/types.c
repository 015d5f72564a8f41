#define PACKED

struct point { int x, y; };

/* A node of the tree. */
struct node {
    struct node *left, *right; /* children */
    unsigned flags : 3;
    unsigned : 5;
    /* What it holds. */
    union {
        int number;
        char *string;
    };
    struct { int line, column; } from, *to;
    struct span { int start; } whole, rest[2];
    enum { RED, BLACK } color;
    int (*compare)(const void *, const void *);
    void *(*allocate)(size_t);
    int (*steps[4])(int);
    int (*rows)[4];
    char name[16], *alias[2], matrix[2][3], **lists, ***deep;
    BIT(visited);
};

typedef struct { int width; } size, *size_pointer;
typedef struct tree { struct node *root; } tree;
typedef struct list_s { int length; } list, *list_pointer;
typedef union { int i; float f; } number;
typedef enum { LOW, HIGH = 2 } level;
typedef enum state { IDLE } state_t;
typedef struct opaque opaque;
typedef unsigned char byte, *bytes;
typedef int (*callback)(int), (*other)(void);
typedef void (plain_callback)(int);
typedef void *(*maker)(void);
typedef void *(plain_maker)(void);
typedef int row[4], grid[4][4];
typedef unsigned long size_t;
typedef char ***deep;
typedef NTSTATUS (NTAPI *native_call)
    (unsigned long size);

union word { int i; char c[4]; };
enum color { GREEN, BLUE = 4, };
enum { ANONYMOUS_ONE = 1, ANONYMOUS_TWO };

struct PACKED header {
    int packed;
};

struct later;
union later_union;
struct later *use(struct later *);
