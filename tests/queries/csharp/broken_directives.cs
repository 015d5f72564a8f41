namespace Broken
{
    public class Reader
#if NEW
        : IAsyncReader
#else
        : IReader
#endif
    {
        public int Read()
        {
#if NEW
            if (a) {
#else
            if (b) {
#endif
                return 1;
            }
            return 2;
        }

        public int Next() => 1;
    }
}
