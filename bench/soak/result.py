"""The result of a soak, in numbers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.server.resource_usage import percentile
from bench.soak.checks import Check
from bench.soak.fault_injection import Outage
from bench.soak.load_measurements import Metrics
from bench.soak.process_sampling import OtherUsage, Sample

SHARES = (0.5, 0.99)
COUNTED = ("sent", "refused", "unavailable", "internal", "reconnected", "not let in", "games")


@dataclass(frozen=True)
class Result:
    how: Mapping[str, Any]
    """What was asked for, and the rate that was found and kept."""
    metrics: Metrics
    samples: Sequence[Sample]
    other_usage: Sequence[OtherUsage]
    outages: Sequence[Outage]
    checks: Sequence[Check]

    @property
    def passed(self) -> bool:
        return all(check.passed is not False for check in self.checks)

    def delays(self) -> Iterator[dict[str, Any]]:
        """Yields percentiles in milliseconds, for each interval and kind."""
        for kind, intervals in self.metrics.delays.items():
            for at, values in sorted(intervals.items()):
                for share in SHARES:
                    delay = 1000 * percentile(values, share)
                    yield {"at": self._at(at), "kind": kind, "share": share, "ms": delay}

    def counts(self) -> Iterator[dict[str, Any]]:
        """Yields how often per second each event happened, for each interval."""
        for at, counter in sorted(self.metrics.counts.items()):
            for what in COUNTED:
                rate = counter[what] / self.metrics.interval
                yield {"at": self._at(at), "what": what, "rate": rate}

    def to_json(self) -> dict[str, Any]:
        return {
            "how": dict(self.how),
            "passed": self.passed,
            "checks": [asdict(check) for check in self.checks],
            "totals": {what: self.metrics.total(what) for what in COUNTED},
            "faults": self.metrics.faults,
            "strikes": [asdict(outage) for outage in self.outages],
            "delays": list(self.delays()),
            "counts": list(self.counts()),
            "moods": [asdict(each) for each in self.other_usage],
            "samples": [asdict(sample) for sample in self.samples],
        }

    def _at(self, interval: int) -> float:
        """Returns the middle of an interval, in seconds since the beginning."""
        return (interval + 0.5) * self.metrics.interval
