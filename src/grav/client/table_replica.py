"""Replica of a table in a client: a snapshot (`Whole`), updated by messages (`News`)."""

import msgspec

from grav.game import View
from grav.rules import Rules, rules_from_json
from grav.server.messages.positions import view_of
from grav.server.messages.public_events import GameBegun
from grav.server.messages.views import Done, News, Now, Whole


class MissedMessage(Exception):
    """There is a gap between the replica's number and the news: a message is missing."""


class TableReplica:
    """A table as far as its messages have arrived; empty before the first `Whole`."""

    def __init__(self) -> None:
        self._whole: Whole | None = None
        self._rules: Rules | None = None

    @property
    def number(self) -> int | None:
        """The last number known, for the parameter `since` of a reconnection."""
        return None if self._whole is None else self._whole.number

    @property
    def whole(self) -> Whole:
        """The current table; its `actions` are those of the last snapshot: news add none."""
        assert self._whole is not None
        return self._whole

    @property
    def now(self) -> Now:
        return self.whole.now

    @property
    def you(self) -> tuple[int, ...]:
        """The seats of this client."""
        return self.whole.you

    @property
    def rules(self) -> Rules | None:
        """None before the numbers are settled."""
        return self._rules

    def view(self, seat: int | None) -> View | None:
        """Returns the view of the game from a seat; None before the game has begun."""
        position = self.now.position
        if position is None or self._rules is None:
            return None
        return view_of(position, self._rules, seat)

    def apply(self, message: Whole | News | Done) -> bool:
        """Applies a message; returns whether it was new (a reconnection can repeat old news).

        :raises MissedMessage: if a message before it is missing; it is not applied then
        """
        match message:
            case Whole():
                self._whole = message
                self._rules = None if message.rules is None else rules_from_json(message.rules)
                return True
            case Done(you=you):
                if self._whole is not None:
                    self._change(you=you)
                return True
            case News(after=after, number=number):
                if self.number is None or after > self.number:
                    raise MissedMessage
                if number <= self.number:
                    return False
                self._apply_news(message)
                return True

    def _apply_news(self, news: News) -> None:
        self._change(number=news.number, at=news.at, now=news.now)
        for begun in news.happened:
            if isinstance(begun, GameBegun):
                self._change(rules=begun.rules, setting=begun.setting)
                self._rules = rules_from_json(begun.rules)

    def _change(self, **parts: object) -> None:
        self._whole = msgspec.structs.replace(self.whole, **parts)
