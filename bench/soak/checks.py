"""Judges whether a soak passed. Every bound is stated here, with its reason."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from bench.server.resource_usage import percentile
from bench.soak.fault_injection import Outage
from bench.soak.process_sampling import OtherUsage, Sample

WARM_UP_SECONDS = 420.0
"""The part of a process's life that is not judged for growth: unused tables stay in memory for
300 s, and are looked through once a minute; until then, their number rightly grows."""
MIN_FITTED_SECONDS = 120.0
"""A fit over less says more about the moment than about the process."""
JUDGED_SECONDS = WARM_UP_SECONDS + MIN_FITTED_SECONDS + 30.0
"""A soak of at least this length has to judge a server: a process needs some seconds to come
back, and samples are a second apart."""
MAX_POINTS = 120
"""Maximum number of points that a line is fitted to: more samples are grouped by medians."""
MAX_GROWTH_BYTES, MAX_GROWTH_SHARE = 4_000_000, 0.05
"""How much memory may grow by the fitted line, from the warm-up to the end: games of different
lengths and an allocator that has not reached its final size cause about as much. The bound does not
depend on the time, so the longer the soak, the smaller the leak that is found: in an hour, at 500
actions per second and 100 MB, some 6 bytes per action."""
MAX_MORE_FILES, MAX_MORE_FILES_SHARE = 10, 0.05
"""How many more files may be open, without clients' connections: a connection pool may grow."""
MAX_SLOWER = {0.5: 1.5, 0.99: 2.0}
"""How many times as long the delays of the last third may be as those of the first, by percentile.
Other processes on the machine affect the slowest ones most."""
MIN_SLOWER_SECONDS = {0.5: 0.002, 0.99: 0.020}
"""Less counts as no difference, whatever the factor: timers and the event loop vary as much."""
MAX_NEIGHBOURS = 0.25
"""Cores: if other processes use more, longer delays need not be the server's fault."""
CALM_SECONDS = 5.0
"""How long after a restart delays do not count: all clients reconnect at once."""
THIRDS = ((0, 1 / 3), (2 / 3, 1))
"""Of the time: the first and the last."""
MIN_CALM_INTERVALS = 3
"""Minimum number of calm intervals for a third to be judged."""


@dataclass(frozen=True)
class Check:
    """The result of one check; `passed` is None where it could not be judged."""

    what: str
    passed: bool | None
    told: str


@dataclass(frozen=True)
class Growth:
    """The growth over one life of a process, by a line fitted to its samples after the warm-up."""

    level: float
    """The value at the start of the line."""
    grown: float
    seconds: float


def measure_growth(samples: Iterable[Sample], kind: str) -> dict[str, Growth]:
    """Returns the growth over the longest life of each process that lived long enough; `kind` is
    `memory` or `files`."""
    lives = defaultdict[tuple[str, int], list[tuple[float, float]]](list)
    for each in samples:
        lives[each.what, each.pid].append((each.at, float(getattr(each, kind))))
    found = dict[str, Growth]()
    for (what, _), points in lives.items():
        begin = points[0][0] + WARM_UP_SECONDS
        fitted = [(at, value) for at, value in points if at >= begin]
        if not fitted or fitted[-1][0] - fitted[0][0] < MIN_FITTED_SECONDS:
            continue
        growth = fit_line(fitted)
        if what not in found or growth.seconds > found[what].seconds:
            found[what] = growth
    return found


def fit_line(points: Sequence[tuple[float, float]]) -> Growth:
    """Fits a line by the Theil–Sen estimator, the median of the slopes between any two points: a
    few outliers do not move it."""
    size = -(-len(points) // MAX_POINTS)
    few = [
        (median(at for at, _ in some), median(value for _, value in some))
        for some in (points[start : start + size] for start in range(0, len(points), size))
    ]
    slopes = [
        (later[1] - earlier[1]) / (later[0] - earlier[0])
        for index, earlier in enumerate(few)
        for later in few[index + 1 :]
        if later[0] > earlier[0]
    ]
    slope = median(slopes) if slopes else 0.0
    level = median(value - slope * (at - points[0][0]) for at, value in few)
    seconds = points[-1][0] - points[0][0]
    return Growth(level, slope * seconds, seconds)


def check_growth(samples: Sequence[Sample], processes: Iterable[str]) -> Iterator[Check]:
    memory, files = measure_growth(samples, "memory"), measure_growth(samples, "files")
    for what in processes:
        if what not in memory:
            needed = WARM_UP_SECONDS + MIN_FITTED_SECONDS
            told = f"no life of it was as long as {needed:g} s"
            yield Check(f"{what} does not grow", None, told)
            continue
        grown = memory[what]
        allowed = MAX_GROWTH_BYTES + MAX_GROWTH_SHARE * grown.level
        yield Check(
            f"the memory of {what} does not grow",
            grown.grown <= allowed,
            f"{grown.grown / 1e6:+.1f} MB in {grown.seconds:.0f} s, of {grown.level / 1e6:.0f} MB; "
            f"at most {allowed / 1e6:.1f} MB are allowed",
        )
        opened = files[what]
        more = MAX_MORE_FILES + MAX_MORE_FILES_SHARE * opened.level
        yield Check(
            f"the open files of {what} do not become more",
            opened.grown <= more,
            f"{opened.grown:+.1f} in {opened.seconds:.0f} s, of {opened.level:.0f}; "
            f"at most {more:.0f} are allowed",
        )


def check_judged(growth: Iterable[Check], seconds: float) -> Check:
    """Checks that the growth of at least one server was judged: a skipped check is not a pass."""
    what = "it was judged whether a server grows"
    if any("server" in check.what and check.passed is not None for check in growth):
        return Check(what, True, "of at least one")
    if seconds < JUDGED_SECONDS:
        return Check(what, None, f"that takes a soak of {JUDGED_SECONDS:g} s")
    return Check(what, False, "no server lived long enough, though there was time for it")


def neighbours(other_usage: Sequence[OtherUsage], seconds: float) -> float:
    """Returns how many cores others used in the first or the last third, whichever is more."""
    thirds = (
        [each.neighbours for each in other_usage if low * seconds <= each.at < high * seconds]
        for low, high in THIRDS
    )
    return max(median(third or [0.0]) for third in thirds)


def check_delays(
    kind: str,
    delays: Mapping[int, "array[float]"],
    outages: Sequence[Outage],
    other_usage: Sequence[OtherUsage],
    interval: float,
    seconds: float,
) -> Iterator[Check]:
    """Compares the delays of the last third with those of the first, where nothing was down."""
    calm = {
        at: values for at, values in delays.items() if is_calm(at, outages, interval) and at > 0
    }
    thirds = [
        [values for at, values in calm.items() if low <= (at + 0.5) * interval / seconds < high]
        for low, high in THIRDS
    ]
    others = neighbours(other_usage, seconds)
    for share, factor in MAX_SLOWER.items():
        what = f"delays until it was {kind}, p{100 * share:g}, are as at the beginning"
        if min(map(len, thirds)) < MIN_CALM_INTERVALS:
            yield Check(what, None, "there were too few intervals in which nothing was broken")
            continue
        first, last = (median(percentile(each, share) for each in third) for third in thirds)
        allowed = max(factor * first, first + MIN_SLOWER_SECONDS[share])
        told = (
            f"{1000 * first:.1f} ms in the first third, {1000 * last:.1f} ms in the last; "
            f"at most {1000 * allowed:.1f} ms are allowed"
        )
        if last <= allowed:
            yield Check(what, True, told)
        elif others > MAX_NEIGHBOURS:
            yield Check(what, None, f"{told}, but others used {others:.1f} cores of the machine")
        else:
            yield Check(what, False, told)


def is_calm(at: int, outages: Sequence[Outage], interval: float) -> bool:
    begin, end = at * interval, (at + 1) * interval
    return not any(each.begin < end and begin < each.end + CALM_SECONDS for each in outages)


def check_faults(faults: Sequence[str], games: int, actions: int) -> Check:
    if faults:
        return Check("nothing is lost, doubled or told twice", False, "; ".join(faults[:5]))
    told = f"{actions:,} acknowledged commands at {games:,} tables, held against what is stored"
    return Check("nothing is lost, doubled or told twice", True, told)
