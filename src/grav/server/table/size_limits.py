"""Limits on the size of one table, so that none grows without bound whatever is sent to it.

Only new commands are refused; a stored table is read whatever its size. Events that are not public
(undecided shouts) do not count, since a refusal would reveal them; public events follow each one.
"""

MAX_EVENTS = 10_000
"""Public events. Beyond this limit only commands that end something are accepted (resign, claim a
seat, leave, free a seat, close the table); deadlines are still carried out."""
MAX_ACTIONS = 5_000
"""Actions of a game: as many as a review accepts."""
LAST_ACTIONS = 20
"""How many of these are reserved for ending a game: no new turn is played, but the open stone can
be answered, a penalty carried out, and everybody can resign."""
MAX_PROPOSALS = 100
MAX_PROPOSALS_OF_A_SEAT = 30
MAX_PHRASES_OF_A_SEAT = 1_000
MAX_TAKEBACKS_ASKED = 3
"""Per placement."""
MAX_REMATCHES_OFFERED = 20
MAX_SEATINGS = 200
"""How often seats can be taken before a game begins."""
MAX_SEATINGS_OF_A_PERSON = 20
"""The same per person; seating a bot counts for the host."""
