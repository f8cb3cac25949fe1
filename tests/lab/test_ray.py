"""An experiment on a cluster of two nodes, one of which is killed while it plays.

Ray is large, so `make test-ray` installs it; without it nothing is collected.
"""

import subprocess
import sys
from pathlib import Path

import pytest
from tests.lab.small_runs import KEPT, contents, play

from grav.lab.ray import ray_runner
from grav.lab.run import RunError

pytestmark = pytest.mark.needs_core

TIMEOUT = 240
SLOW = """
name = "slow"
seed = 5
games = 400_000
boards = {sizes = 7}
settings = {list = ["3 3 4 2 4", "3 3 5 1 3"]}
line_ups = "greedy"
"""
"""An experiment with parts that take a second each, so that the killed node is at work."""
SMALL_WORK, SLOW_WORK = 40_000, 700_000_000

# Run in a process of its own: Ray logs warnings, and leaves threads behind.
CLUSTER = """
import sys
from pathlib import Path
from ray.cluster_utils import Cluster
from grav.lab import plan
from grav.lab.experiment import parse_experiment
from grav.lab.ray import ray_runner
from grav.lab.run import play_missing_parts
from grav.lab.store import open_folder

if __name__ == "__main__":
    plan.MIN_WORK = int(sys.argv[3])
    dies = sys.argv[4] == "dies"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    second = cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()

    def progress(now):
        if now.parts == 3 and dies:
            cluster.remove_node(second, allow_graceful=False)
            print("killed", flush=True)

    text = sys.argv[2]
    try:
        with open_folder(Path(sys.argv[1]), parse_experiment(text), text) as folder:
            play_missing_parts(folder, ray_runner(cluster.address), progress=progress)
    finally:
        cluster.shutdown()
"""


@pytest.mark.parametrize(
    ("text", "work", "fate"), [(KEPT, SMALL_WORK, "lives"), (SLOW, SLOW_WORK, "dies")]
)
def test_a_cluster_plays_the_same_and_a_killed_node_costs_no_results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, work: int, fate: str
) -> None:
    script = tmp_path / "cluster.py"
    script.write_text(CLUSTER)
    words = [sys.executable, str(script), str(tmp_path / "ray"), text, str(work), fate]
    done = subprocess.run(words, capture_output=True, timeout=TIMEOUT)
    assert done.returncode == 0, done.stderr.decode()
    assert (b"killed" in done.stdout) is (fate == "dies")
    monkeypatch.setattr("grav.lab.plan.MIN_WORK", work)
    play(tmp_path / "here", text, workers=2)
    found = contents(tmp_path / "ray")
    assert found == contents(tmp_path / "here")
    assert len(found) > 7


def test_a_cluster_that_does_not_answer_is_reported() -> None:
    with pytest.raises(RunError, match="no cluster can be used at nonsense"):
        list(ray_runner("nonsense")([]))
