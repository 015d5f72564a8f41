package members;

public class Members<K, V> extends Base<K> {
    private static final long serialVersionUID = 1L;
    public final static String NAME = "members";
    protected int first = 1, second[], third;

    // The level of detail.
    @Nullable
    private volatile String level;
    private final Function<String, Integer> parse = text -> {
        int parsed = Integer.parseInt(text);
        return parsed;
    };
    static final String[] WORDS = {
        "public",
        "abstract",
    };
    static int count;

    static {
        int ignored = 1;
    }

    {
        first = 2;
    }

    public Members() {
        super();
    }

    Members(int... sizes) throws IOException {}

    /** Finds by name. */
    public Optional<V> by(String name) {
        return Optional.empty();
    }

    public Optional<V> by(int id) {
        return by("n" + id);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) @Deprecated(since = "1") public static synchronized <T extends Comparable<T>> T max(
            @Nonnull Collection<? extends T> all,
            Comparator<T> comparator)
            throws NoSuchElementException {
        return null;
    }

    protected abstract void hook();

    native int size(Members<K, V> this);

    int matrix()[] {
        return null;
    }

    @Test
    void adds() {}

    public void testAdds() {}

    @org.junit.jupiter.api.ParameterizedTest(name = "{0} (of {1})")
    @ValueSource(ints = {1, 2})
    void counts(int value) {}
}
