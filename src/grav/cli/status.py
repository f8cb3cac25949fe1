"""What the exit statuses mean."""

HAS_REFUSED_ACTIONS = 1
BAD_INPUT = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
