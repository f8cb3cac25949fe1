"""Small experiments, and runs of them."""

from pathlib import Path

from grav.lab.experiment import parse_experiment
from grav.lab.run import ALL_PARTS, Shard, play_missing_parts, process_runner
from grav.lab.store import RunFolder, open_folder

SMALL = """
name = "small"
seed = 5
games = 60
boards = {sizes = [4, 5], players = [2, 3]}
settings = {list = ["3 3 4 1 4", "3 2 3 1 3"]}
line_ups = ["random", "greedy, random"]
"""
KEPT = """
name = "kept"
seed = 5
games = 24
boards = {sizes = 4}
settings = {list = ["3 3 4 1 4", "3 2 3 1 3"]}
line_ups = ["random", "greedy, random"]
keep = "games"
"""
MIXED = """
name = "mixed"
seed = 5
games = 3
boards = {sizes = [4, 9]}
settings = {list = ["3 3 4 1 4"]}
editions = ["revised", "classic"]
enforcement = ["strict", "challenge"]
line_ups = ["random", "greedy, random", "level=1"]
"""
"""An experiment of which a GPU can play some cells."""
SMALL_WORK = 40_000
"""The work of a part, so small that a small experiment has many parts."""


def play(path: Path, text: str = SMALL, workers: int = 1, shard: Shard = ALL_PARTS) -> RunFolder:
    """Plays a run up to the end of the shard, and returns its folder."""
    with open_folder(path, parse_experiment(text), text) as folder:
        play_missing_parts(folder, process_runner(workers), shard)
        return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Returns all that a run stores."""
    return {
        str(file.relative_to(folder)): file.read_bytes()
        for file in sorted(folder.rglob("*.parquet"))
    }
