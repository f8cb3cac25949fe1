"""Formats the atlas's forecasts while the numbers are being settled at the terminal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grav.atlas import atlas, find_thinkers
from grav.atlas.prospect_ranges import compute_prospect
from grav.cli.forecasts.balance_text import balance_text
from grav.game.cards import Card, settings_to_come
from grav.rules import Edition, Rules, Setting
from grav.text import Text


@dataclass(frozen=True, slots=True)
class SettlingForecast:
    """Forecasts for a board, players and edition. Where nothing was measured, all that is said of
    five numbers is who wins among players who think, or that it is not known."""

    size: int
    players: int
    edition: Edition

    def of(self, setting: Setting) -> Iterator[Text]:
        """Yields the forecast for five given numbers, if there is one, and who wins."""
        rules = Rules(self.size, self.players, setting, self.edition)
        if (found := atlas().forecast(rules)) is not None:
            length, spread = found.value("length") or 0.0, found.value("length_spread") or 0.0
            usual = (max(0.0, length - spread), min(self.size**2, length + spread))
            yield _stones_and_difficulty(length, usual, found.harder_than)
        yield Text("play.outlook_balance", {"balance": balance_text(find_thinkers(atlas(), rules))})

    def with_cards(self, cards: Sequence[Card]) -> Iterator[Text]:
        """Yields the forecast over all settings that are still possible with these cards."""
        settings = list(settings_to_come(self.size, cards))
        if len(settings) == 1:
            yield from self.of(settings[0])
        elif (board := atlas().board(self.size, self.players, self.edition)) is not None:
            found = compute_prospect(board, settings)
            if (length := found.spans["length"]) and (sight := found.harder_than):
                yield _stones_and_difficulty(length.middle, (length.low, length.high), sight.middle)


def _stones_and_difficulty(stones: float, mostly: tuple[float, float], sight: float) -> Text:
    least, most = map(round, mostly)
    score = round(100 * sight)
    return Text(
        "play.outlook", {"stones": round(stones), "least": least, "most": most, "sight": score}
    )
