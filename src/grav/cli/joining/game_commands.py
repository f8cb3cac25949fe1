"""Converts typed actions of the game into commands for the server."""

import secrets
from collections.abc import Callable

from grav.cli.joining.my_seats import ImpossibleCommand, MySeats
from grav.game import Accept, Action, Grav, Pass, Place, Remove, Resign
from grav.record.notation import Word
from grav.server.messages import commands as c

GetAnsweredPlacement = Callable[[], tuple[int, int] | None]
"""Returns the placement that an answer given now is about, and for how many milliseconds it has
been visible; None if no stone waits."""

_KINDS: dict[type[Action], str] = {
    Place: "place",
    Pass: "pass",
    Accept: "accept",
    Grav: "grav",
    Remove: "remove",
    Resign: "resign",
}


def build_game_command(
    word: Word, mine: MySeats, get_answered_placement: GetAnsweredPlacement
) -> c.Command:
    """Returns the command for an action of the game, or raises ImpossibleCommand."""
    kind = _KINDS[word.kind]
    if kind == "accept" and not mine.seats_able_to("accept") and is_asked(mine):
        return build_agreement(mine, get_answered_placement)
    if kind in ("accept", "grav"):
        return _answer(word, mine, get_answered_placement)
    if kind == "place" and mine.seats_able_to("remove"):
        kind = "remove"  # in a penalty, a point alone names the stone to remove
    seat = _seat(word, kind, mine)
    # Whether acting would close the window can depend on the verdict, which is secret.
    if (
        kind in ("place", "pass")
        and "accept" in mine.possible_kinds(seat)
        and kind not in mine.possible_kinds(seat)
    ):
        raise ImpossibleCommand("play.answer_first")
    match kind:
        case "resign":
            return c.ResignGame(id=new_id(), seat=seat)
        case "pass":
            return c.PassTurn(id=new_id(), seat=seat)
        case "remove":
            return c.RemoveStone(id=new_id(), seat=seat, at=str(word.at))
        case _:
            at = str(word.at)
            return c.PlaceStone(id=new_id(), seat=seat, at=at, declare=word.declare)


def is_asked(mine: MySeats) -> bool:
    """Whether a takeback, a rematch or a proposal waits for a yes or no."""
    return (
        mine.seat_to_answer_takeback() is not None
        or mine.seat_to_answer_rematch() is not None
        or mine.proposal is not None
    )


def build_agreement(mine: MySeats, get_answered_placement: GetAnsweredPlacement) -> c.Command:
    """Returns the command that agrees to whatever waits for an answer."""
    if (seat := mine.seat_to_answer_takeback()) is not None:
        return c.AnswerTakeback(id=new_id(), seat=seat, agree=True)
    if (seat := mine.seat_to_answer_rematch()) is not None:
        return c.AnswerRematch(id=new_id(), seat=seat, agree=True)
    if mine.proposal is not None:
        return c.AgreeNumbers(id=new_id(), seat=mine.seat_to_settle(), setting=mine.proposal)
    if mine.seats_able_to("accept"):
        return _answer(Word(None, Accept), mine, get_answered_placement)
    raise ImpossibleCommand("join.nothing_asked")


def build_refusal(mine: MySeats) -> c.Command:
    if (seat := mine.seat_to_answer_takeback()) is not None:
        return c.AnswerTakeback(id=new_id(), seat=seat, agree=False)
    if (seat := mine.seat_to_answer_rematch()) is not None:
        return c.AnswerRematch(id=new_id(), seat=seat, agree=False)
    raise ImpossibleCommand("join.nothing_asked")


def build_share(seat: int) -> c.GiveShare:
    """Returns the command that gives a random share of the seed."""
    return c.GiveShare(id=new_id(), seat=seat, share=secrets.token_urlsafe(32))


def _answer(word: Word, mine: MySeats, get_answered_placement: GetAnsweredPlacement) -> c.Command:
    about = get_answered_placement()
    if about is None:
        raise ImpossibleCommand("play.no_stone_waits")
    placement, shown = about
    if word.kind is Accept and word.seat is None and len(mine.seats_able_to("accept")) > 1:
        return c.LetStand(id=new_id(), placement=placement)
    seat = _seat(word, "accept", mine)
    if word.kind is Accept:
        return c.AcceptStone(id=new_id(), seat=seat, placement=placement)
    return c.ShoutGrav(id=new_id(), seat=seat, placement=placement, said=shown)


def _seat(word: Word, kind: str, mine: MySeats) -> int:
    """Returns the acting seat: the named one, or the one that may act; to place, the first such."""
    if word.seat is not None:
        return word.seat
    able = mine.seats_able_to(kind)
    if len(able) > 1 and kind != "place":
        raise ImpossibleCommand("play.who", seats=[seat + 1 for seat in able])
    return able[0] if able else mine.first_own_seat()


def new_id() -> str:
    """Returns a random command id, the idempotency key."""
    return secrets.token_urlsafe(9)
