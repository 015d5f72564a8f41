namespace Directives
{
    public class Reader
#if NEW
        : IAsyncReader
#else
        : IReader
#endif
    {
        public int Next() => 1;
    }

    enum Codes
    {
        First,
#if NEW
        Second,
#endif
        Third,
    }

    class After { }
}
