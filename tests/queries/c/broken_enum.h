/* Values that a macro declares have its arguments for names. */
enum option {
    ENTRY(FIRST, 1),
    SECOND,
};

int after(int x);
