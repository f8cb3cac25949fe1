"""A long evening at half of what the servers can take, while processes, database and Redis are
ended and begun anew. `make soak`, or `python -m bench.soak`; it speaks to this machine alone."""
