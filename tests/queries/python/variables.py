"""Variables of a module and of a class; locals are not listed."""
A, B = 1, 2
(C, D) = A, B
[E, F] = A, B
first = second = 3
typed: dict[str, int] = {}
declared: int
type Pair[T] = tuple[T, T]
type Plain = int

if A:
    conditional = 1
elif B:
    conditional = 2
else:
    conditional = 3

try:
    import json
    HAS_JSON = True
except ImportError:
    HAS_JSON = False
finally:
    done = True

with open("x") as file:
    text = file.read()


class Color(Enum):
    # warm
    RED = 1
    GREEN, BLUE = 2, 3
    note: str

    if A:
        extra = 1

    key = property(lambda self: self.RED)


def function():
    local = 1
    if local:
        also_local = 2
    try:
        third = 3
    except ValueError:
        fourth = 4


def broken(:
    pass


class After:
    def still_here(self): pass
