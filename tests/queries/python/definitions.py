"""Module doc."""
from __future__ import annotations

import os.path, sys
import numpy as np
from . import models
from .kit import a as b, c
from star import *

LIMIT = 3
# about name
name: str = "x"


class A(Base):
    """Keeps things.

    More.
    """

    field = 1
    # first method
    def __init__(self, x: int = 3) -> None:
        self.x = x
        local = 3

        def inner():
            pass

    @property
    def goal(self): return 1

    @goal.setter
    def goal(self, v): ...

    @staticmethod
    async def s(
        a,
        b,
    ) -> list[int]:
        """Does."""


if True:
    def twin(): pass
else:
    def twin(): pass


@decorate(1)
# between
@abc.abstractmethod
async def decorated[T: int](a, /, *b: T, **c) -> T:
    r'''Raw doc: "quoted".'''
    class Local:
        def method(self): return lambda: 1
    def test_nested(): ...
    return Local


class Empty(Generic[T], metaclass=Meta): ...
class OneLine: x = 1; y = 2


@deprecated("use other")
@functools.cached_property
def cached(self): return 1
