"""The referee of a server's tables: the core where it is built, else the rules themselves."""

from grav.native.loading import is_available
from grav.native.referee import NativeReferee
from grav.rules.referee import PLAIN, Referee

REFEREE: Referee = NativeReferee() if is_available() else PLAIN
