"""Converts typed words about the table (seats, settling, phrases, rematch) into commands."""

import re
from typing import Any

from grav.cli.joining.game_commands import (
    GetAnsweredPlacement,
    build_agreement,
    build_refusal,
    new_id,
)
from grav.cli.joining.my_seats import ImpossibleCommand, MySeats
from grav.cli.joining.parsing import TableWord, find_phrase
from grav.cli.shared.typed_words import words_for
from grav.rules import Setting
from grav.server.messages import commands as c

_REMATCH = re.compile(
    r"(?:(?P<rotate>[^\W\d]{2,}))?\s*(?:(?P<number>[a-e])\s*=?\s*(?P<value>\d{1,3}))?"
)


def build_table_command(
    word: TableWord, mine: MySeats, get_answered_placement: GetAnsweredPlacement
) -> c.Command:
    """Returns the command for a word about the table, or raises ImpossibleCommand."""
    rest = word.rest
    match word.name:
        case "yes":
            return build_agreement(mine, get_answered_placement)
        case "no":
            return build_refusal(mine)
        case "roll" | "draw" | "keep" | "numbers":
            return _settling(word, mine)
        case "sit" | "leave" | "level" | "free" | "close":
            return _gathering(word, mine)
        case "gone":
            return c.ClaimSeat(id=new_id(), seat=_seat_in(rest, word.name))
        case "say":
            return _say(rest, mine)
        case "takeback":
            return c.AskTakeback(id=new_id(), seat=mine.first_own_seat())
        case _:
            return _rematch(rest, mine)


def _settling(word: TableWord, mine: MySeats) -> c.Command:
    seat = mine.seat_to_settle()
    match word.name:
        case "roll":
            return c.RollDice(id=new_id(), seat=seat)
        case "draw":
            return c.DrawCards(id=new_id(), seat=seat)
        case "numbers":
            numbers = str(Setting.parse(word.rest))
            return c.ProposeNumbers(id=new_id(), seat=seat, setting=numbers)
        case _:
            if not re.fullmatch(r"[1-9]", word.rest, re.ASCII):
                raise ImpossibleCommand("join.which_card")
            return c.KeepCard(id=new_id(), seat=seat, index=int(word.rest) - 1)


def _gathering(word: TableWord, mine: MySeats) -> c.Command:
    rest = word.rest
    match word.name:
        case "sit":
            seat = _seat_in(rest, word.name) if rest else mine.seat_to_take(None)
            if seat is None:
                raise ImpossibleCommand("join.no_free_seat")
            return c.Sit(id=new_id(), seat=seat)
        case "leave":
            return c.Leave(id=new_id(), seat=mine.first_own_seat())
        case "free":
            return c.Free(id=new_id(), seat=_seat_in(rest, word.name))
        case "level":
            found = re.fullmatch(r"([1-6])\s+([1-9]|10)", rest, re.ASCII)
            if found is None:
                raise ImpossibleCommand("join.which_level")
            return c.SeatBot(id=new_id(), seat=int(found[1]) - 1, level=int(found[2]))
        case _:
            return c.Close(id=new_id())


def _say(rest: str, mine: MySeats) -> c.Command:
    phrase = find_phrase(rest)
    if phrase is None:
        raise ImpossibleCommand("join.no_such_phrase", found=rest[:40])
    return c.SayPhrase(id=new_id(), seat=mine.first_own_seat(), phrase=phrase)


def _rematch(rest: str, mine: MySeats) -> c.Command:
    """Parses `rematch`, `rematch rotate`, `rematch a 4`, or both together."""
    found = _REMATCH.fullmatch(rest.lower())
    if found is None or (found["rotate"] and found["rotate"] not in words_for("rotate", "join")):
        raise ImpossibleCommand("join.which_rematch")
    number: Any = found["number"]
    return c.OfferRematch(
        id=new_id(),
        seat=mine.first_own_seat(),
        rotate=bool(found["rotate"]),
        number=number,
        value=int(found["value"]) if number else None,
    )


def _seat_in(rest: str, word: str) -> int:
    if not re.fullmatch(r"[1-6]", rest, re.ASCII):
        raise ImpossibleCommand("join.which_seat", word=word)
    return int(rest) - 1
