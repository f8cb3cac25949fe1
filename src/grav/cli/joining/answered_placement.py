"""Decides which placement an answer is about: the one on the screen when it was typed."""

from grav.cli.joining.my_seats import ImpossibleCommand

MIN_REACTION_MILLISECONDS = 120
"""Minimum reaction time of a person: an Enter sooner after a stone was shown is not about it."""
MAX_MILLISECONDS_SHOWN = 86_400_000


class AnsweredPlacement:
    """The placement on the screen, and since when. Times are seconds of the monotonic clock."""

    def __init__(self, *, of_a_person: bool) -> None:
        """`of_a_person`: whether the minimum reaction time applies; it does not for programs."""
        self._of_a_person = of_a_person
        self._placement: int | None = None
        self._since = 0.0

    def mark_shown(self, placement: int, at: float) -> None:
        """Notes that a placement is on the screen; showing it again keeps the first time."""
        if placement != self._placement:
            self._placement, self._since = placement, at

    def measure_answer(self, placement: int | None, at: float) -> tuple[int, int] | None:
        """Returns the open placement and the milliseconds since it was shown; None if none is open.

        :raises ImpossibleCommand: if it was shown too recently for the answer to be about it
        """
        if placement is None or placement != self._placement:
            return None
        seen = round((at - self._since) * 1000)
        if self._of_a_person and seen < MIN_REACTION_MILLISECONDS:
            raise ImpossibleCommand("join.too_soon")
        return placement, min(max(0, seen), MAX_MILLISECONDS_SHOWN)
