"""Benchmarks: `make bench`, or `python -m bench`. They are never part of the tests."""
