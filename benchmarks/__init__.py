"""Measures codeintel against a bare parse and its targets: `python -m benchmarks`, from the repository."""
