"""A soak test: a long run at half of the servers' saturation, while processes, database and Redis
are stopped and restarted. `make soak`, or `python -m bench.soak`; it connects to this machine
alone."""
