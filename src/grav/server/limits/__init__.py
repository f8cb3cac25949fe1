"""Rate limits, and the limit of open connections.

`rates` is the table of rates, `gcra` the algorithm, `redis_gcra` the same for several processes,
and `rate_limits` refuses what exceeds a rate. `request_limits`, `command_limits` and
`open_connections` apply them.
"""
