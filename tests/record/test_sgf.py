"""SGF for Go editors: set-up stones, numbers, marks and comments."""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.conformance.vectors import every_vector
from tests.subtests import every

from grav.game import Accept, Grav, Pass, Placed, Refusal, Resign, State, apply, start
from grav.record import Record, event_text, format_sgf, record_from_json
from grav.rules import MAX_SIZE, Board, Point, Rules, Setting
from grav.testing import place, remove
from grav.testing.strategies import Game, games
from grav.text import LANGUAGES, printable

Node = dict[str, list[str]]
Stones = dict[Point, str]

IDENTIFIER = re.compile(r"[A-Z]{1,2}")
ROOT = {"FF", "GM", "CA", "AP", "SZ", "GN", "PB", "PW", "DT", "PC", "RU", "RE", "GC"}
MARKS = {"TR": 2, "SQ": 3, "CR": 4, "MA": 5}
OF_NODES = {"AB", "AW", "AE", "LB", "C", *MARKS}


def read_sgf(text: str) -> list[Node]:
    """Parses the nodes of one game tree without branches; what FF[4] does not allow is an error."""
    text = text.strip()
    assert text[0] == "("
    assert text[-1] == ")"
    nodes: list[Node] = []
    at = 1
    while at < len(text) - 1:
        if text[at].isspace():
            at += 1
        elif text[at] == ";":
            nodes.append({})
            at += 1
        else:
            name = IDENTIFIER.match(text, at)
            assert name is not None, text[at:]
            assert name[0] not in nodes[-1], f"{name[0]} stands twice in a node"
            values, at = _values(text, name.end())
            nodes[-1][name[0]] = values
    return nodes


def _values(text: str, at: int) -> tuple[list[str], int]:
    values: list[str] = []
    while text[at] == "[":
        value, at = "", at + 1
        while text[at] != "]":
            at += text[at] == "\\"
            value, at = value + text[at], at + 1
        values.append(value)
        at += 1
    assert values, "a property without a value"
    return values, at


def point(letters: str, size: int) -> Point:
    """Returns the point of two letters: the column, then the row from the top."""
    assert re.fullmatch("[a-y]{2}", letters)
    column, down = (ord(letter) - ord("a") for letter in letters)
    assert max(column, down) < size
    return Point(column, size - 1 - down)


def set_up(node: Node, stones: Stones, size: int) -> Stones:
    """Returns the stones after a node; each point may be set up only once, and only if that changes
    it.
    """
    after = dict(stones)
    named = [letters for name in ("AB", "AW", "AE") for letters in node.get(name, [])]
    assert len(named) == len(set(named))
    for name, colour in (("AB", "B"), ("AW", "W")):
        for letters in node.get(name, []):
            assert point(letters, size) not in stones
            after[point(letters, size)] = colour
    for letters in node.get("AE", []):
        del after[point(letters, size)]
    return after


def colours(board: Board) -> Stones:
    """Returns the stones as SGF can show them: black for the seats 0, 2, 4, white for 1, 3, 5."""
    points = (Point(column, row) for column in range(board.size) for row in range(board.size))
    owners = {at: board.owner(at) for at in points}
    return {at: "BW"[seat % 2] for at, seat in owners.items() if seat is not None}


def boards_of(record: Record) -> list[Board]:
    """Returns the board before the first action and after each."""
    state = start(record.rules)
    boards = [state.board]
    for action in record.actions:
        state = after(state, action)
        boards.append(state.board)
    return boards


def after(state: State, action: Any) -> State:
    try:
        return apply(state, action).state
    except Refusal:
        return state


def without_repeats(items: list[Any]) -> list[Any]:
    return [item for item, _ in groupby(items)]


def stones_by_node(record: Record) -> list[Stones]:
    stones: list[Stones] = [{}]
    for node in read_sgf(format_sgf(record)):
        stones.append(set_up(node, stones[-1], record.rules.size))
    return stones


def record_of(game: Game) -> Record:
    return Record(game.rules, tuple(action for action, _ in game.plies))


GAMES = games(max_size=9, max_length=80)


@given(GAMES)
def test_stones_are_set_up_and_never_played_as_moves(game: Game) -> None:
    root, *nodes = read_sgf(format_sgf(record_of(game)))
    assert root.keys() <= ROOT
    expected = {"FF": "4", "GM": "1", "CA": "UTF-8", "SZ": str(game.rules.size)}
    expected["RU"] = f"Grav {game.rules}"
    assert {name: root[name] for name in expected} == {k: [v] for k, v in expected.items()}
    for node in nodes:
        assert node.keys() <= OF_NODES


@given(GAMES)
def test_the_nodes_show_the_board_after_every_action(game: Game) -> None:
    record = record_of(game)
    expected = [colours(board) for board in boards_of(record)]
    assert without_repeats(stones_by_node(record)) == without_repeats(expected)


@every_vector
def test_the_nodes_of_every_vector_end_in_its_last_board(vector: dict[str, Any]) -> None:
    record = record_from_json(vector)
    assert stones_by_node(record)[-1] == colours(boards_of(record)[-1])


@given(GAMES)
def test_each_stone_is_labelled_with_its_number_when_placed(game: Game) -> None:
    record = record_of(game)
    numbers = 0
    for node in read_sgf(format_sgf(record))[1:]:
        placed = node.get("AB", []) + node.get("AW", [])
        assert node.get("LB", []) == [
            f"{at}:{number}" for number, at in enumerate(placed, numbers + 1)
        ]
        numbers += len(placed)
    state, placed_stones = start(record.rules), 0
    for action in record.actions:
        events = _events(state, action)
        placed_stones += sum(isinstance(event, Placed) for event in events)
        state = after(state, action)
    assert numbers == placed_stones


def _events(state: State, action: Any) -> tuple[Any, ...]:
    try:
        return apply(state, action).events
    except Refusal:
        return ()


def marked(node: Node, size: int) -> dict[int, set[Point]]:
    """Returns the marked points of each seat from the third on."""
    return {
        seat: {point(letters, size) for letters in node.get(name, [])}
        for name, seat in MARKS.items()
    }


def owned(board: Board) -> dict[int, set[Point]]:
    points = [Point(column, row) for column in range(board.size) for row in range(board.size)]
    return {seat: {at for at in points if board.owner(at) == seat} for seat in range(2, 6)}


def nodes_with_boards(record: Record) -> Iterator[tuple[Node, Board]]:
    """Yields each node with the board of the game that has the same stones."""
    boards = iter(without_repeats(boards_of(record)))
    board, stones = next(boards), dict[Point, str]()
    for node in read_sgf(format_sgf(record)):
        shown = set_up(node, stones, record.rules.size)
        if shown != stones:
            board = next(boards)
        stones = shown
        yield node, board


@given(GAMES)
def test_all_seats_can_be_distinguished_wherever_stones_change(game: Game) -> None:
    for node, board in nodes_with_boards(record_of(game)):
        if node.keys() & {"AB", "AW", "AE"}:
            assert marked(node, board.size) == owned(board)


def test_all_seats_can_be_distinguished_after_a_refused_action() -> None:
    """A node shows its own marks alone: without them, the third seat's stones would look like
    black's.
    """
    rules = Rules(9, 3, Setting(3, 3, 4, 2, 4), first=2)
    record = Record(rules, (place(2, "c3"), Accept(0), Accept(0), Accept(1), Pass(0)))
    nodes = read_sgf(format_sgf(record))[1:]
    assert [marked(node, 9)[2] for node in nodes] == [{Point(2, 2)}] * 3


def test_six_players_have_six_kinds_of_stones() -> None:
    rules = Rules(9, 6, Setting(9, 9, 81, 0, 99), first=0)
    actions: list[Any] = []
    for seat, name in enumerate(("a1", "a2", "a3", "a4", "a5", "a6")):
        actions.append(place(seat, name))
        actions += [Accept((seat + k) % 6) for k in range(1, 6)]
    last = read_sgf(format_sgf(Record(rules, tuple(actions))))[-1]
    kinds = {"AW": ["ad"], "TR": ["ag"], "SQ": ["af"], "CR": ["ae"], "MA": ["ad"], "LB": ["ad:6"]}
    assert last == kinds


# --- comments -------------------------------------------------------------------------------------

THREE = Rules(9, 3, Setting(3, 3, 4, 2, 4), first=0)
TOLD = Record(
    THREE,
    (
        *(place(0, "c3"), Accept(1), Accept(2)),
        *(place(1, "c5"), Grav(2)),  # wrong: the seat owes a turn, which it skips at once
        *(place(0, "c6"), Grav(1), remove(1, "c3")),
        *(place(1, "c3", 3), Pass(2), Accept(0), Accept(2)),  # this pass is refused
        *(Pass(2), Pass(0), Resign(1)),
    ),
    players=("Round", "B]e\\n", "캡슐"),
)
EN = [
    "캡슐 shouts Grav! and is wrong. The stone stands",
    "캡슐 skips a turn",
    "B]e\\n shouts Grav! and is right: 1 step from c5; 2 to 4 allowed. The stone is void",
    "B]e\\n removes c3, a stone of Round",
    "B]e\\n places c3 and declares 3 bonus turns",
    "that cannot be done now",
    "Round passes",
    "B]e\\n resigns",
]
JA = [
    "캡슐の「カツ！」は間違いです。石は残ります",
    "캡슐は1手番休みます",
    "B]e\\nの「カツ！」は正しい指摘です。",
    "B]e\\nがRoundの石 c3 を取り除きました",
    "B]e\\nが c3 に置き、ボーナス手番を3回宣言しました",
    "Roundがパスしました",
    "B]e\\nが投了しました",
]
KO = [
    "캡슐이 “갈!”을 외쳤지만 틀렸어요. 돌은 남아요",
    "캡슐이 한 턴을 쉬어요",
    "B]e\\n이 “갈!”을 외쳤고 정확해요.",
    "B]e\\n이 Round의 돌 c3을 제거했어요",
    "B]e\\n이 c3에 놓고 보너스 턴을 3번 선언했어요",
    "Round가 패스했어요",
    "B]e\\n이 기권했어요",
]


def comments_of(record: Record, language: str = "en") -> list[str]:
    nodes = read_sgf(format_sgf(record, language))
    return [value for node in nodes[1:] for value in node.get("C", [])]


@pytest.mark.parametrize(("language", "told"), [("en", EN), ("ja", JA), ("ko", KO)])
def test_passes_shouts_and_removals_are_in_comments(language: str, told: list[str]) -> None:
    said = "\n".join(comments_of(TOLD, language))
    assert [text for text in told if text not in said] == []
    positions = [said.index(text) for text in told]
    assert positions == sorted(positions)


@given(GAMES, st.sampled_from(LANGUAGES))
def test_everything_that_stones_do_not_show_is_in_comments_in_order(
    game: Game, language: str
) -> None:
    record = record_of(game)
    state, expected = start(record.rules), []
    for action in record.actions:
        try:
            state, events = apply(state, action)
        except Refusal as refusal:
            expected.append(refusal.say(language))
            continue
        for event in events:
            text = event_text(event, None)
            if text and not (isinstance(event, Placed) and not event.declared):
                expected.append(text.say(language))
    assert "\n".join(comments_of(record, language)) == "\n".join(expected)


def test_a_comment_of_the_record_follows_the_generated_one() -> None:
    record = Record(
        THREE, (place(0, "c3"), Accept(1), Pass(0)), comments={0: "a", 1: "b\nc", 2: "d"}
    )
    assert comments_of(record) == ["a", "b\nc", "that cannot be done now\nd"]


NASTY = "[x] \\ ; ( ) : ]\\]"


def test_brackets_and_backslashes_survive_a_round_trip() -> None:
    record = Record(
        THREE,
        (place(0, "c3"),),
        name=NASTY + "n",
        players=(NASTY + "0", NASTY + "1", NASTY + "2"),
        date="2024-05-12 " + NASTY,
        place=NASTY + "p",
        comments={0: NASTY + "\n" + NASTY},
        extra={"comment": NASTY + "!"},
    )
    text = format_sgf(record)
    root, node = read_sgf(text)
    assert root["GN"] == [NASTY + "n"]
    assert (root["PB"], root["PW"], root["PC"]) == ([NASTY + "0"], [NASTY + "1"], [NASTY + "p"])
    assert root["GC"] == [f"Player 3: {NASTY}2\n2024-05-12 {NASTY}\n{NASTY}!"]
    assert node["C"] == [NASTY + "\n" + NASTY]


@given(st.text(st.characters(exclude_categories=()) | st.sampled_from("[]\\;()\n:\ud800\x00")))
def test_any_text_is_escaped_so_that_its_end_is_found(text: str) -> None:
    record = Record(
        THREE, (place(0, "c3"),), name=text, players=(text, text, text), comments={0: text}
    )
    written = format_sgf(record)
    written.encode()
    root, node = read_sgf(written)
    values = [root.get("GN"), root.get("PB"), root.get("PW"), node.get("C")]
    for (value,) in (value or [""] for value in values):
        assert shown(value) == shown(text)


def shown(text: str) -> str:
    """The text with unprintable characters replaced, as `write_sgf` writes it."""
    return "\n".join(printable(line) for line in text.split("\n"))


@pytest.mark.parametrize("name", ["山田\u3000太郎", "👩\u200d👩\u200d👧", "می\u200cخواهم"])
def test_printable_characters_are_unchanged(name: str) -> None:
    """Wide spaces, and the joiners within emoji and Persian words, are no control characters."""
    (root,) = read_sgf(format_sgf(Record(THREE, name=name)))
    assert root["GN"] == [name]


def test_a_comment_that_is_no_text_is_left_out() -> None:
    (root,) = read_sgf(format_sgf(Record(THREE, extra={"comment": None})))
    assert "None" not in root.get("GC", [""])[0]


@pytest.mark.parametrize(
    ("date", "dated"),
    [("2024", True), ("2024-05", True), ("2024-05-12", True), ("May 12", False), ("2024-5", False)],
)
def test_only_a_date_in_sgf_format_is_written_as_date(date: str, dated: bool) -> None:
    (root,) = read_sgf(format_sgf(Record(THREE, date=date)))
    assert root.get("DT") == ([date] if dated else None)
    assert (date in root["GC"][0]) is not dated


TWO = Rules(9, 2, Setting(3, 3, 4, 2, 4), first=0)
C3, E3 = place(0, "c3"), place(0, "e3")


@every(
    ("rules", "actions", "result"),
    [
        (TWO, (C3,), None),
        (TWO, (C3, Resign(1)), ["B+R"]),
        (TWO, (C3, Resign(0)), ["W+R"]),
        (TWO, (C3, Pass(1), Pass(0)), ["B+1"]),
        (TWO, (C3, Pass(1), E3, Pass(1), Pass(0)), ["B+2"]),
        (TWO, (C3, place(1, "c5"), Accept(0), Pass(0), Pass(1)), ["W+"]),
        (THREE, (C3, Resign(0), Resign(1)), None),
    ],
)
def test_the_result_is_written_for_two_players(
    rules: Rules, actions: tuple[Any, ...], result: list[str] | None
) -> None:
    assert read_sgf(format_sgf(Record(rules, actions)))[0].get("RE") == result


def test_players_without_names_are_named_by_number() -> None:
    (root,) = read_sgf(format_sgf(Record(THREE), "ko"))
    assert (root["PB"], root["PW"]) == (["1번 플레이어"], ["2번 플레이어"])


def test_corners_of_the_largest_board_are_correct() -> None:
    rules = Rules(MAX_SIZE, 2, Setting(9, 9, 81, 0, 99), first=0)
    corners = ("a1", "y1", "a25", "y25")
    actions = tuple(place(k % 2, name) for k, name in enumerate(corners))
    nodes = read_sgf(format_sgf(Record(rules, actions)))[1:]
    named = [node.get("AB", []) + node.get("AW", []) for node in nodes]
    assert named == [["ay"], ["yy"], ["aa"], ["ya"]]
