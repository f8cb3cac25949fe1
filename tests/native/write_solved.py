"""Writes tests/data/solved.json: small boards of two players, solved.

`python tests/native/write_solved.py` solves by the native core, in a minute or two. The tests solve
the boards again up to 4 × 4, and compare the smallest with a plain search by the Python rules.
"""

import json
from pathlib import Path

from grav.native.search import solve
from grav.rules import parse_rules

FILE = Path(__file__).parents[1] / "data" / "solved.json"

NOTE = (
    "margin: stones that the first has more than the other at the end, with best play by both; of "
    "equals the other wins. best: the first stones that reach it."
)
SETTINGS = {
    3: ("3 2 2 1 2", "3 2 3 1 2", "3 2 3 0 4", "3 3 4 2 4", "3 3 5 1 3", "3 3 6 1 4", "3 3 9 0 4"),
    4: ("3 2 2 1 2", "3 2 3 1 2", "3 2 3 1 4", "3 3 4 2 4", "3 3 5 1 6", "3 4 16 0 6"),
    5: ("3 2 2 1 2", "3 3 3 1 4", "3 3 4 2 4"),
}
EDITIONS = (
    "classic",
    "revised",
    "classic shapes=largest",
    "revised bonus_pass=yes",
    "revised shapes=whole",
    "revised min_shape=5",
    "revised bonus_limit=1",
    "classic bonus_limit=2 bonus_pass=no",
)


def write() -> None:
    lines = []
    for size, settings in SETTINGS.items():
        for setting in settings:
            for edition in EDITIONS:
                rules = parse_rules(f"{size}x{size} 2p {setting} {edition} strict first=0")
                solved = solve(rules)
                best = sorted(str(point) for point, _ in solved.best)
                case = {"rules": str(rules), "margin": solved.margin, "best": best}
                lines.append(json.dumps(case))
    cases = ",\n    ".join(lines)
    note = json.dumps(NOTE)
    FILE.write_text(f'{{\n  "note": {note},\n  "cases": [\n    {cases}\n  ]\n}}\n', "utf-8")


if __name__ == "__main__":
    write()
