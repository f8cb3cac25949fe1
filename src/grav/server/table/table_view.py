"""The public view of a table. The game itself is shown only through `grav.game.view`.

Nothing here may depend on a verdict or on an undecided shout: everybody gets the same bytes.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Raw
from msgspec.structs import replace

from grav.game import (
    Agreement,
    Cards,
    Propose,
    Turn,
    Window,
    action_to_json,
    settling_to_json,
    view,
)
from grav.game.possible_actions import possible_actions
from grav.rules import rules_to_json
from grav.server.messages import views as v
from grav.server.messages.positions import position_of
from grav.server.table.deadlines import deadline, window_ends
from grav.server.table.model import (
    Closed,
    Finished,
    Play,
    Playing,
    Seat,
    SettlingNumbers,
    Stage,
    Table,
)
from grav.server.table.seats_to_act import seats_to_act

Names = Mapping[str, str | None]
"""The names of people by their ids; None: a guest, or a deleted account."""


class Snapshot:
    """A snapshot of everything visible at a table, encoded once for all who join."""

    def __init__(self, id: str, table: Table, names: Names) -> None:  # noqa: A002
        self._number = table.shown
        self._seats_of, self._host = table.seats_of, table.host
        self._names = dict(names)
        play = table.play
        self._shared = v.Whole(
            number=table.shown,
            at=0,
            table=id,
            settings=_encoded(table.settings),
            host=names.get(table.host),
            hosting=False,
            you=(),
            rules=_encoded(rules_to_json(play.rules) if play else None),
            setting=_encoded(settling_to_json(play.settling) if play else None),
            actions=_encoded([action_to_json(action) for action in play.actions] if play else []),
            now=_encoded(current_state(table, names)),
        )

    def is_of(self, table: Table, names: Names) -> bool:
        """Whether the snapshot is still current. An undecided shout does not invalidate it: the
        time to encode it again would reveal the shout (timing side channel)."""
        return table.shown == self._number and names == self._names

    def encode(self, person: str | None, at: int) -> bytes:
        """Returns the snapshot as JSON for one person, with the server's time `at`."""
        hosting = person is not None and person == self._host
        whole = replace(self._shared, at=at, hosting=hosting, you=self._seats_of(person))
        return v.encode_message(whole)


def _encoded(part: object) -> Any:
    """Returns the part as pre-encoded JSON, which is copied into a message unchanged."""
    return Raw(v.encode_message(part))


def current_state(table: Table, names: Names) -> v.Now:
    stage, play = table.stage, table.play
    rematch = stage.rematch if isinstance(stage, Finished) else None
    takeback = play.takeback if play else None
    return v.Now(
        stage=stage.name,
        chairs=chairs_of(table, names),
        settling=_settling(table, stage) if isinstance(stage, SettlingNumbers) else None,
        position=_position(table, play) if play else None,
        clock=_clock(play, stage) if play and play.left else None,
        ends=_ends(table),
        takeback=v.TakebackShown(takeback.by, _sorted(takeback.agreed)) if takeback else None,
        rematch=v.RematchShown(rematch.by, rematch.rotate, rematch.setting, _sorted(rematch.agreed))
        if rematch
        else None,
        next=stage.next if isinstance(stage, Finished) else None,
        closed=stage.why if isinstance(stage, Closed) else None,
    )


def chairs_of(table: Table, names: Names) -> tuple[v.Chair, ...]:
    return tuple([_chair(seat, names) for seat in table.seats])


def _chair(seat: Seat, names: Names) -> v.Chair:
    if seat.level is not None:
        return v.Chair("bot", level=seat.level)
    if seat.person is not None:
        name = names.get(seat.person)
        return v.Chair("guest" if name is None else "person", seat.label or name)
    if seat.invited is not None:
        return v.Chair("kept", names.get(seat.invited))
    return v.Chair("open")


def _position(table: Table, play: Play) -> v.Position:
    state, seats = play.state, range(len(table.seats))
    is_played = isinstance(table.stage, Playing)
    return position_of(
        view(state, None, table.help),
        [possible_actions(state, seat) if is_played else () for seat in seats],
        play.placement,
        _sorted(seat for seat, _ in play.sealed) if play.sealed else (),
    )


def _clock(play: Play, stage: Stage) -> v.ClockShown:
    turn = play.state.phase
    running = turn.seat if isinstance(turn, Turn) and isinstance(stage, Playing) else None
    return v.ClockShown(play.left, running, play.since)


def _settling(table: Table, stage: SettlingNumbers) -> v.SettlingShown:
    settling = stage.settling
    cards = settling if isinstance(settling, Cards) else None
    agreement = settling if isinstance(settling, Agreement) else None
    return v.SettlingShown(
        how=table.settings.settle,
        commitment=stage.seed.commitment if stage.seed else None,
        shares=stage.seed.shares if stage.seed else (),
        to_act=_sorted(seats_to_act(table)),
        hand=tuple(map(str, cards.hand)) if cards else (),
        kept=tuple(map(str, cards.kept)) if cards else (),
        proposals=tuple(_proposal(step) for step in agreement.proposals) if agreement else (),
        accepted=_sorted(agreement.accepted) if agreement else (),
    )


def _proposal(step: Propose) -> dict[str, object]:
    return {"by": step.by, "setting": str(step.setting)}


def _ends(table: Table) -> int | None:
    """Returns the end of the present wait, but never that of a race: it would reveal the shout."""
    if isinstance(table.stage, Playing) and isinstance(table.stage.play.state.phase, Window):
        return window_ends(table.stage.play, table.settings)
    limit = deadline(table)
    return limit.at if limit else None


def _sorted(seats: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(seats))
