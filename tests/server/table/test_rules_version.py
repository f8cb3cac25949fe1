"""Versions of the rules: a stored game is always judged by the version that judged it first."""

import json
from pathlib import Path

import msgspec
import pytest
from tests.server.changed_rules import NEXT, RulesChange

from grav.game import Help, Pass, Placed, State, Turn, apply, start, state_to_json, view
from grav.record import Record, report
from grav.rules import Verdict
from grav.rules.version import RULES_VERSION
from grav.server.messages import stored_events as e
from grav.server.messages.review import Review
from grav.server.messages.settings import Settings
from grav.server.review.record_formats import draw_record, format_record
from grav.server.review.review_builder import review_of
from grav.server.review.review_cost_limits import Allowance
from grav.server.table.event_upgrades import decode_event
from grav.server.table.fold import BrokenHistory, evolve, fold
from grav.server.table.model import Play
from grav.server.table.record import record_of
from grav.server.table.referee import REFEREES
from grav.server.table.table_view import current_state as shown_now
from grav.testing.tables.played_table import NUMBERS, PlayedTable

STORED = Path(__file__).parents[2] / "data" / "events"
TABLES = ("table-1", "table-2", "table-3")


def with_a_breach() -> PlayedTable:
    """Opens a table where the second stone is at a forbidden distance."""
    table = PlayedTable(Settings(size=5, setting=NUMBERS, first=0, help=("legal", "shapes")))
    table.put(0, "c3")
    table.place(1, "c4")
    return table


def verdicts(events: list[e.Event]) -> list[Verdict | None]:
    table, found = None, []
    for event in events:
        step = evolve(table, event)
        table = step.table
        found += [each.verdict for each in step.happened if isinstance(each, Placed)]
    return found


def stored_table(name: str) -> list[e.Event]:
    """Returns the events of a table that was stored by version 1 of the rules."""
    lines = (STORED / f"{name}.ndjson").read_text("utf-8").splitlines()
    return [decode_event(1, line) for line in lines]


def game_of(events: list[e.Event]) -> tuple[Play, Record]:
    table = fold(events)
    assert table is not None
    assert table.play is not None
    record = record_of("table", table, {})
    assert record is not None
    return table.play, record


def review(events: list[e.Event]) -> Review:
    play, record = game_of(events)
    return review_of(record, "en", Allowance(), referee=play.state.referee)


def exports(events: list[e.Event]) -> dict[str, bytes]:
    """Returns the record in all formats, and the picture of each move with its breaches."""
    play, record = game_of(events)
    judge = play.state.referee
    found = {
        "grav": format_record(record, "grav", "en", judge),
        "sgf": format_record(record, "sgf", "en", judge),
        "svg": draw_record(record, "en", referee=judge),
    }
    for placement in report(record, judge).placements:
        picture = draw_record(record, "en", placement.move, truth=True, referee=judge)
        found[f"move {placement.move}"] = picture
    return found


def states(events: list[e.Event]) -> list[State]:
    table, found = None, []
    for event in events:
        table = evolve(table, event).table
        if isinstance(event, (e.Begun, e.Acted)):
            assert table.play is not None
            found.append(table.play.state)
    return found


def begun(table: PlayedTable) -> e.Begun:
    (event,) = (each for each in table.events() if isinstance(each, e.Begun))
    return event


def test_a_new_game_is_stored_with_the_version_that_judges_it() -> None:
    assert begun(with_a_breach()).rules_version == RULES_VERSION in REFEREES


def test_a_game_that_was_stored_without_a_version_is_of_the_first() -> None:
    table = with_a_breach()
    older = []
    for event in table.events():
        form = json.loads(e.encode(event))
        form.pop("rules_version", None)
        older.append(decode_event(1, msgspec.json.encode(form)))
    assert older != table.events()
    assert fold(older) == table.table
    assert verdicts(older) == verdicts(table.events())


def test_after_a_change_of_the_rules_new_games_are_judged_by_the_new_ones(
    rules_change: RulesChange,
) -> None:
    rules_change.happen()
    table = with_a_breach()
    assert begun(table).rules_version == NEXT
    assert verdicts(table.events()) == [Verdict((), 0)] * 2


def test_after_a_change_of_the_rules_an_older_game_comes_out_the_same(
    rules_change: RulesChange,
) -> None:
    table = with_a_breach()
    table.accept(0)
    before = table.events(), verdicts(table.events()), shown_now(table.table, {})
    assert any(verdict and verdict.breaches for verdict in before[1])
    rules_change.happen()
    again = fold(before[0])
    assert again is not None
    assert again == table.table
    assert (before[0], verdicts(before[0]), shown_now(again, {})) == before
    table.place(0, "c5")
    assert verdicts(table.events()) != [*before[1], Verdict((), 0)]


@pytest.mark.parametrize("name", TABLES)
def test_after_a_change_of_the_rules_an_older_games_states_are_the_same_with_all_help(
    rules_change: RulesChange, name: str
) -> None:
    def shown() -> list[object]:
        return [(state_to_json(each), view(each, 0, tuple(Help))) for each in states(events)]

    events = stored_table(name)
    before = shown()
    rules_change.happen()
    assert shown() == before


def test_after_a_change_of_the_rules_an_older_strict_game_passes_its_bonus_turns_as_before(
    rules_change: RulesChange,
) -> None:
    """Only without a legal point may a bonus turn be passed: the older rules decide whether there
    was one."""
    events = stored_table("table-3")
    before = fold(events)
    rules_change.happen()
    after = fold(events)
    assert after is not None
    assert after == before
    assert after.play is not None
    state = start(after.play.rules, after.play.state.referee)
    passed_on_bonus = 0
    for action in after.play.actions:
        on_bonus = isinstance(state.phase, Turn) and state.phase.on_bonus
        passed_on_bonus += on_bonus and isinstance(action, Pass)
        state = apply(state, action).state
    assert passed_on_bonus


@pytest.mark.parametrize("name", TABLES)
def test_after_a_change_of_the_rules_the_review_of_an_older_game_says_what_was_true(
    rules_change: RulesChange, name: str
) -> None:
    events = stored_table(name)
    before = review(events)
    truths = [step.truth for step in before.steps if step.truth]
    assert any(truth.breaches or truth.completed for truth in truths)
    rules_change.happen()
    assert review(events) == before


@pytest.mark.parametrize("name", TABLES)
def test_after_a_change_of_the_rules_the_exports_of_an_older_game_are_the_same(
    rules_change: RulesChange, name: str
) -> None:
    events = stored_table(name)
    before = exports(events)
    rules_change.happen()
    assert exports(events) == before


def test_a_game_of_a_version_that_is_not_known_yet_is_not_folded() -> None:
    events = with_a_breach().events()
    unknown = [
        msgspec.structs.replace(each, rules_version=NEXT) if isinstance(each, e.Begun) else each
        for each in events
    ]
    with pytest.raises(
        BrokenHistory, match=f"version {NEXT} of the rules; known here: {RULES_VERSION}"
    ):
        fold(unknown)
