"""The referees of the server's tables, one for each version of the rules that games were played by.

A stored game names the version that judged it, and its state carries that version's referee from
the start to the end. Whoever changes what the rules allow raises `RULES_VERSION`, adds that version
here and leaves the earlier referees as they are, so that a fold of an older game still comes out
the same. What `grav.game` decides by itself (turns, windows, bonus turns) becomes a question to the
referee when it changes: the new referee answers in the new way, the earlier ones as before. Speed
is no reason for a version: the native core and the Python rules agree.

Whatever plays a table's game again (reviews, exports, bots) starts it with the referee of its
state. Records name no version: pasted ones, and study boards, are judged by the present rules. So
are the positions that a bot searches; what it plays in an older game, that game's referee judges.
"""

from collections.abc import Mapping

from grav.native.loading import is_available
from grav.native.referee import NativeReferee
from grav.rules.referee import PLAIN, Referee

REFEREES: Mapping[int, Referee] = {1: NativeReferee() if is_available() else PLAIN}
"""By version: new games have `RULES_VERSION`, and games stored before versions were have 1."""
