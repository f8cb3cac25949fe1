"""What is fast, and how we know: never part of the tests. `make bench`, or `python -m bench`."""
