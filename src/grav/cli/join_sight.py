"""Which stone an answer is about: the one that was in sight when it was typed."""

from grav.cli.join_seats import Cannot

QUICKEST = 120
"""Milliseconds in which nobody sees a stone and answers it: who presses Enter so soon after one
has come had another in mind, or none."""
LONGEST = 86_400_000


class Sight:
    """Moments are seconds, by one clock that never jumps."""

    def __init__(self, *, of_a_person: bool) -> None:
        """`of_a_person`: a program may be as quick as it likes."""
        self._of_a_person = of_a_person
        self._placement: int | None = None
        self._since = 0.0

    def shows(self, placement: int, at: float) -> None:
        """A stone is on the screen; shown again, it has been seen before."""
        if placement != self._placement:
            self._placement, self._since = placement, at

    def about(self, placement: int | None, at: float) -> tuple[int, int] | None:
        """The open placement, if that is what is in sight, and the milliseconds since it came.

        None: no stone waits. Cannot: it came a moment ago, and the answer cannot be about it.
        """
        if placement is None or placement != self._placement:
            return None
        seen = round((at - self._since) * 1000)
        if self._of_a_person and seen < QUICKEST:
            raise Cannot("join.too_soon")
        return placement, min(max(0, seen), LONGEST)
