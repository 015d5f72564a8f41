"""`python -m codeintel.cli`."""

from .main import run

run()
