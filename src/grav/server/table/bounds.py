"""How much one table takes, so that none grows without end whatever is sent to it.

What is stored already is read whatever its size: only new commands are refused. What is not told
does not count, since a refusal would tell of it: a shout is followed by more that is.
"""

MAX_EVENTS = 10_000
"""Events that were told. Beyond it players can only go: resign, leave, or close the table; what
falls due still happens."""
MAX_ACTIONS = 5_000
"""Actions of a game: as many as a review takes."""
LAST_ACTIONS = 20
"""Kept of these for what ends a game: no new turn is played, but the open stone is answered, a
penalty carried out, and everybody can resign."""
MAX_PROPOSALS = 100
MAX_PROPOSALS_OF_A_SEAT = 30
MAX_PHRASES_OF_A_SEAT = 1_000
MAX_TAKEBACKS_ASKED = 3
"""For one placement."""
MAX_REMATCHES_OFFERED = 20
MAX_SEATINGS = 200
"""How often seats are taken before a game begins."""
MAX_SEATINGS_OF_A_PERSON = 20
"""By one person; for the host, with those of bots."""
