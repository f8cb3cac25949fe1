"""Cards: in turn, players draw two cards and keep one, until all five numbers are fixed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Literal

from grav.game.seeded_draws import Draws
from grav.game.sensible_settings import (
    MAX_SHARE,
    MIN_SHARE,
    sensible_a,
    sensible_b,
    sensible_d,
    sensible_reach,
    share_of_square,
)
from grav.game.settling_refusal import (
    SettlingCode,
    SettlingError,
    check_may_act,
    check_seed,
    check_table,
)
from grav.rules.setting import Setting
from grav.text import GravError

HAND = 2
# Each of the other four numbers takes one hand, and each hand may discard a card of the fifth.
MIN_CARDS = len(Setting._fields)
SHARES = (MIN_SHARE, Fraction(2, 5), Fraction(1, 2), Fraction(3, 5), MAX_SHARE)


class CardError(GravError):
    """A list of cards with an unknown card, or with two cards for one number."""


@dataclass(frozen=True, slots=True)
class ExactCard:
    """Fixes a, b or d at a value."""

    number: Literal["a", "b", "d"]
    value: int

    def __str__(self) -> str:
        return f"{self.number} {self.value}"


@dataclass(frozen=True, slots=True)
class ShareCard:
    """Fixes c as a fraction of the square, whose side b is fixed by another card."""

    share: Fraction

    number = "c"

    def __str__(self) -> str:
        return f"{self.number} {self.share}"


@dataclass(frozen=True, slots=True)
class ReachCard:
    """Fixes e as `more` above d, which is fixed by another card."""

    more: int

    number = "e"

    def __str__(self) -> str:
        return f"{self.number} +{self.more}"


Card = ExactCard | ShareCard | ReachCard


@cache
def deck_for(size: int) -> tuple[Card, ...]:
    """Returns the whole deck for a board, sorted by number (a to e), then by value."""
    return (
        *_repeat_evenly(*(ExactCard("a", a) for a in sensible_a(size))),
        *_repeat_evenly(*(ExactCard("b", b) for b in sensible_b(size))),
        *_repeat_evenly(*(ShareCard(share) for share in SHARES)),
        *_repeat_evenly(*(ExactCard("d", d) for d in sensible_d(size))),
        *_repeat_evenly(*(ReachCard(more) for more in sensible_reach(size))),
    )


def _repeat_evenly(*kinds: Card) -> Iterator[Card]:
    """Repeats each kind equally often, so that there are at least MIN_CARDS cards in all."""
    copies = -(-MIN_CARDS // len(kinds))
    return (card for card in kinds for _ in range(copies))


def numbers_of(cards: Iterable[Card]) -> dict[str, int]:
    """Returns the numbers that these cards fix; c is known only with b, and e only with d."""
    known: dict[str, int] = {}
    # In order of their numbers: b comes before c, and d before e.
    for card in sorted(cards, key=lambda card: card.number):
        match card:
            case ExactCard(number, value):
                known[number] = value
            case ShareCard(share) if "b" in known:
                known["c"] = share_of_square(known["b"], share)
            case ReachCard(more) if "d" in known:
                known["e"] = known["d"] + more
    return known


def parse_cards(text: str, size: int) -> tuple[Card, ...]:
    """Parses cards such as `a 3, c 1/2, e +3`: at most one for each number.

    :raises CardError: when the deck for this board has no such card, or a number has two
    """
    deck = {str(card): card for card in deck_for(size)}
    found: dict[str, Card] = {}
    for name in filter(None, map(str.strip, text.split(","))):
        if name not in deck:
            values = {"found": name[:20], "size": size, "expected": ", ".join(deck)}
            raise CardError("settling.unknown_card", **values)
        card = deck[name]
        if card.number in found:
            raise CardError("settling.card_twice", number=card.number)
        found[card.number] = card
    return tuple(found.values())


def settings_to_come(size: int, kept: Iterable[Card]) -> Iterator[Setting]:
    """Yields the setting for every combination of cards for the numbers that are not fixed yet.

    Every combination has the same weight, so a setting is repeated for each combination that
    leads to it. Discarded cards are not taken into account.
    """
    fixed = {card.number: [card] for card in kept}
    kinds: dict[str, list[Card]] = {}
    for card in dict.fromkeys(deck_for(size)):
        kinds.setdefault(card.number, []).append(card)
    for cards in product(*(fixed.get(number, kinds[number]) for number in Setting._fields)):
        yield Setting(**numbers_of(cards))


@dataclass(frozen=True, slots=True)
class Draw:
    """Draws two cards from the deck, or the only one left."""

    by: int


@dataclass(frozen=True, slots=True)
class Keep:
    """Keeps one card of the hand, by its index from 0; the other is discarded."""

    by: int
    index: int


CardStep = Draw | Keep


@dataclass(frozen=True, slots=True)
class Cards:
    """The state between two steps. All cards are public; the seed determines the draws."""

    size: int
    players: int
    seed: str
    steps: tuple[CardStep, ...] = ()
    used: int = 0
    """How many random words of the seed were consumed (see `Draws`)."""
    drawn: tuple[int, ...] = ()
    """The indices in the whole deck of the cards drawn so far."""
    hand: tuple[Card, ...] = ()
    """The cards just drawn; one of them must be kept."""
    kept: tuple[Card, ...] = ()

    how = "cards"

    def __post_init__(self) -> None:
        check_table(self.size, self.players)
        check_seed(self.seed)

    @property
    def to_act(self) -> int | None:
        """The seat to draw or keep; in seat order, each fixes one number. None when settled."""
        return None if self.settled else len(self.kept) % self.players

    @property
    def left(self) -> tuple[int, ...]:
        """The indices of the cards that can still be drawn: none for numbers that are fixed."""
        fixed = {card.number for card in self.kept}
        return tuple(
            place
            for place, card in enumerate(deck_for(self.size))
            if place not in self.drawn and card.number not in fixed
        )

    @property
    def numbers(self) -> Mapping[str, int]:
        """The numbers known so far; c is known only with b, and e only with d."""
        return numbers_of(self.kept)

    @property
    def settled(self) -> Setting | None:
        numbers = self.numbers
        return Setting(**numbers) if len(numbers) == len(Setting._fields) else None


def play_card(cards: Cards, step: CardStep) -> Cards:
    """Returns the state after the step; raises SettlingError if the step is refused."""
    check_may_act(cards.settled, cards.players, step.by)
    if isinstance(step, Draw) == bool(cards.hand):
        raise SettlingError(SettlingCode.WRONG_PHASE)
    seat = len(cards.kept) % cards.players
    if step.by != seat:
        raise SettlingError(SettlingCode.NOT_YOUR_TURN, seat=seat + 1)
    done = replace(cards, steps=(*cards.steps, step))
    return _draw(done) if isinstance(step, Draw) else _keep(done, step.index)


def _draw(cards: Cards) -> Cards:
    left, draws, taken = list(cards.left), Draws(cards.seed, cards.used), []
    for _ in range(min(HAND, len(left))):
        index, draws = draws.below(len(left))
        taken.append(left.pop(index))
    deck = deck_for(cards.size)
    return replace(
        cards,
        used=draws.used,
        drawn=(*cards.drawn, *taken),
        hand=tuple(deck[place] for place in taken),
    )


def _keep(cards: Cards, index: int) -> Cards:
    if not 0 <= index < len(cards.hand):
        raise SettlingError(SettlingCode.NO_SUCH_CARD, card=index + 1, cards=len(cards.hand))
    return replace(cards, hand=(), kept=(*cards.kept, cards.hand[index]))
