"""Converts typed words about the table (seats, settling, phrases, rematch) into commands."""

import re
from typing import Any

from grav.cli.joining.game_commands import Moment, agree, decline, new_id
from grav.cli.joining.my_seats import Cannot, Mine
from grav.cli.joining.parsing import Asked, phrase_of
from grav.cli.shared.typed_words import words_for
from grav.rules import Setting
from grav.server.messages import commands as c

_REMATCH = re.compile(
    r"(?:(?P<rotate>[^\W\d]{2,}))?\s*(?:(?P<number>[a-e])\s*=?\s*(?P<value>\d{1,3}))?"
)


def table_order(asked: Asked, mine: Mine, moment: Moment) -> c.Command:
    """Returns the command for a word about the table; raises Cannot if it is incomplete."""
    rest = asked.rest
    match asked.name:
        case "yes":
            return agree(mine, moment)
        case "no":
            return decline(mine)
        case "roll" | "draw" | "keep" | "numbers":
            return _settling(asked, mine)
        case "sit" | "leave" | "level" | "free" | "close":
            return _gathering(asked, mine)
        case "gone":
            return c.ClaimSeat(id=new_id(), seat=_seat_in(rest, asked.name))
        case "say":
            return _say(rest, mine)
        case "takeback":
            return c.AskTakeback(id=new_id(), seat=mine.first())
        case _:
            return _rematch(rest, mine)


def _settling(asked: Asked, mine: Mine) -> c.Command:
    seat = mine.to_settle()
    match asked.name:
        case "roll":
            return c.RollDice(id=new_id(), seat=seat)
        case "draw":
            return c.DrawCards(id=new_id(), seat=seat)
        case "numbers":
            numbers = str(Setting.parse(asked.rest))
            return c.ProposeNumbers(id=new_id(), seat=seat, setting=numbers)
        case _:
            if not re.fullmatch(r"[1-9]", asked.rest, re.ASCII):
                raise Cannot("join.which_card")
            return c.KeepCard(id=new_id(), seat=seat, index=int(asked.rest) - 1)


def _gathering(asked: Asked, mine: Mine) -> c.Command:
    rest = asked.rest
    match asked.name:
        case "sit":
            seat = _seat_in(rest, asked.name) if rest else mine.seat_to_take(None)
            if seat is None:
                raise Cannot("join.no_free_seat")
            return c.Sit(id=new_id(), seat=seat)
        case "leave":
            return c.Leave(id=new_id(), seat=mine.first())
        case "free":
            return c.Free(id=new_id(), seat=_seat_in(rest, asked.name))
        case "level":
            found = re.fullmatch(r"([1-6])\s+([1-9]|10)", rest, re.ASCII)
            if found is None:
                raise Cannot("join.which_level")
            return c.SeatBot(id=new_id(), seat=int(found[1]) - 1, level=int(found[2]))
        case _:
            return c.Close(id=new_id())


def _say(rest: str, mine: Mine) -> c.Command:
    phrase = phrase_of(rest)
    if phrase is None:
        raise Cannot("join.no_such_phrase", found=rest[:40])
    return c.SayPhrase(id=new_id(), seat=mine.first(), phrase=phrase)


def _rematch(rest: str, mine: Mine) -> c.Command:
    """Parses `rematch`, `rematch rotate`, `rematch a 4`, or both together."""
    found = _REMATCH.fullmatch(rest.lower())
    if found is None or (found["rotate"] and found["rotate"] not in words_for("rotate", "join")):
        raise Cannot("join.which_rematch")
    number: Any = found["number"]
    return c.OfferRematch(
        id=new_id(),
        seat=mine.first(),
        rotate=bool(found["rotate"]),
        number=number,
        value=int(found["value"]) if number else None,
    )


def _seat_in(rest: str, word: str) -> int:
    if not re.fullmatch(r"[1-6]", rest, re.ASCII):
        raise Cannot("join.which_seat", word=word)
    return int(rest) - 1
