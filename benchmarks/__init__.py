"""Measures codeintel against a bare parse and against itself: `python -m benchmarks`, from the root of the repository."""
