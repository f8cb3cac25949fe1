"""The result of one scheduled game, with counts of breaches and shouts; to and from JSON."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from grav.arena.game_loop import Fault, max_actions_for, play_game
from grav.arena.schedule import Schedule
from grav.bots import create_player
from grav.game import Ended
from grav.record import Record, record_to_json, report
from grav.rules.json_fields import (
    FormError,
    Json,
    as_array,
    as_object,
    as_one_of,
    as_text,
    as_whole,
    format_json_value,
    require_key,
)


@dataclass(frozen=True)
class PlayedGame:
    number: int
    seats: tuple[str, ...]
    """The players by seat. All tuples of counts below are by seat, too."""
    starter: int
    ranking: tuple[int, ...]
    stones: tuple[int, ...]
    ended: Ended | None
    breaches_stood: tuple[int, ...]
    right_shouts: tuple[int, ...]
    wrong_shouts: tuple[int, ...]
    faults: tuple[Fault, ...]
    record: Json = None
    """The whole game as JSON. It is written to the file, but not read back."""

    @property
    def best_first(self) -> tuple[str, ...]:
        return tuple(self.seats[seat] for seat in self.ranking)

    def to_json(self) -> dict[str, Json]:
        return {
            "game": self.number,
            "seats": list(self.seats),
            "starter": self.starter,
            "ranking": list(self.ranking),
            "stones": list(self.stones),
            "ended": None if self.ended is None else self.ended.value,
            "breaches_stood": list(self.breaches_stood),
            "right_shouts": list(self.right_shouts),
            "wrong_shouts": list(self.wrong_shouts),
            "faults": [{"by": fault.by, "why": fault.why} for fault in self.faults],
            "record": self.record,
        }


def play_scheduled(schedule: Schedule, number: int) -> PlayedGame:
    """Plays one game of the schedule. Runs in worker processes and depends on no other game."""
    seating = schedule.game(number)
    players = [create_player(*pair) for pair in zip(seating.names, seating.seeds, strict=True)]
    most = max_actions_for(schedule.rules)
    result = play_game(schedule.rules, players, seating.starter, most)
    record = replace(result.record, players=seating.names)
    return PlayedGame(
        number,
        seating.names,
        seating.starter,
        result.ranking,
        result.stones,
        result.ended,
        *_count_breaches_and_shouts(record),
        faults=result.faults,
        record=record_to_json(record),
    )


def _count_breaches_and_shouts(
    record: Record,
) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Counts by seat: breaches that stood, right shouts, wrong shouts."""
    found = report(record)
    calls = [placement.called for placement in found.called_placements if placement.called]
    seats = range(record.rules.players)

    def count(of: Iterable[int]) -> tuple[int, ...]:
        each = list(of)
        return tuple(each.count(seat) for seat in seats)

    return (
        count(placement.by for placement in found.missed_breaches),
        count(call.by for call in calls if call.right),
        count(call.by for call in calls if not call.right),
    )


def played_game_from_json(value: Json, schedule: Schedule) -> PlayedGame:
    """Parses a game of this schedule.

    :raises FormError: when it cannot be a game of this schedule
    """
    source = as_object(value, "game")
    number = as_whole(require_key(source, "game", "game"), "game")
    if number < 0:
        raise FormError("form.whole", where="game", found=format_json_value(number))
    seating = schedule.game(number)
    seats = tuple(as_array(require_key(source, "seats", "game"), "seats"))
    if seats != seating.names:
        expected = format_json_value(list(seating.names))
        raise FormError(
            "form.one_of", where="seats", found=format_json_value(list(seats)), expected=expected
        )

    def by_seat(key: str) -> tuple[int, ...]:
        numbers = as_array(require_key(source, key, "game"), key)
        if len(numbers) != len(seats):
            raise FormError("form.players", where=key, found=len(numbers), expected=len(seats))
        return tuple(as_whole(number, f"{key}[{seat}]") for seat, number in enumerate(numbers))

    ranking = by_seat("ranking")
    if sorted(ranking) != list(range(len(seats))):
        raise FormError("form.array", where="ranking", found=format_json_value(list(ranking)))
    ended = source.get("ended")
    return PlayedGame(
        number,
        seats,
        seating.starter,
        ranking,
        by_seat("stones"),
        None if ended is None else Ended(as_one_of(ended, [e.value for e in Ended], "ended")),
        by_seat("breaches_stood"),
        by_seat("right_shouts"),
        by_seat("wrong_shouts"),
        tuple(
            _parse_fault(fault, len(seats))
            for fault in as_array(source.get("faults", []), "faults")
        ),
    )


def _parse_fault(value: Json, seats: int) -> Fault:
    source = as_object(value, "faults")
    by = as_whole(require_key(source, "by", "faults"), "by")
    if not 0 <= by < seats:
        raise FormError("form.whole", where="by", found=format_json_value(by))
    return Fault(by, as_text(require_key(source, "why", "faults"), "why"))
