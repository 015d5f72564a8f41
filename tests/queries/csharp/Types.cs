// A licence, which belongs to no definition.

using System;
using System.Collections.Generic;
using static System.Math;
using Names = System.Collections.Generic.List<string>;
using global::Vendor.Tools;
global using Everywhere;
extern alias Old;

[assembly: InternalsVisibleTo("Tests")]

namespace Shapes.Model
{
    /// <summary>
    /// Something with an area.
    /// </summary>
    /// <typeparam name="T">The unit.</typeparam>
    [Serializable, DebuggerDisplay("Shape")]
    public abstract partial class Shape<T> : IShape, IDisposable
        where T : struct
    {
        private class Nested
        {
            internal enum Deep : byte { None = 0, [Obsolete] Some, All }
        }

        public delegate void Changed<in TArgs>(object sender, TArgs args);
    }

    public interface IShape
    {
        double Area { get; }

        string this[int index] { get; set; }

        event EventHandler Moved;

        void Draw(Canvas canvas);

        string Label() => "shape";

        static abstract IShape Create();

        const int Limit = 10;
    }

    /// <summary>A point of a grid.</summary>
    public record Point(int X, [property: JsonIgnore] int Y = 0)
    {
        public int Sum => X + Y;
    }

    public readonly record struct Size(double Width, double Height);

    record Empty;

    [StructLayout(LayoutKind.Sequential)]
    public ref struct Span
    {
        public int start, length;
        public fixed byte buffer[16];
    }

    [Flags]
    public enum Sides
    {
        None,

        /// <summary>The left one.</summary>
        Left = 1,
        Right = 1 << 1,
#if WIDE
        Top = 1 << 2
#endif
    }

    // Parameters of a class belong to its constructor.
    public class Service(ILogger logger, int retries = 3) : Base(logger)
    {
        public void Run() => logger.Log(retries);
    }

    namespace Inner
    {
        file sealed class Hidden;
    }
}
