namespace Members;

public class Account : IAccount, IEnumerable<Entry>
{
    public const int Max = 100, Min = 1;
    private static readonly Regex Pattern = new("a|b");
    public readonly static string[] Words = { "public", "static" };
    protected internal int first, second = 2;
    private volatile string? _name;
    private readonly Func<int, int> twice = x =>
    {
        return 2 * x;
    };
    private int[] all = [1, 2, .. Rest];

    /// <summary>
    /// Opens an account, see <see cref="Close"/>.
    /// </summary>
    public Account() : this("") { }

    private Account(string name) => _name = name;

    static Account() { }

    ~Account()
    {
        Close();
    }

    [JsonProperty("name")]
    public string Name
    {
        get { return _name; }
        private set { _name = value; }
    }

    public required int Id { get; init; } = 1;

    public int Twice => Id * 2;

    public string Trimmed { get => field; set => field = value.Trim(); }

    public Entry this[int index] => entries[index];

    public Entry this[string key]
    {
        get { return null; }
        set { }
    }

    public event EventHandler? Opened, Closed;

    public event EventHandler Renamed
    {
        add { }
        remove { }
    }

    [Obsolete("Use Close.")]
    [return: NotNull]
    public static async Task<T> OpenAsync<T>([NotNull] string name, params int[] sizes)
        where T : class, new()
    {
        int Local(int x)
        {
            static void Deeper() { }
            return x;
        }

        Func<int> lambda = () => 1;
        return await Run(Local);
    }

    public void Add(int amount) { }

    public void Add(string text, int amount = 1) => Add(amount);

    void IAccount.Close() { }

    string IAccount.Owner { get; }

    IEnumerator IEnumerable.GetEnumerator() => null;

    public abstract void Abstract();

    protected virtual partial void OnRenamed();

    [DllImport("kernel32.dll")]
    private static extern bool Native(int handle);

#if DEBUG
    public void Twin() { }
#elif TRACE
    public void Twin(int level) { }
#else
    public void Twin(string text) { }
#endif

    #region Tests

    [Fact]
    public void Closes() { }

    [Theory, InlineData(1)]
    public void Counts(int n) { }

    #endregion

    private const string Raw = """
        { "class": "X" }
        """;
}
