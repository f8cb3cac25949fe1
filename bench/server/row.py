"""Figures of two servers side by side. A side that cannot be had has none."""

from collections.abc import Iterable
from dataclasses import dataclass

from bench.server.measure import Cores


@dataclass(frozen=True)
class Figure:
    """What was measured on one side, and the cores that it took."""

    value: float
    cores: Cores


@dataclass(frozen=True)
class Kind:
    """What figures are of, whether they should be low, and the ratio that is aimed at."""

    what: str
    is_cost: bool = False
    target: float | None = None
    stretch: float | None = None

    def best(self, figures: Iterable[Figure]) -> Figure | None:
        """Neighbours can only make a round worse, so the best is the one that says something."""
        choose = min if self.is_cost else max
        return choose(figures, key=lambda figure: figure.value, default=None)


@dataclass(frozen=True)
class Row:
    kind: Kind
    ours: Figure | None
    peer: Figure | None

    @property
    def ratio(self) -> float | None:
        """How many times better ours is."""
        if self.ours is None or self.peer is None:
            return None
        more = self.ours.value / self.peer.value
        return 1 / more if self.kind.is_cost else more

    @property
    def verdict(self) -> str:
        """How far the ratio came: past the stretch, to the target, or below it."""
        if self.ratio is None or self.kind.target is None:
            return ""
        if self.kind.stretch is not None and self.ratio >= self.kind.stretch:
            return "stretch"
        return "reached" if self.ratio >= self.kind.target else "below"

    def to_json(self) -> dict[str, object]:
        """The five things that every row tells, and the cores."""
        return {
            "what": self.kind.what,
            "ours": self.ours and self.ours.value,
            "peer": self.peer and self.peer.value,
            "ratio": self.ratio,
            "target": self.kind.target,
            "ours_cores": self.ours and self.ours.cores.to_json(),
            "peer_cores": self.peer and self.peer.cores.to_json(),
        }
