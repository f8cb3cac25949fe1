"""Asks for a new game at the terminal: the board, the players, the five numbers."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from grav.bots import LEVELS, SIMPLE_PLAYERS
from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.cli.shared.console import Console
from grav.cli.shared.seeds import new_seed
from grav.cli.shared.typed_words import words_for
from grav.game import (
    AcceptProposal,
    Agreement,
    Card,
    Cards,
    Dice,
    Draw,
    ExactCard,
    Keep,
    Propose,
    ReachCard,
    Roll,
    Settling,
    ShareCard,
    negotiate,
    play_card,
    roll,
    settling_to_json,
)
from grav.native.loading import NativeMissing, core
from grav.rules import (
    MAX_PLAYERS,
    MAX_SIZE,
    MIN_PLAYERS,
    MIN_SIZE,
    RulesError,
    Setting,
)
from grav.rules.json_fields import Json
from grav.text import Text


@dataclass(frozen=True, slots=True)
class SettledNumbers:
    setting: Setting
    how: Json = None
    """How the numbers were settled, as JSON for the record; None if they were given."""


def ask_size(console: Console) -> int:
    return _ask_whole(console, "play.ask_size", MIN_SIZE, MAX_SIZE, 9)


def ask_players(console: Console) -> int:
    return _ask_whole(console, "play.ask_players", MIN_PLAYERS, MAX_PLAYERS, 2)


def ask_opponent(console: Console) -> str | None:
    """Asks for the opponent; returns a player's name, or None if people have all seats."""
    levels = _show_levels(console)
    while True:
        answer = _ask_or_quit(console, "play.ask_opponent")
        if not answer or answer in words_for("nobody"):
            return None
        if answer in levels:
            return answer
        for name in SIMPLE_PLAYERS:
            if answer in words_for(name):
                return name
        console.show_error(Text("play.no_such_opponent", {"found": answer[:40]}))


def _show_levels(console: Console) -> list[str]:
    """Prints the levels with their descriptions, and returns them; none without the native core."""
    try:
        core()
    except NativeMissing as missing:
        console.show(missing.text)
        return []
    for number, level in LEVELS.items():
        console.show_text(
            "play.level", number=f"{number:>2}", name=level.name, about=level.description
        )
    return [str(number) for number in LEVELS]


def ask_setting(
    console: Console, forecast: SettlingForecast, bots: Collection[int]
) -> SettledNumbers:
    """Settles the numbers by dice, cards or agreement, or reads them; prints their forecast."""
    settled = _ask_setting(console, forecast, bots)
    _show_texts(console, forecast.of(settled.setting))
    return settled


def _ask_setting(
    console: Console, forecast: SettlingForecast, bots: Collection[int]
) -> SettledNumbers:
    size, players = forecast.size, forecast.players
    while True:
        answer = _ask_or_quit(console, "play.ask_setting")
        if not answer or answer in words_for("dice"):
            return settle_by_dice(console, size, players, new_seed())
        if answer in words_for("cards"):
            return settle_by_cards(console, Cards(size, players, new_seed()), forecast, bots)
        if answer in words_for("agree"):
            return settle_by_agreement(console, Agreement(size, players), forecast, bots)
        setting = _read_setting(console, answer, size)
        if setting is not None:
            return SettledNumbers(setting)


def settle_by_dice(console: Console, size: int, players: int, seed: str) -> SettledNumbers:
    dice = roll(Dice(size, players, seed), Roll(0))
    console.show_text("play.dice_show", setting=str(dice.settled), seed=seed)
    return _to_settled(dice)


def settle_by_cards(
    console: Console, cards: Cards, forecast: SettlingForecast, bots: Collection[int]
) -> SettledNumbers:
    """Settles by cards: each in turn keeps one of two; programs keep the first."""
    while cards.to_act is not None:
        seat = cards.to_act
        cards = play_card(cards, Draw(seat))
        index = 0 if seat in bots else _ask_card(console, cards, forecast, seat)
        kept = cards.hand[index]
        cards = play_card(cards, Keep(seat, index))
        console.show_text("play.card_kept", seat=seat + 1, card=_card_text(kept))
    console.show_text("play.cards_show", setting=str(cards.settled), seed=cards.seed)
    return _to_settled(cards)


def _ask_card(console: Console, cards: Cards, forecast: SettlingForecast, seat: int) -> int:
    while True:
        for index, card in enumerate(cards.hand, start=1):
            console.show_text("play.card", index=index, card=_card_text(card))
            _show_texts(console, forecast.with_cards((*cards.kept, card)))
        answer = _ask_or_quit(console, "play.ask_card", seat=seat + 1) or "1"
        if answer in [str(index + 1) for index in range(len(cards.hand))]:
            return int(answer) - 1
        console.show_error(Text("play.no_such_card", {"found": answer[:40]}))


def _card_text(card: Card) -> Text:
    """Returns the text of what a card fixes."""
    match card:
        case ExactCard(number, value):
            return Text("play.card_exact", {"number": number, "value": value})
        case ShareCard(share):
            return Text("play.card_share", {"share": str(share)})
        case ReachCard(more):
            return Text("play.card_reach", {"more": more})


def settle_by_agreement(
    console: Console, agreement: Agreement, forecast: SettlingForecast, bots: Collection[int]
) -> SettledNumbers:
    """Settles by agreement: people propose and counter in turn; programs accept everything."""
    people = [seat for seat in range(agreement.players) if seat not in bots]
    turn = 0
    while agreement.settled is None:
        seat = people[turn % len(people)]
        if agreement.proposal is not None:
            _show_texts(console, forecast.of(agreement.proposal.setting))
        step = _ask_proposal(console, agreement, seat)
        agreement = negotiate(agreement, step)
        if isinstance(step, Propose):
            for bot in sorted(bots):
                agreement = negotiate(agreement, AcceptProposal(bot))
        turn += 1
    console.show_text("play.agreed", setting=str(agreement.settled))
    return _to_settled(agreement)


def _ask_proposal(console: Console, agreement: Agreement, seat: int) -> Propose | AcceptProposal:
    standing = agreement.proposal
    while True:
        if standing is None:
            answer = _ask_or_quit(console, "play.ask_proposal", seat=seat + 1)
        else:
            answer = _ask_or_quit(
                console, "play.ask_counter", seat=seat + 1, setting=str(standing.setting)
            )
            if not answer:
                return AcceptProposal(seat)
        setting = _read_setting(console, answer, agreement.size)
        if setting is not None:
            return Propose(seat, setting)


def _ask_or_quit(console: Console, key: str, **values: object) -> str:
    """Asks a question and returns the answer; raises EOFError on `quit`."""
    answer = console.ask_choice(key, **values)
    if answer in words_for("quit"):
        raise EOFError
    return answer


def _show_texts(console: Console, texts: Iterable[Text]) -> None:
    for text in texts:
        console.show(text)


def _to_settled(settling: Settling) -> SettledNumbers:
    assert settling.settled is not None
    return SettledNumbers(settling.settled, settling_to_json(settling))


def _read_setting(console: Console, text: str, size: int) -> Setting | None:
    try:
        setting = Setting.parse(text)
        setting.check(size)
    except RulesError as error:
        console.show_error(error.text)
        return None
    return setting


def _ask_whole(console: Console, key: str, least: int, most: int, default: int) -> int:
    while True:
        answer = _ask_or_quit(console, key, least=least, most=most, default=default)
        if not answer:
            return default
        if answer.isdecimal() and len(answer) < 10 and least <= int(answer) <= most:
            return int(answer)
        console.show_error(
            Text("play.not_in_range", {"found": answer[:40], "least": least, "most": most})
        )
