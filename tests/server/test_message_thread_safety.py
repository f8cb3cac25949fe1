"""Threads that convert the same message types for the first time at once."""

import subprocess
import sys

TRIES = 8
"""Number of processes; in each, the types are analysed for the first time. Without the fix every
second or third one crashed.
"""
SCRIPT = """
import sys
import threading

sys.setswitchinterval(1e-6)
import msgspec
from grav.server.http import atlas, drills
from grav.server.messages import atlas as a
from grav.server.messages import drills as d
from grav.server.review import recorded_races

shapers = {
    a.ForecastAnswer: atlas._answer,
    a.AtlasMap: atlas._map,
    a.ProspectShown: atlas._prospect,
    a.AtlasBoard: atlas._board,
    a.AtlasMeasure: atlas._measure,
    d.SpotShown: drills._spot,
    d.ExamplesShown: drills._examples,
    d.CourseShown: drills._course,
    recorded_races.RecordedRace: recorded_races._race,
}
together = threading.Barrier(8)


def shape():
    together.wait()
    for kind, shaped in shapers.items():
        try:
            shaped(dict.fromkeys(kind.__struct_encode_fields__, 1))
        except msgspec.ValidationError:
            pass


threads = [threading.Thread(target=shape) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_many_threads_can_convert_messages_at_once() -> None:
    # Attempts run one after the other: in parallel each is too slow for the race to happen.
    ended = [subprocess.run([sys.executable, "-c", SCRIPT]).returncode for _ in range(TRIES)]
    assert ended == [0] * TRIES
