"""Turns the happenings at a table into localised texts."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.game import Accepted, Resigned, commitment_to, seed_of, settling_from_json
from grav.game.cards import parse_cards
from grav.record import event_text
from grav.rules import Setting
from grav.server.messages import public_events as h
from grav.server.messages.game_events import OfGame
from grav.server.messages.views import Chair, News, Now, SettlingShown
from grav.text import GravError, Language, Text, catalogue, say


def names_of(chairs: Sequence[Chair], language: Language) -> list[str]:
    """Returns a name for each seat: of the person, of the level, or else `player 2`."""
    return [_name(seat, chair, language) for seat, chair in enumerate(chairs)]


def _name(seat: int, chair: Chair, language: Language) -> str:
    if chair.level is not None:
        return say(f"levels.name_{chair.level}", language)
    return chair.name or say("report.player", language, seat=seat + 1)


class HappeningText:
    """The texts of one message of news, given the table before and after it."""

    def __init__(
        self,
        news: News,
        before: Now,
        names: Sequence[str],
        mine: Collection[int],
        shares: Mapping[int, str],
        forecast: SettlingForecast,
    ) -> None:
        """`mine`, `shares`: the seats at this terminal, and the shares of the seed they gave."""
        self._news = news
        self._before = before
        self._names = names
        self._mine = mine
        self._shares = shares
        self._forecast = forecast

    def texts(self) -> Iterator[Text]:
        for happening in self._news.happened:
            yield from self._of_game(happening)
            yield from self._of_table(happening)
            with suppress(GravError):  # a server of another version may use other cards
                yield from self._forecasts(happening)

    def _of_game(self, happening: h.PublicEvent) -> Iterator[Text]:
        match happening:
            case h.RaceDecided():
                yield from self._race(happening)
            case OfGame(event=Resigned(by), why="time"):
                yield self._text("out_of_time", player=by)
            case OfGame(event=Resigned(by), why="gone"):
                yield self._text("is_gone", player=by)
            case OfGame(event=Accepted(by), why="time"):
                yield self._text("let_it_stand", player=by)
            case OfGame(event=event):
                if text := event_text(event, self._names):
                    yield text
            case _:
                pass

    def _of_table(self, happening: h.PublicEvent) -> Iterator[Text]:
        match happening:
            case h.SeatTaken(seat=seat):
                yield self._text("sat", player=seat, seat=seat + 1)
            case h.SeatLeft(seat=seat):
                yield self._text("seat_free", seat=seat + 1)
            case h.SettlingStepTaken(step=step):
                yield from self._step(step)
            case h.GameBegun():
                yield from self._begun(happening)
            case h.AnswerSealed(seat=seat):
                yield self._text("answered", player=seat)
            case h.PhraseSaid(seat=seat, phrase=phrase):
                key = f"phrases.{phrase}"
                said = Text(key) if key in catalogue(Language.EN) else phrase
                yield self._text("said", player=seat, phrase=said)
            case h.TableClosed(why=why):
                yield Text(f"join.closed_{why}")
            case _:
                yield from self._consent(happening)

    def _consent(self, happening: h.PublicEvent) -> Iterator[Text]:
        match happening:
            case h.TakebackAsked(seat=seat):
                key = "asked_takeback" if seat in self._mine else "wants_takeback"
                yield self._text(key, player=seat)
            case h.PlacementTakenBack():
                yield self._text("taken_back")
            case h.RematchOffered(seat=seat, rotate=rotate, setting=setting):
                key = "wants_rematch_rotated" if rotate else "wants_rematch"
                key = "offered_rematch" if seat in self._mine else key
                yield self._text(key, player=seat, setting=setting)
            case (
                h.TakebackAnswered(seat=seat, agreed=agreed)
                | h.RematchAnswered(seat=seat, agreed=agreed)
            ):
                yield self._text("agrees" if agreed else "declines", player=seat)
            case _:
                pass

    def _step(self, step: Mapping[str, Any]) -> Iterator[Text]:
        """Yields the text of a step of settling; none for given numbers, where nobody made it."""
        settling, by = self._news.now.settling, step["by"]
        match step["do"]:
            case "roll":
                yield self._text("rolled", player=by)
            case "draw" if settling is not None:
                cards = [f"{index}: {card}" for index, card in enumerate(settling.hand, start=1)]
                yield self._text("drew", player=by, cards=cards)
            case "keep":
                before = self._before.settling
                hand = before.hand if before is not None else ()
                card = hand[step["index"]] if step["index"] < len(hand) else "?"
                yield self._text("kept", player=by, card=card)
            case "propose" if settling is not None:
                yield self._text("proposed", player=by, setting=step["setting"])
            case "accept" if self._before.settling is not None:
                yield self._text("agrees", player=by)
            case _:
                pass

    def _forecasts(self, happening: h.PublicEvent) -> Iterator[Text]:
        """Yields forecasts for proposed or rolled numbers, and for cards that are chosen here."""
        before, settling = self._before.settling, self._news.now.settling
        match happening:
            case h.SettlingStepTaken(step={"do": "draw", "by": by}) if (
                settling and by in self._mine
            ):
                for index, card in enumerate(settling.hand, start=1):
                    cards = parse_cards(", ".join((*settling.kept, card)), self._forecast.size)
                    if texts := list(self._forecast.with_cards(cards)):
                        yield Text("play.card", {"index": index, "card": card})
                        yield from texts
            case h.SettlingStepTaken(step={"do": "propose", "setting": setting}) if settling:
                yield from self._forecast.of(Setting.parse(setting))
            case h.GameBegun(setting={"settled": setting}) if before and before.how == "dice":
                yield from self._forecast.of(Setting.parse(setting))
            case _:
                pass

    def _begun(self, begun: h.GameBegun) -> Iterator[Text]:
        yield self._text("begun", setting=begun.setting["settled"])
        settling = self._before.settling
        if settling is not None and settling.commitment is not None:
            fair = is_fair(settling, begun, self._shares)
            yield self._text("draw_checked" if fair else "draw_wrong")

    def _race(self, race: h.RaceDecided) -> Iterator[Text]:
        if race.sealed:
            if len(race.entries) > 1:
                seats = [self._names[entry.seat] for entry in race.entries]
                yield self._text("sealed_race", players=seats, winner=race.winner)
            return
        if len(race.entries) == 1:
            yield self._text("reaction", player=race.winner, ms=race.entries[0].used)
            return
        yield self._text("photo")
        for place, entry in enumerate(race.entries, start=1):
            yield self._text(
                "photo_entry",
                place=place,
                player=entry.seat,
                used=entry.used,
                elapsed=entry.elapsed,
                round_trip=entry.round_trip or 0,
            )
        if len(race.band) > 1:
            seats = [self._names[seat] for seat in race.band]
            yield self._text("photo_band", players=seats, winner=race.winner)

    def _text(self, key: str, **values: object) -> Text:
        """Returns a text of the topic `join`; replaces seats of players by their names."""
        for name in ("player", "winner"):
            if isinstance(seat := values.get(name), int):
                values[name] = self._names[seat]
        return Text(f"join.{key}", values)


def is_fair(settling: SettlingShown, begun: h.GameBegun, mine: Mapping[int, str]) -> bool:
    """Whether the server's draw verifies (commit–reveal).

    Its share matches the commitment, the seed comes from all shares, ours as given, and the rules
    have the numbers that the replayed settling gives.
    """
    if settling.commitment is None or begun.share is None:
        return False
    shares = [share or "" for share in settling.shares]
    try:
        settled = settling_from_json(begun.setting).settled
    except GravError:
        return False
    return (
        commitment_to(begun.share) == settling.commitment
        and all(shares[seat] == share for seat, share in mine.items())
        and begun.setting["seed"] == seed_of(begun.share, shares)
        and settled is not None
        and all(begun.rules[name] == number for name, number in settled._asdict().items())
    )
