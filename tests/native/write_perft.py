"""Writes tests/data/perft: counts of sequences of actions under some rules.

`make perft` counts by the native core and writes the files; `--check` writes nothing, and counts
every number again by the Python rules, which takes minutes.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from grav.game import Action, action_from_json, action_to_json
from grav.native import NativeGame
from grav.rules import Rules, parse_rules, rules_to_json
from grav.testing import place, play_all
from grav.testing.games.perft import perft

FOLDER = Path(__file__).parents[1] / "data" / "perft"
MAX_SEQUENCES = 400_000
"""The most sequences at the deepest level: the tests with sanitizers count them all."""

NOTE = (
    "counts[d] is the number of sequences of d accepted actions after `actions`, as defined in "
    "cpp/include/grav/perft.h. Counted by the native core (`make perft`); every number was "
    "counted again by grav.testing.games.perft (`python tests/native/write_perft.py --check`)."
)

CASES = {
    "3x3-revised-strict": "3x3 2p 3 2 3 0 4 revised strict",
    "3x3-classic": "3x3 2p 3 3 5 1 3 classic",
    "3x3-three-classic-strict": "3x3 3p 3 2 4 0 4 classic strict",
    "3x3-three-revised": "3x3 3p 3 3 6 1 2 revised",
    "3x3-must-place": "3x3 2p 3 3 9 0 4 classic bonus_pass=no first=0",
    "4x4-revised": "4x4 2p 3 2 3 1 3 revised",
    "4x4-classic-strict": "4x4 2p 3 2 2 2 4 classic strict",
    "4x4-three-whole-strict": "4x4 3p 3 3 4 1 4 classic bonus=declared shapes=whole strict",
    "4x4-far-revised": "4x4 2p 3 4 16 3 6 revised first=1",
    "5x5-classic-strict": "5x5 2p 3 3 4 1 4 classic strict",
    "5x5-revised": "5x5 2p 3 3 4 2 4 revised",
    "5x5-three-limited-strict": "5x5 3p 4 3 5 2 3 revised bonus_limit=1 strict",
    "5x5-near-classic": "5x5 2p 3 2 2 1 2 classic min_shape=5 bonus_limit=0",
    "9x9-revised-strict": "9x9 2p 3 3 4 2 4 revised strict first=0",
}

IN_THE_MIDDLE = {
    "4x4-middle-revised-strict": ("4x4 2p 3 2 3 1 5 revised strict", "a1 b2 d3 c1 a2"),
    "5x5-middle-classic": ("5x5 2p 3 3 5 1 4 classic", "b2 d2 b4"),
    "5x5-middle-revised": ("5x5 2p 3 3 5 1 4 revised", "b2 d2 b4 e3 c5 a3"),
    "5x5-middle-revised-strict": ("5x5 2p 3 3 5 1 4 revised strict", "b2 d2 b4 e3 c5 a3"),
}
"""Positions after these stones of two players in turn; the next stone completes shapes."""


def count_sequences(rules: Rules, actions: Sequence[Action]) -> list[int]:
    """Counts sequences up to the last depth that does not exceed the maximum."""
    game, counts = NativeGame(rules), [1]
    for action in actions:
        game.apply(action)
    while (count := game.perft(len(counts))) <= MAX_SEQUENCES:
        counts.append(count)
    return counts


def write() -> None:
    cases = {name: (line, "") for name, line in CASES.items()} | IN_THE_MIDDLE
    for name, (line, points) in cases.items():
        rules = parse_rules(line)
        actions = [place(k % 2, point) for k, point in enumerate(points.split())]
        case = {
            "id": name,
            "line": str(rules),
            "rules": rules_to_json(rules),
            "actions": [action_to_json(action) for action in actions],
            "counts": count_sequences(rules, actions),
            "note": NOTE,
        }
        (FOLDER / f"{name}.json").write_text(json.dumps(case, indent=2) + "\n", "utf-8")


def check() -> None:
    for file in sorted(FOLDER.glob("*.json")):
        case = json.loads(file.read_text("utf-8"))
        state = play_all(parse_rules(case["line"]), *map(action_from_json, case["actions"]))
        for depth, count in enumerate(case["counts"]):
            found = perft(state, depth)
            verdict = "as written" if found == count else f"but {count} is written"
            sys.stdout.write(f"{case['id']}, depth {depth}: {found}, {verdict}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    check() if "--check" in sys.argv[1:] else write()
