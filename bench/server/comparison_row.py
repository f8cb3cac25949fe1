"""Figures of two servers side by side. A side that is not available has none."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.server.resource_usage import Cores


@dataclass(frozen=True)
class Figure:
    """What was measured on one side, and the cores that were used."""

    value: float
    cores: Cores


@dataclass(frozen=True)
class Kind:
    """What is measured, whether lower is better, and the targets for the ratio."""

    what: str
    is_cost: bool = False
    target: float | None = None
    stretch: float | None = None

    def best(self, figures: Iterable[Figure]) -> Figure | None:
        """Returns the best figure: other processes can only make a round worse."""
        choose = min if self.is_cost else max
        return choose(figures, key=lambda figure: figure.value, default=None)


@dataclass(frozen=True)
class Row:
    kind: Kind
    ours: Figure | None
    peer: Figure | None

    @property
    def ratio(self) -> float | None:
        """How many times better ours is; None if a side is missing."""
        if self.ours is None or self.peer is None:
            return None
        more = self.ours.value / self.peer.value
        return 1 / more if self.kind.is_cost else more

    @property
    def verdict(self) -> str:
        """`stretch`, `reached` or `below`, by the targets for the ratio; empty without a target."""
        if self.ratio is None or self.kind.target is None:
            return ""
        if self.kind.stretch is not None and self.ratio >= self.kind.stretch:
            return "stretch"
        return "reached" if self.ratio >= self.kind.target else "below"

    def to_json(self) -> dict[str, object]:
        """Returns the five fields that every row has, and the cores."""
        return {
            "what": self.kind.what,
            "ours": self.ours and self.ours.value,
            "peer": self.peer and self.peer.value,
            "ratio": self.ratio,
            "target": self.kind.target,
            "ours_cores": self.ours and self.ours.cores.to_json(),
            "peer_cores": self.peer and self.peer.cores.to_json(),
        }
