/*
 * A licence, which belongs to no definition.
 */

package shapes;

import java.util.*;
import java.util.function.Function;
import static java.lang.Math.PI;
import static java.util.stream.Collectors.*;
import Unpackaged;

/**
 * Something with an area.
 *
 * @since 1
 */
@FunctionalInterface
public sealed interface Shape<T extends Comparable<T>> permits Circle, Shape.Square {
    int SIDES = 4, CORNERS = 4;

    /** The area, in square units. */
    double area();

    default String label() {
        return describe(this);
    }

    static String describe(Shape<?> shape) {
        return shape + "";
    }

    private void check() {}

    /** A square. */
    record Square(double side) implements Shape<Integer> {
        public double area() {
            return side * side;
        }
    }
}

@Documented
@Retention(RetentionPolicy.RUNTIME)
@interface Unit {
    String symbol();

    int digits() default 2;

    String[] KNOWN = {"m", "ft"};

    @interface List {
        Unit[] value();
    }
}

/** A point of a grid. */
public record Point<T>(@NotNull String row, int level, int... rest) implements Comparable<Point<T>> {
    public static final Point<?> ORIGIN = new Point<>("a", 0);

    /** Checks the row. */
    public Point {
        Objects.requireNonNull(row);
    }

    Point(String row) {
        this(row, 1);
    }

    @Override
    public int compareTo(Point<T> other) {
        return Integer.compare(level, other.level);
    }
}

enum Step implements Runnable {
    /** Adds. */
    ADD("+") {
        @Override
        int apply(int a, int b) {
            return a + b;
        }
    },
    @Deprecated
    NEGATE("-") {
        private int calls;

        @Override
        int apply(int a, int b) {
            return -a;
        }
    },
    NOTHING;

    final String sign;

    Step() {
        this("");
    }

    Step(String sign) {
        this.sign = sign;
    }

    abstract int apply(int a, int b);

    public void run() {}
}

enum Empty {}

non-sealed class Circle implements Shape<Double> {
    public double area() {
        return PI;
    }
}

abstract class Outer {
    static class Nested {
        class Inner {
            void deep() {}
        }
    }

    interface Callback {
        void call();
    }

    void locals() {
        int count = 0;
        class Counter {
            int next() {
                return 1;
            }
        }
        enum Side { LEFT, RIGHT }
        record Pair(int left, int right) {}
    }
}
