"""The version of the rules by which games are played."""

RULES_VERSION = 1
"""Any change after which the same seed gives another game must raise it: results of games state
it, so that nobody compares games of different rules. Games on a server are stored with it, and
`server/table/referee.py` needs a referee for each version."""
