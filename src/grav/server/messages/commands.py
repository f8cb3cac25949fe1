"""What clients send to a table: a closed union. Each command's id is its idempotency key."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from grav.server.messages.settings import MAX_LABEL, Label, Level, Numbers, SeatNumber, Settings
from grav.server.messages.text_validation import read_plain

# A bare `$` would accept a line feed at the end.
CommandId = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
PointName = Annotated[str, Meta(pattern=r"^[a-z][0-9]{1,2}$(?!\n)")]
Placement = Annotated[int, Meta(ge=0, le=1_000_000)]
Phrase = Literal[
    "hello",
    "have_fun",
    "thinking",
    "take_your_time",
    "back_soon",
    "well_seen",
    "close_one",
    "oops",
    "sorry",
    "thanks",
    "good_game",
]
"""The phrases that can be said at a table; their texts are in `grav.text`, under `phrases`."""


NOT_PLAIN = "Expected a label of letters that can be seen"
"""The decoder's error for a label with invisible characters (`validation_messages` matches it)."""


def _read_label(form: "Sit | SeatPlan") -> None:
    """Normalises the label (NFC, trimmed); raises ValueError if it has invisible characters."""
    if form.label is None:
        return
    plain = read_plain(form.label, MAX_LABEL)
    if plain is None:
        raise ValueError(NOT_PLAIN)
    force_setattr(form, "label", plain)


class _Command(
    Struct,
    frozen=True,
    tag_field="do",
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
):
    id: CommandId


class Sit(_Command, frozen=True, tag="sit"):
    seat: SeatNumber
    label: Label | None = None

    def __post_init__(self) -> None:
        _read_label(self)


class SeatBot(_Command, frozen=True, tag="seat_bot"):
    """The host gives a seat to a bot."""

    seat: SeatNumber
    level: Level


class Leave(_Command, frozen=True, tag="leave"):
    seat: SeatNumber


class Free(_Command, frozen=True, tag="free"):
    """The host frees a seat before the start."""

    seat: SeatNumber


class Close(_Command, frozen=True, tag="close"):
    """The host closes the table before the start."""


class GiveShare(_Command, frozen=True, tag="share"):
    """A player's share of the seed: any text, which should be hard to guess."""

    seat: SeatNumber
    share: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[ -~]+$(?!\n)")]


class RollDice(_Command, frozen=True, tag="roll"):
    seat: SeatNumber


class DrawCards(_Command, frozen=True, tag="draw"):
    seat: SeatNumber


class KeepCard(_Command, frozen=True, tag="keep"):
    seat: SeatNumber
    index: Annotated[int, Meta(ge=0, le=9)]


class ProposeNumbers(_Command, frozen=True, tag="propose"):
    seat: SeatNumber
    setting: Numbers


class AgreeNumbers(_Command, frozen=True, tag="agree"):
    """Accepts the current proposal. The setting is stated, since a new proposal may just have been
    made."""

    seat: SeatNumber
    setting: Numbers


class PlaceStone(_Command, frozen=True, tag="place"):
    seat: SeatNumber
    at: PointName
    declare: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class PassTurn(_Command, frozen=True, tag="pass"):
    seat: SeatNumber


class AcceptStone(_Command, frozen=True, tag="accept"):
    """Lets a stone stand. The number of the placement ensures that no other one is answered."""

    seat: SeatNumber
    placement: Placement


class ShoutGrav(_Command, frozen=True, tag="grav"):
    """Shouts Grav about one placement. If it is too late, it is refused without a penalty."""

    seat: SeatNumber
    placement: Placement
    said: Annotated[int, Meta(ge=0, le=86_400_000)] | None = None
    """The client's own measurement: milliseconds since it showed the stone."""


class LetStand(_Command, frozen=True, tag="stand"):
    """Lets the stone stand for all of the sender's seats that have yet to answer."""

    placement: Placement


class RemoveStone(_Command, frozen=True, tag="remove"):
    seat: SeatNumber
    at: PointName


class ResignGame(_Command, frozen=True, tag="resign"):
    seat: SeatNumber


class AskTakeback(_Command, frozen=True, tag="ask_takeback"):
    seat: SeatNumber


class AnswerTakeback(_Command, frozen=True, tag="answer_takeback"):
    seat: SeatNumber
    agree: bool


class ClaimSeat(_Command, frozen=True, tag="claim_seat"):
    """Claims that the player of a seat is gone; if the server agrees, the seat resigns."""

    seat: SeatNumber


class SayPhrase(_Command, frozen=True, tag="say"):
    seat: SeatNumber
    phrase: Phrase


class OfferRematch(_Command, frozen=True, tag="offer_rematch"):
    """Offers another game: with the seats rotated, with one number changed, both, or neither."""

    seat: SeatNumber
    rotate: bool = False
    number: Literal["a", "b", "c", "d", "e"] | None = None
    value: Annotated[int, Meta(ge=0, le=625)] | None = None


class AnswerRematch(_Command, frozen=True, tag="answer_rematch"):
    seat: SeatNumber
    agree: bool


Command = (
    Sit
    | SeatBot
    | Leave
    | Free
    | Close
    | GiveShare
    | RollDice
    | DrawCards
    | KeepCard
    | ProposeNumbers
    | AgreeNumbers
    | PlaceStone
    | PassTurn
    | AcceptStone
    | ShoutGrav
    | LetStand
    | RemoveStone
    | ResignGame
    | AskTakeback
    | AnswerTakeback
    | ClaimSeat
    | SayPhrase
    | OfferRematch
    | AnswerRematch
)


class Pong(Struct, frozen=True, tag_field="do", tag="pong", forbid_unknown_fields=True):
    """Answers a ping at once, so that the server can measure the round-trip time."""

    n: Annotated[int, Meta(ge=0)]


FromSocket = Command | Pong
"""What a socket may send."""

decode_command = msgspec.json.Decoder(Command).decode
decode_from_socket = msgspec.json.Decoder(FromSocket).decode
encode_command = msgspec.json.Encoder().encode


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Who gets a seat of a new table; without any field the seat is open."""

    me: bool = False
    label: Label | None = None
    level: Level | None = None
    invite: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    """The name of the person for whom the seat is reserved."""

    def __post_init__(self) -> None:
        _read_label(self)


class NewTable(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The settings and seats of a new table."""

    settings: Settings = Settings()
    seats: Annotated[tuple[SeatPlan, ...], Meta(max_length=6)] | None = None
    """Seat by seat; None: the first is the host's, the others are open."""
