"""In `challenge`, `grav play` does not reveal verdicts. Each game is typed twice, under rules so
different that a stone breaks a rule, or completes a shape, under one of them only; all output but
the rules themselves must be equal."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from subprocess import CompletedProcess

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.subtests import every

from grav.text import LANGUAGES, Language

Grav = Callable[..., CompletedProcess[str]]
in_every_language = every("language", LANGUAGES)

ASIDES = ["help", "board", "nonsense", "2 e5", "9 grav", "remove e5", "place", ""]
"""What may be tried in a window without closing it."""


def output_of(grav: Grav, rules: str, lines: list[str], *options: str) -> str:
    """Returns all output of a game, without the rules at its head."""
    done = grav("play", "--rules", rules, *options, stdin="\n".join((*lines, "quit", "", "")))
    assert (done.returncode, done.stderr) == (0, "")
    head, _, rest = done.stdout.partition("\n\n")
    assert "revised" in head or "classic" in head
    return rest


BREACHES = {
    "distance": ("9x9 2p 3 3 4 2 4", "9x9 2p 3 3 4 1 4", ["e5", "ok", "e6"]),
    "too far": ("9x9 2p 3 3 4 1 4", "9x9 2p 3 3 4 1 5", ["e5", "ok", "e9", "ok", "a8"]),
    "density": ("9x9 2p 3 2 2 1 4", "9x9 2p 3 2 3 1 4", ["e5", "ok", "e6", "ok", "f5"]),
    "continuity": (
        "9x9 2p 3 3 9 1 4",
        "9x9 2p 4 3 9 1 4",
        ["a1", "ok", "b1", "ok", "c1", "ok", "d1"],
    ),
}


@in_every_language
@every(("breaking", "kept", "lines"), BREACHES.values(), ids=BREACHES.keys())
@every("edition", ["revised", "classic shapes=whole"])
def test_a_breach_shows_in_nothing_but_a_shout(
    grav: Grav, language: Language, breaking: str, kept: str, lines: list[str], edition: str
) -> None:
    def outputs(*more: str) -> tuple[str, str]:
        one, other = (
            output_of(grav, f"{rules} {edition}", [*lines, *more], "--lang", language)
            for rules in (breaking, kept)
        )
        return one, other

    for more in ([], ASIDES, ["ok", "help", "g7", "ok", "pass", "pass", "n"]):
        one, other = outputs(*more)
        assert one == other
    one, other = outputs("grav")
    assert one != other


PARALLELOGRAM = ["b2", "ok", "d2", "ok", "b4", "ok"]


@every(
    ("edition", "line"),
    [("revised", "d4 +1"), ("classic", "d4"), ("classic bonus_limit=1", "d4")],
)
@every("answer", [*ASIDES, "a1", "pass", "a1 +1", "1 pass", "1 a1", "2 pass"])
def test_whether_bonus_turns_follow_shows_only_when_the_window_closes_bug(
    grav: Grav, edition: str, line: str, answer: str
) -> None:
    """The stone completes a shape of four, which counts under one of the two rules only."""
    one, other = (
        output_of(grav, f"5x5 2p 3 3 9 1 8 {edition}{more}", [*PARALLELOGRAM, line, answer])
        for more in ("", " min_shape=5")
    )
    assert one == other


def test_a_bonus_turn_is_reported_when_the_window_closes(grav: Grav) -> None:
    one, other = (
        output_of(grav, f"5x5 2p 3 3 9 1 8 revised{more}", [*PARALLELOGRAM, "d4 +1", "ok"])
        for more in ("", " min_shape=5")
    )
    assert "bonus turn" in one
    assert one != other


def test_a_saved_game_holds_no_verdict(grav: Grav) -> None:
    for name in ("game.json", "game.grav", "game.sgf"):
        kept = []
        for least in (1, 2):
            Path(name).unlink(missing_ok=True)
            output_of(grav, f"9x9 2p 3 3 4 {least} 4 revised", ["e5", "e6", f"save {name}"])
            kept.append(Path(name).read_text("utf-8"))
        differing = list(zip(*(text.split() for text in kept), strict=True))
        assert sum(one != other for one, other in differing) == 1


points = st.builds("{}{}".format, st.sampled_from("abcde"), st.integers(1, 5))
lines_without_shouts = st.lists(
    points
    | points.map("2 {}".format)
    | st.sampled_from(
        ("ok", "ok", "pass", "1 ok", "3 ok", "help", "board", "1 resign", "remove a1")
    ),
    max_size=30,
)
some_rules = st.lists(
    st.sampled_from(("3 3 9 0 8", "3 2 2 2 4", "4 3 4 1 4", "3 3 4 3 3")), min_size=2, unique=True
)


@settings(max_examples=60)
@given(lines_without_shouts, some_rules, st.integers(2, 3))
def test_without_shouts_and_declarations_the_five_numbers_show_in_nothing(
    grav: Grav, lines: list[str], rules: list[str], players: int
) -> None:
    seen = [
        output_of(
            grav, f"5x5 {players}p {setting} revised", [*lines, *["2 resign", "3 resign", "n"]]
        )
        for setting in rules
    ]
    for one, other in pairwise(seen):
        assert one == other
