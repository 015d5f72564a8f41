#!/usr/bin/env dotnet
#:package Some.Package@1.0.0

namespace Gaps
{
    public class Reader
#if NEW
        : IAsyncReader
#else
        : IReader
#endif
    {
#if NEW
        internal
#else
        public
#endif
        static int count = 0;

        public int Next() =>
#if NEW
            Enum.GetValues<T>();
#else
            (T[])Enum.GetValues(typeof(T));
#endif

        public async Task Read(bool async, Node node)
        {
            if (async)
            {
                await Read(async, node);
            }

            node?.Next = async ? node : null;
            nodes[1]?.Next = node;
            Add([node], [property, type]);
            text = $@"""{text}"", and so on";
        }

#if NEW
        public void Twin() { }
#else
        public void Twin(int n) { }
#endif
    }

    internal ref partial struct Builder
    {
        private Span<char> held;

        public Builder(Span<char> first)
        {
            held = first;
        }

        public int Position(Reader reader)
        {
            if (reader != null)
            {
#if NEW
                foreach (ref var item in reader.Fast())
                {
                    int at = item.Start;
#else
                for (int at = 0; at < reader.Count; at++)
                {
#endif
                    Types = new Map(held) { [type] = at };
                }
            }
            return 0;
        }

        public int Length() => held.Length;
    }

    enum Codes
    {
        First,
#if NEW
        Second,
#endif
        Third,
    }

    static class Extensions
    {
        extension<T>(IEnumerable<T> items)
        {
            public bool None() => !items.Any();
        }
    }
}
