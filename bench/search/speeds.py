"""Simulations a second, with careful play-outs and without, and the processor that makes them."""

import os
import platform
from collections.abc import Iterable, Iterator
from pathlib import Path

from bench.measuring import rates_by_cpu_time
from bench.native import searches
from bench.search.matches import GAMES
from bench.search.variants import COMPLETING
from grav.lab.findings.search_results import Speed
from grav.rules import parse_rules

RULES = (*GAMES, "23x23 2p 5 4 8 2 12 revised strict first=0")
SIMULATIONS = 2000
"""Of each search."""
_CPUINFO = Path("/proc/cpuinfo")


def measure_speeds(lines: Iterable[str] = RULES) -> Iterator[Speed]:
    for line in lines:
        rules = parse_rules(line)
        careful, completing = rates_by_cpu_time(
            searches(rules, SIMULATIONS), searches(rules, SIMULATIONS, options=COMPLETING)
        )
        yield Speed(line, round(careful), round(completing))


def describe_machine() -> str:
    """Returns the processor's name where the system says it, and how many there are."""
    lines = _CPUINFO.read_text("utf-8").splitlines() if _CPUINFO.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} processors"
