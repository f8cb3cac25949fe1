"""The referee of the server's tables: the native core if it is built, else the Python rules."""

from grav.native.loading import is_available
from grav.native.referee import NativeReferee
from grav.rules.referee import PLAIN, Referee

REFEREE: Referee = NativeReferee() if is_available() else PLAIN
