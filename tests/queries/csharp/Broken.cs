namespace Broken
{
    public class First
    {
        private int before;

        public int Fine() { return 1; }

        public int Bad( {
            if (before > ) {
                return;
            }
        }

        /// <summary>Is still there.</summary>
        public int After(int a) => a;

        public string Text { get; set; }
    }

    public class Second
    {
        public void Last() { }
    }
}
