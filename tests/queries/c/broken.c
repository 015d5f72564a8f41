int before(void) { return 1; }

API_CALL void (odd) (int x, @ y);

static int broken(int x)
{
    if (x) {
        return (1;

#ifdef LATER
    } else if (x > 2) {
        x = 3;
#endif
    }
}

int prototype_in_between(int x);

static struct thing { int field; } kept;

int after(int x)
{
    return x;
}
