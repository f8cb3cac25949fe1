"""docs/protocol.md is compared with the code: commands, messages, events, limits, times, codes."""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct, inspect
from tests.subtests import every

from grav.game import RefusalCode
from grav.game.events import EVENT_NAMES
from grav.game.settling_refusal import SettlingCode
from grav.server.app import create_app
from grav.server.http import bot_api, thread_pools, websocket_errors, websockets
from grav.server.limits.rates import RATES, Rate
from grav.server.live import client_sockets, context_builder, room, socket_heartbeat, table_lists
from grav.server.messages import (
    atlas,
    commands,
    public_events,
    review,
    settings,
    stored_events,
    views,
)
from grav.server.messages.game_events import form_of
from grav.server.messages.people import Scope
from grav.server.messages.responses import ProblemAnswer
from grav.server.people import sessions
from grav.server.people.refusals import PeopleCode, PeopleRefusal
from grav.server.problems.problem import problem_of
from grav.server.protocol import http_connection, http_framing
from grav.server.review import review_cost_limits as review_bounds
from grav.server.review import search_opinions
from grav.server.review.game_parsing import read_game, read_record
from grav.server.review.study_board import replay
from grav.server.runtime.config import Config
from grav.server.safety import body_limits
from grav.server.table import deadlines
from grav.server.table import size_limits as caps
from grav.server.table.fold import FAIRNESS
from grav.server.table.gathering import check_settings
from grav.server.table.refusals import TableCode, TableRefusal
from grav.testing.tables.random_commands import random_command, random_command_context
from grav.testing.tables.random_tables import random_table

PAGE = (Path(__file__).parents[2] / "docs/protocol.md").read_text("utf-8")
WORDS = " ".join(PAGE.split())

Row = tuple[str, ...]
Kind = type[Struct]


def slug(heading: str) -> str:
    """Returns the anchor of a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def sections() -> Mapping[str, str]:
    """Returns the text below each heading, up to the next one."""
    text = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
    _, *parts = re.split(r"^#+ (.+)\n", text, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    assert len(found) == len(parts) // 2, "a heading stands there twice"
    return found


def table(heading: str, first: str) -> list[Row]:
    """Returns the rows of the table below a heading whose first column has this name."""
    for block in re.findall(r"(?:^\|.*\n)+", sections()[heading], re.MULTILINE):
        rows = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in block.split("\n")]
        if rows[0][0] == first:
            return rows[2:-1]
    raise AssertionError(f"no table of {first} below {heading}")


def name(cell: str) -> str:
    """Returns the first code span of a cell."""
    found = re.match(r"`(\w+)`", cell)
    assert found, cell
    return found[1]


def named(text: str) -> list[str]:
    """Returns all code spans."""
    return re.findall(r"`(\w+)`", text)


def items(cell: str) -> dict[str, str]:
    """Returns the fields of a cell, each with its description."""
    return {name(item): item for item in cell.split(" · ")} if cell else {}


# Messages and events


class Union(NamedTuple):
    heading: str
    first: str
    kinds: Any
    common: frozenset[str] = frozenset()
    """Fields that all of them have, which the page documents once."""

    @property
    def structs(self) -> dict[str, Kind]:
        kinds = get_args(self.kinds) or (self.kinds,)
        return {kind.__struct_config__.tag: kind for kind in kinds}

    @property
    def rows(self) -> dict[str, Row]:
        return {name(row[0]): row for row in table(self.heading, self.first)}


COMMANDS = Union("Commands", "command", commands.Command, frozenset({"id"}))
PONG = Union("Commands", "message", commands.Pong)
CLOCKS = Union("Kinds of clock", "kind", settings.TimeControl)
UNIONS = [
    COMMANDS,
    PONG,
    CLOCKS,
    Union("Messages", "message", views.ToClient),
    Union("What happened", "event", public_events.PublicEvent),
    Union("What is stored", "stored event", stored_events.Event, frozenset({"at"})),
]
PARTS: dict[str, Kind] = {
    "Seats of a new table": commands.SeatPlan,
    "Settings": settings.Settings,
    "`now`": views.Now,
    "`chairs`": views.Chair,
    "`settling`": views.SettlingShown,
    "`position`": views.Position,
    "`window`": views.WindowShown,
    "`clock`": views.ClockShown,
    "`takeback`": views.TakebackShown,
    "`rematch`": views.RematchShown,
    "`row`": views.TableRow,
    "`entries`": stored_events.Entry,
}


REVIEWED: dict[str, Kind] = {
    "`review`": review.Review,
    "`step`": review.ReviewStep,
    "`truth`": review.Truth,
    "Shapes completed": review.CompletedShape,
    "Moments": review.Moment,
    "Races of shouts": review.ReviewedRace,
    "`result`": review.Result,
    "`study`": review.Study,
    "`opinion`": review.Opinion,
    "Moves considered": review.OpinionCandidate,
}
"""Structs of reviews."""
WITHIN = {
    "`truth`": review.ReviewedShout,
    "`step`": review.RefusedAction,
    "Moves considered": review.OpinionMove,
    "Looking at games": review.PastedRecord,
    "Trying things": review.StudiedGame,
    "What the search thinks": review.OpinionRequest,
}
"""Structs that the page describes in a sentence."""


ATLAS: dict[tuple[str, str], Kind] = {
    ("`forecast`", "field"): atlas.ForecastShown,
    ("Figures", "field"): atlas.Figure,
    ("Thinkers", "field"): atlas.ThinkersShown,
    ("Thinkers", "field of `here`"): atlas.BalanceShown,
    ("Prospects", "field"): atlas.ProspectShown,
    ("Prospects", "field of a span"): atlas.Span,
    ("Atlas maps", "field"): atlas.AtlasMap,
    ("What was measured", "field of a board"): atlas.AtlasBoard,
    ("What was measured", "field of a measure"): atlas.AtlasMeasure,
}
"""Structs of the atlas, by heading and by the first cell of the table."""
ATLAS_WITHIN: dict[str, Kind] = {
    "The atlas": atlas.ForecastAnswer,
    "`forecast`": atlas.NearSetting,
    "What was measured": atlas.AtlasShown,
}


def structs_of(*modules: object) -> set[Kind]:
    return {
        kind
        for module in modules
        for label, kind in vars(module).items()
        if isinstance(kind, type(Struct)) and kind.__module__ == module.__name__  # type: ignore[attr-defined]  # modules have it
        if not label.startswith("_")
    }


def test_every_message_about_reviews_has_a_place_on_the_page() -> None:
    assert structs_of(review) == {*REVIEWED.values(), *WITHIN.values()}
    for heading, kind in WITHIN.items():
        own = set(kind.__struct_fields__) - set(review.StudiedGame.__struct_fields__)
        said = re.findall(r'[`"](\w+)[`"]', sections()[heading])
        assert own <= set(said), heading


def test_every_message_about_the_atlas_has_a_place_on_the_page() -> None:
    assert structs_of(atlas) == {*ATLAS.values(), *ATLAS_WITHIN.values()}
    for (heading, first), kind in ATLAS.items():
        assert [name(row[0]) for row in table(heading, first)] == list(kind.__struct_fields__)
    for heading, kind in ATLAS_WITHIN.items():
        said = re.findall(r'[`"](\w+)[`"]', sections()[heading])
        assert set(kind.__struct_fields__) <= set(said), heading


def test_every_other_message_and_event_has_a_place_on_the_page() -> None:
    there = structs_of(commands, stored_events, public_events, settings, views)
    there |= {form_of(kind) for kind in EVENT_NAMES}
    documented = {kind for union in UNIONS for kind in union.structs.values()} | set(PARTS.values())
    assert there == documented | {commands.NewTable, settings.HouseRules}
    assert set(commands.NewTable.__struct_fields__) <= set(named(sections()["A new table"]))


@every("union", UNIONS, ids=lambda union: f"{union.heading}: {union.first}")
def test_every_kind_of_a_union_has_one_row_with_all_its_fields(union: Union) -> None:
    assert len(union.rows) == len(table(union.heading, union.first))
    documented = {tag: set(items(row[1])) for tag, row in union.rows.items()}
    assert documented == {
        tag: set(kind.__struct_fields__) - union.common for tag, kind in union.structs.items()
    }
    assert union.common <= set(named(sections()[union.heading]))


@every(("heading", "kind"), (PARTS | REVIEWED).items(), ids=PARTS | REVIEWED)
def test_every_struct_has_a_row_for_each_of_its_fields(heading: str, kind: Kind) -> None:
    assert [name(row[0]) for row in table(heading, "field")] == list(kind.__struct_fields__)


# Limits and defaults


def bounds(kind: inspect.Type) -> Iterator[str]:
    """Yields the limits of a field's values that the page must state."""
    match kind:
        case inspect.UnionType(types=kinds):
            for each in kinds:
                yield from bounds(each)
        case inspect.VarTupleType(item_type=each):
            yield from bounds(each)
        case inspect.LiteralType(values=values):
            yield from (f"`{value}`" for value in values)
        case inspect.IntType(ge=int(least), le=int(most)):
            yield f"{least}–{most:,}"
        case inspect.StrType(min_length=int(least), max_length=int(most)):
            yield f"{least}–{most:,}"


def undocumented_bounds(kind: Kind, said: Mapping[str, str]) -> list[str]:
    """Returns the limits that are missing beside their field."""
    form = inspect.type_info(kind)
    assert isinstance(form, inspect.StructType)
    return [
        f"{field.name} {bound}"
        for field in form.fields
        if field.name in said
        for bound in bounds(field.type)
        if not re.search(rf"(?<!\d){re.escape(bound)}(?!,?\d)", said[field.name])
    ]


@pytest.mark.parametrize("union", [COMMANDS, PONG, CLOCKS], ids=lambda union: union.first)
def test_limits_of_message_fields_are_stated_beside_them(union: Union) -> None:
    for tag, kind in union.structs.items():
        assert undocumented_bounds(kind, items(union.rows[tag][1])) == []


@pytest.mark.parametrize("heading", ["Seats of a new table", "Settings"])
def test_limits_of_settings_are_stated_beside_them(heading: str) -> None:
    said = {name(row[0]): row[1] for row in table(heading, "field")}
    assert undocumented_bounds(PARTS[heading], said) == []


def test_the_limit_of_house_rules_is_stated() -> None:
    """The page names no parts: those are in the table of docs/law.md."""
    form = inspect.type_info(settings.HouseRules)
    assert isinstance(form, inspect.StructType)
    spans = [bound for field in form.fields for bound in bounds(field.type) if "–" in bound]
    (most,) = {span.partition("–")[2] for span in spans}
    assert f"numbers up to {most}," in sections()["House rules"]


def test_limits_and_defaults_of_an_evaluation_request_are_stated_beside_its_fields() -> None:
    rows = table("What the search thinks", "field")
    said = {name(row[0]): row[1] for row in rows}
    assert undocumented_bounds(review.OpinionRequest, said) == []
    unset = review.OpinionRequest(rules={})
    for field, _, default, *_ in rows:
        assert default == f"`{msgspec.json.encode(getattr(unset, name(field))).decode()}`", field


@pytest.mark.parametrize("heading", ["Seats of a new table", "Settings"])
def test_defaults_are_those_of_the_struct(heading: str) -> None:
    unset = PARTS[heading]()
    for field, _, default, *_ in table(heading, "field"):
        value = msgspec.json.encode(getattr(unset, name(field))).decode()
        assert default == f"`{value}`", field


# Refusals and errors

REFUSED = {
    name(cell) if "`" in cell else cell: named(codes)
    for cell, codes in table("Refusals", "command")
}


def test_every_command_names_the_codes_of_its_refusals() -> None:
    assert set(REFUSED) == {*COMMANDS.structs, "a new table"}
    documented = {code for codes in REFUSED.values() for code in codes}
    assert set(TableCode) <= documented <= {*TableCode, *RefusalCode, *SettlingCode, "bad_value"}
    explained = [code for row in table("Refusals", "code") for code in named(row[0])]
    assert sorted(explained) == sorted(documented - {"bad_value"})


@given(st.integers(0, 2**32))
def test_every_refusal_has_a_code_that_the_page_names(seed: int) -> None:
    chance = Random(seed)
    played = random_table(chance)
    for _ in range(60):
        played.wait(chance.choice((0, 50, 2500)))
        played.due()
        who, command = random_command(played.table, chance)
        code = played.refusal(who, command, random_command_context(chance))
        assert code is None or code in REFUSED[str(command.__struct_config__.tag)]


def test_errors_are_listed_with_their_status() -> None:
    documented = {
        (int(status), code)
        for statuses, codes in table("Errors", "status")
        for status in statuses.split(" · ")
        for code in named(codes)
    }
    assert {
        (problem_of(PeopleRefusal(code)).status, str(code)) for code in PeopleCode
    } <= documented
    assert problem_of(TableRefusal(TableCode.LATE)).status == 409


# Times, rate limits, numbers


def format_duration(milliseconds: float) -> str:
    for unit, length in (("days", settings.DAY), ("h", settings.HOUR), ("min", settings.MINUTE)):
        if milliseconds % length == 0:
            count = int(milliseconds // length)
            return "1 day" if (count, unit) == (1, "days") else f"{count} {unit}"
    return f"{milliseconds / settings.SECOND:g} s"


def test_deadlines_are_those_of_the_code() -> None:
    live = settings.Settings(clock=settings.PerMove(seconds=9)).window_time or 0
    slow = settings.Settings(clock=settings.Days(days=1)).window_time or 0
    hold = f"{FAIRNESS.min_hold}–{FAIRNESS.max_hold} ms"
    kept: list[tuple[str, int | str, int | str]] = [
        ("`abandoned`, gathering", deadlines.UNFILLED_TIMEOUT, deadlines.UNFILLED_TIMEOUT),
        ("`share`", deadlines.SHARE_TIMEOUT, deadlines.SLOW_STEP_TIMEOUT),
        ("`settling`", deadlines.STEP_TIMEOUT, deadlines.SLOW_STEP_TIMEOUT),
        ("`agreement`, to a proposal", deadlines.AGREEMENT_TIMEOUT, deadlines.SLOW_STEP_TIMEOUT),
        (
            "`agreement`, in all",
            deadlines.TOTAL_AGREEMENT_TIMEOUT,
            deadlines.SLOW_TOTAL_AGREEMENT_TIMEOUT,
        ),
        ("`opening`", deadlines.OPENING_TIMEOUT, deadlines.SLOW_STEP_TIMEOUT),
        ("`flag`", "the clock", "the clock"),
        (
            "`window`",
            f"`window`, or {format_duration(live)}",
            f"`window`, or {format_duration(slow)}",
        ),
        ("`race`", hold, "none"),
        ("`penalty`", deadlines.PENALTY_TIMEOUT, deadlines.SLOW_STEP_TIMEOUT),
        ("`abandoned`, playing", deadlines.UNPLAYED_TIMEOUT, "none"),
    ]
    documented = [row[:3] for row in table("Deadlines", "deadline")]
    assert documented == [
        (each, *(time if isinstance(time, str) else format_duration(time) for time in times))
        for each, *times in kept
    ]
    assert {name(row[0]) for row in documented} == set(get_args(deadlines.Kind))


def format_rate(rate: Rate) -> str:
    """Formats a rate per second, minute or hour, whichever is a whole number first."""
    for unit, length in (("a second", 1), ("a minute", 60), ("an hour", 3600)):
        if abs(rate.each * length - round(rate.each * length)) < 1e-9:
            return f"{round(rate.each * length)} {unit}"
    raise AssertionError(rate)


def test_rate_limits_are_those_of_the_code() -> None:
    documented = {name(limit): (most, then) for limit, _, most, then in table("Limits", "limit")}
    assert documented == {rate.name: (f"{rate.burst:g}", format_rate(rate)) for rate in RATES}


CHECK_SECONDS = socket_heartbeat.BEAT_SECONDS * socket_heartbeat.BEATS_BETWEEN_CHECKS
QUIET_SECONDS = socket_heartbeat.BEAT_SECONDS * socket_heartbeat.BEATS_BETWEEN_PROBES


@every(
    "said",
    [
        f"keeps the last {room.HISTORY} of each table",
        f"whoever leaves more than {client_sockets.MAX_UNSENT // 1024} KiB unread",
        f"on two such beats, {QUIET_SECONDS:g} s apart",
        f"every {socket_heartbeat.BEAT_SECONDS:g} s with a seat, every {QUIET_SECONDS:g} s without",
        f"has changed; at most every {socket_heartbeat.BEAT_SECONDS:g} s",
        f"after {bot_api.HEARTBEAT_SECONDS:g} s without a message",
        f"{bot_api.MAX_WAITING} lines behind",
        f"banned: found out within {CHECK_SECONDS:g} s",
        f"ends, too, within {bot_api.CHECK_SECONDS:g} s",
        f"{table_lists.MAX_LISTED} tables each at most",
        f"away for {format_duration(context_builder.MIN_ABSENCE_MILLISECONDS)}",
        f"else after {deadlines.BOT_TIMEOUT // 1000} to 20 s",
        f"on their way, {FAIRNESS.max_hold} ms at most",
        f"{caps.MAX_PROPOSALS} at a table, {caps.MAX_PROPOSALS_OF_A_SEAT} of a seat",
        f"{caps.MAX_SEATINGS} times, {caps.MAX_SEATINGS_OF_A_PERSON} by one person",
        f"phrases | {caps.MAX_PHRASES_OF_A_SEAT:,} of a seat",
        f"asked for | {caps.MAX_TAKEBACKS_ASKED} for a stone",
        f"rematches offered | {caps.MAX_REMATCHES_OFFERED} |",
        f"{caps.MAX_ACTIONS:,}, of which {caps.LAST_ACTIONS} are reserved for its end",
        f"public events | {caps.MAX_EVENTS:,} |",
        (
            f"at most {body_limits.MAX_BYTES // 1024} KiB, "
            f"and nested at most {body_limits.MAX_DEPTH} deep"
        ),
        f"an address has at most {http_framing.MAX_URL_LENGTH} characters",
        f"lasts {sessions.SESSION_LIFETIME // sessions.DAY} days after the last visit",
        f"to be looked at may have {body_limits.MAX_BYTES_OF_GAMES // 1024} KiB",
        f"may have {review_bounds.MAX_ACTIONS:,} actions",
        f"take {review_bounds.MAX_WORK:g} s of work",
        f"if there are more than {review_bounds.MAX_SHAPES}, those",
        f"once an answer has listed {review_bounds.MAX_POINTS:,}",
        f"may be left out, {review_bounds.MAX_ACTIONS:,} at most",
        f"{thread_pools.REVIEW_THREADS} games are worked through at a time",
        (
            f"{thread_pools.MAX_REVIEWS_EACH} games of one address "
            f"and {thread_pools.MAX_REVIEWS} of all may wait"
        ),
        f"head of a request has at most {http_framing.MAX_HEAD_BYTES // 1024} KiB",
        f"{http_connection.MAX_PIPELINED} requests may wait for their answers",
        f"trailers at most {http_framing.MAX_TRAILER_BYTES // 1024} KiB",
        f"the line before a chunk at most {http_framing.MAX_CHUNK_LINE_BYTES} bytes",
        f"then one every {search_opinions.SECONDS_BETWEEN_LINES:g} s",
        f"{search_opinions.SEARCHES} positions are searched at a time",
        (
            f"{search_opinions.MAX_EACH} of one address and {search_opinions.MAX_ALL} of all "
            "may wait or be searched"
        ),
        f"`&move=` 0–{review_bounds.MAX_ACTIONS:,}",
    ],
)
def test_numbers_in_the_text_are_those_of_the_code(said: str) -> None:
    assert said in WORDS


def test_close_codes_are_those_of_the_code() -> None:
    documented = " ".join(row[0] for row in table("Connections", "close code"))
    own = {
        client_sockets.TOO_SLOW,
        client_sockets.TOO_FAST,
        client_sockets.SHUT_OUT,
        client_sockets.GOING_AWAY,
    }
    others = {websockets.NO_SUCH_TABLE, websocket_errors.INTERNAL, websocket_errors.OWN_CODES}
    assert own | others <= set(map(int, re.findall(r"\d+", documented)))


def test_scopes_are_those_of_tokens() -> None:
    assert {name(row[0]) for row in table("Authentication", "scope")} == set(Scope)


def test_every_path_is_documented(tmp_path: Path) -> None:
    app = create_app(Config(database=f"sqlite:///{tmp_path / 'none.sqlite'}"))
    paths = app.openapi_schema.paths
    assert paths is not None
    there = {
        (method.upper(), path)
        for path, item in paths.items()
        for method in ("get", "post", "put", "delete")
        if getattr(item, method) is not None
    }
    assert {(row[0], row[1].strip("`")) for row in table("Paths", "method")} == there


# Examples and links

Decode = Callable[[str], Any]
DECODERS: Mapping[str, Decode] = {
    "An error": msgspec.json.Decoder(ProblemAnswer).decode,
    "A new table": msgspec.json.Decoder(commands.NewTable).decode,
    "A command": commands.decode_command,
    "A message": views.decode_message,
    "A stored event": stored_events.decode,
    "A record that is sent": msgspec.json.Decoder(review.PastedRecord).decode,
    "A board to try things on": msgspec.json.Decoder(review.StudiedGame).decode,
    "A wish for an opinion": msgspec.json.Decoder(review.OpinionRequest).decode,
}
EXAMPLES = re.findall(r"^(.*):\n\n```json\n([^`]*)```", PAGE, re.MULTILINE)


def is_read_whole(text: str, decode: Decode) -> bool:
    """Whether decoding and encoding it again loses nothing."""
    return bool(msgspec.json.decode(msgspec.json.encode(decode(text))) == msgspec.json.decode(text))


def test_every_example_names_its_kind() -> None:
    assert len(EXAMPLES) == PAGE.count("```json")
    assert {kind for kind, _ in EXAMPLES} == set(DECODERS)


@every(("kind", "text"), EXAMPLES, ids=[kind for kind, _ in EXAMPLES])
def test_examples_are_decoded_by_the_real_decoders(kind: str, text: str) -> None:
    assert is_read_whole(text, DECODERS[kind])


@pytest.mark.parametrize("kind", ["A board to try things on", "A wish for an opinion"])
def test_positions_of_the_examples_can_be_played(kind: str) -> None:
    form = DECODERS[kind](dict(EXAMPLES)[kind])
    allowance = review_bounds.Allowance()
    replay(*read_game(form.rules, form.actions, allowance), allowance)


def test_the_record_of_the_examples_is_valid() -> None:
    kind = "A record that is sent"
    found = read_record(DECODERS[kind](dict(EXAMPLES)[kind]).record, review_bounds.Allowance())
    assert len(found.actions) == 4


def test_the_new_table_of_the_examples_can_be_played() -> None:
    check_settings(DECODERS["A new table"](dict(EXAMPLES)["A new table"]).settings)


@pytest.mark.parametrize(
    ("pattern", "decode"),
    [
        (r"^> (.*)$", commands.decode_from_socket),
        (r"^< (.*)$", views.decode_message),
        (r"-d '(\{\"do\".*\})'", commands.decode_command),
        (r'^(\{"is".*\})$', views.decode_message),
    ],
)
def test_messages_of_the_recorded_sessions_are_decoded_by_the_real_decoders(
    pattern: str, decode: Decode
) -> None:
    whole = [text for text in re.findall(pattern, PAGE, re.MULTILINE) if "…" not in text]
    assert len(whole) > 3
    assert [text for text in whole if not is_read_whole(text, decode)] == []


def test_links_within_the_page_have_a_target() -> None:
    links = set(re.findall(r"\]\(#([^)]+)\)", PAGE))
    assert links
    assert links <= set(map(slug, sections()))
