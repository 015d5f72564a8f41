package store

// #include <stdio.h>
import "C"

// Limit of a pool.
const Limit int = 3

const width, Height = 1, 2

// Colours.
const (
	// Red is first.
	Red = iota
	Green
	_
	blue, violet = iota, iota // trailing

	// Last of them.
	last
)

const (
	// Lonely is in a group by itself.
	Lonely = "x"
)

// ErrGone is returned where nothing is left.
var ErrGone = errors.New("gone")

var a, b = 1, 2

var (
	_ Reader = (*Item)(nil)

	// now is replaced in tests.
	now = func() time.Time {
		type stamp struct{ at int }
		local := 1
		return time.Now()
	}
	table = []string{
		"one of the long lines of a table that goes on and on",
		"two of the long lines of a table that goes on and on",
	}
	Flags struct {
		Verbose bool
	}
)

var single = struct{ n int }{1}

var hook = func(x int) bool { return x > 0 }

func init() {}

func init() {
	const inner = 1
	var hidden, other int
	type Row struct {
		cells []int
	}
	type (
		pair [2]int
		asker interface{ ask() }
	)
	for _, tt := range []struct{ in, out string }{} {
		f := func() {}
		if c, ok := tt.(interface{ Close() }); ok {
			c.Close()
		}
	}
}

func Map[T, U any](xs []T, f func(T) U) (out []U) { return }

// assembled elsewhere
func fast(x int) int

func longOne(
	ctx context.Context, // why
	opts ...Option,
) (
	err error,
) {
	return nil
}

func takes(x interface{}, y interface{ Close() }) {}

//export goCallback
func goCallback(n C.int) {}
