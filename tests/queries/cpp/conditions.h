// A header that only its functions show to be of C++, and macros in the place of results and before them.
struct Stream {
    int peek() const { return at; }
    int at;
};

DIAG_OFF(old-style-cast)
DIAG_OFF(padded)
#endif

struct Value {
    static FORCE_INLINE void clear(Value* value) { value->kind = 0; }
    static FORCE_INLINE Value* &first(Value* value) { return value->next; }
    template <typename T>
    ENABLE_IF((Same<T, int>), (Value&)) set(T value) {
        kind = value;
        return *this;
    }
    template <typename T> friend ENABLE_IF((Same<T, int>), (bool)) operator==(const Value& one, const T& other) { return one.kind == other; }
    explicit Value(bool given, ENABLE_IF((Same<T, bool>))) NOEXCEPT : kind(given) {}
    STRING(Null, 'n', 'u')
    STRING(True, 't', 'r')
#undef STRING
#ifdef OLD
    explicit Value(long given) // of old
#else
    explicit Value(int given)
#endif
        : kind(given) {
        kind = 1;
    }
    int kind;
    Value* next;
};
