"""The seats of the player at this terminal, and what they may or have to do now."""

from grav.client import TableReplica
from grav.server.messages.views import RematchShown, SettlingShown, TakebackShown
from grav.text import GravError


class ImpossibleCommand(GravError):
    """What was typed cannot be done at this table now."""


class MySeats:
    """Queries on the own seats; every call reads the current replica of the table."""

    def __init__(self, replica: TableReplica) -> None:
        self._replica = replica

    @property
    def seats(self) -> tuple[int, ...]:
        return self._replica.you

    def first_own_seat(self) -> int:
        """Returns the first own seat; raises ImpossibleCommand for a spectator, who has none."""
        if not self.seats:
            raise ImpossibleCommand("join.you_watch")
        return self.seats[0]

    def possible_kinds(self, seat: int) -> tuple[str, ...]:
        """Returns the kinds of action that a seat can try."""
        position = self._replica.now.position
        if position is None or not 0 <= seat < len(position.may):
            return ()
        return position.may[seat]

    def seats_able_to(self, kind: str) -> list[int]:
        return [seat for seat in self.seats if kind in self.possible_kinds(seat)]

    @property
    def settling(self) -> SettlingShown | None:
        return self._replica.now.settling

    def seat_to_settle(self) -> int:
        """Returns the own seat for which a step of settling is made."""
        waited = self.settling.to_act if self.settling else ()
        return next((seat for seat in self.seats if seat in waited), self.first_own_seat())

    @property
    def proposal(self) -> str | None:
        """The setting that was proposed last; None if none was."""
        if self.settling is None or not self.settling.proposals:
            return None
        return str(self.settling.proposals[-1]["setting"])

    def seat_to_answer_takeback(self) -> int | None:
        """Returns the own seat that has to answer a takeback request."""
        return self._seat_to_answer(self._replica.now.takeback)

    def seat_to_answer_rematch(self) -> int | None:
        """Returns the own seat that has to answer a rematch offer."""
        return self._seat_to_answer(self._replica.now.rematch)

    def _seat_to_answer(self, wanted: TakebackShown | RematchShown | None) -> int | None:
        if wanted is None or wanted.by in self.seats:
            return None
        return next((seat for seat in self.seats if seat not in wanted.agreed), None)

    def seat_to_take(self, name: str | None) -> int | None:
        """Returns the first seat reserved for this name, or else the first open one."""
        chairs = self._replica.now.chairs
        reserved = [
            s for s, chair in enumerate(chairs) if chair.kind == "kept" and chair.name == name
        ]
        free = [s for s, chair in enumerate(chairs) if chair.kind == "open"]
        return next(iter([*(reserved if name else []), *free]), None)
