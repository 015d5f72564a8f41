namespace Extensions;

public static class TextExtensions
{
    /// <summary>Counts words.</summary>
    public static int CountWords(this string text) => text.Split(' ').Length;

    public static IEnumerable<T> Shuffle<T>(this IEnumerable<T> items, [NotNull] Random random)
        where T : notnull
    {
        yield break;
    }

    internal static void Move(this ref System.Drawing.Point point, in int by) { }

    public static T[] Twice<T>(this T[]? items) => items;

    public static int Plain(in string text) => 0;

    extension(Uri address)
    {
        public string Host() => address.Host;

        public bool IsLocal(int port)
        {
            return true;
        }
    }
}
