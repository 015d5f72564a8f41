#define API

API int exported(int x);
API const char *exported_text(void);
API void (in_parentheses)(int x);
API int (*hook)(int x) ATTRIBUTE_UNUSED;
static INLINE int *inlined(void) { return 0; }
int CALL called(int x) { return x; }
static unsigned long STDCALL also_called(void) { return 1; }
DEPRECATED("use other") int old(int x);
void format(const char *text, ...) PRINTF_FORMAT(1, 2);
int odd(int x) @ { return x; }
void guarded(int x) NO_SANITIZE {
    x++;
}
BEGIN_DECLS

struct PACKED header {
    int length;
    char *restricted NONNULL_FIELD;
};
int main(int argc, char **argv MAYBE_UNUSED)
{
    return 0;
}
END_DECLS
