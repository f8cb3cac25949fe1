"""Builds the review of a whole game, step by step with its truth; and the study board."""

from collections.abc import Sequence

from grav.game import Over, State
from grav.record import Record
from grav.rules import rules_to_json
from grav.rules.referee import PLAIN, Referee
from grav.server.messages.review import Result, Review
from grav.server.messages.views import Chair
from grav.server.review.notable_moments import find_moments
from grav.server.review.playthrough import Playthrough
from grav.server.review.recorded_races import races_of
from grav.server.review.review_cost_limits import Allowance


def review_of(
    record: Record,
    language: str,
    allowance: Allowance,
    players: Sequence[Chair] | None = None,
    table: str | None = None,
    referee: Referee = PLAIN,
) -> Review:
    """Returns the review of a record. `players`: who had the seats, if more is known than the
    record says; `referee`: the one that judged the game."""
    game = Playthrough(record.rules, allowance, referee)
    for action in record.actions:
        game.play(action)
    remark = record.extra.get("comment")
    return Review(
        table=table,
        name=record.name,
        date=record.date,
        place=record.place,
        remark=remark if isinstance(remark, str) else None,
        rules=rules_to_json(record.rules),
        setting=record.setting,
        players=_named(record) if players is None else tuple(players),
        result=_result(game.state),
        races=races_of(record),
        start=game.start(),
        steps=tuple(
            game.step(number, language, record.comments) for number in range(1, len(game) + 1)
        ),
        moments=find_moments(game.placements, game.shouts),
    )


def _named(record: Record) -> tuple[Chair, ...]:
    """Returns the seats by the names in the record, if any; it does not say who was a guest or a
    program."""
    names = record.players or (None,) * record.rules.players
    return tuple(Chair("guest") if name is None else Chair("person", name) for name in names)


def _result(final: State) -> Result:
    over = final.phase if isinstance(final.phase, Over) else None
    return Result(
        ended=over.how.value if over else None,
        ranking=over.ranking if over else None,
        stones=final.board.counts(),
    )
