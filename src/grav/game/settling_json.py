"""How the numbers were settled, as JSON. Reading replays the steps and checks the result."""

from collections.abc import Mapping

from grav.game.agreement import AcceptProposal, Agreement, Propose, negotiate
from grav.game.cards import Cards, Draw, Keep, play_card
from grav.game.dice import Dice, Roll, roll
from grav.game.settling_refusal import SettlingError
from grav.rules.json_fields import (
    FormError,
    Json,
    as_array,
    as_object,
    as_one_of,
    as_text,
    as_whole,
    format_json_value,
    refuse_other_keys,
    require_key,
)
from grav.rules.setting import RulesError, Setting

Settling = Dice | Cards | Agreement
SettlingStep = Roll | Draw | Keep | Propose | AcceptProposal

_STEPS: dict[str, dict[str, type[SettlingStep]]] = {
    "dice": {"roll": Roll},
    "cards": {"draw": Draw, "keep": Keep},
    "agreement": {"propose": Propose, "accept": AcceptProposal},
}
_NAME_OF = {kind: name for steps in _STEPS.values() for name, kind in steps.items()}
_KEYS = ("how", "size", "players", "seed", "steps", "settled")
_KEYS_WITHOUT_CHANCE = tuple(key for key in _KEYS if key != "seed")


def settle(settling: Settling, step: SettlingStep) -> Settling:
    """Applies a step to any way of settling; raises TypeError for a step of another way."""
    match settling, step:
        case Dice() as dice, Roll() as throw:
            return roll(dice, throw)
        case Cards() as cards, (Draw() | Keep()) as play:
            return play_card(cards, play)
        case Agreement() as agreement, (Propose() | AcceptProposal()) as word:
            return negotiate(agreement, word)
        case _:
            raise TypeError(f"{step!r} is no step of settling by {settling.how}")


def settling_to_json(settling: Settling) -> dict[str, Json]:
    settled = settling.settled
    return {
        "how": settling.how,
        "size": settling.size,
        "players": settling.players,
        **({} if isinstance(settling, Agreement) else {"seed": settling.seed}),
        "steps": [settling_step_to_json(step) for step in settling.steps],
        "settled": None if settled is None else str(settled),
    }


def settling_from_json(value: Json, where: str = "setting") -> Settling:
    """Replays the steps of a JSON object.

    Raises FormError for an unknown key, a refused step, or a result that the steps do not give.
    """
    source = as_object(value, where)
    how = as_one_of(require_key(source, "how", where), _STEPS, f"{where}.how")
    settling = _begin(how, source, where)
    for index, step in enumerate(as_array(require_key(source, "steps", where), f"{where}.steps")):
        place = f"{where}.steps[{index}]"
        try:
            settling = settle(settling, settling_step_from_json(step, how, place))
        except (SettlingError, RulesError) as error:
            raise FormError("settling.step", where=place, why=error.text) from error
    claimed, found = require_key(source, "settled", where), settling_to_json(settling)["settled"]
    if claimed != found:
        place = f"{where}.settled"
        raise FormError(
            "settling.outcome",
            where=place,
            found=format_json_value(claimed),
            expected=format_json_value(found),
        )
    return settling


def _begin(how: str, source: Mapping[str, Json], where: str) -> Settling:
    refuse_other_keys(source, _KEYS_WITHOUT_CHANCE if how == "agreement" else _KEYS, where)
    size, players = (
        as_whole(require_key(source, key, where), f"{where}.{key}") for key in ("size", "players")
    )
    if how == "agreement":
        return Agreement(size, players)
    seed = as_text(require_key(source, "seed", where), f"{where}.seed")
    return Dice(size, players, seed) if how == "dice" else Cards(size, players, seed)


def settling_step_to_json(step: SettlingStep) -> dict[str, Json]:
    form: dict[str, Json] = {"do": _NAME_OF[type(step)], "by": step.by}
    if isinstance(step, Keep):
        form["index"] = step.index
    if isinstance(step, Propose):
        form["setting"] = str(step.setting)
    return form


def settling_step_from_json(value: Json, how: str, where: str = "step") -> SettlingStep:
    """Reads a step of this way of settling from a JSON object."""
    source = as_object(value, where)
    name, kinds = require_key(source, "do", where), _STEPS[how]
    if not isinstance(name, str) or name not in kinds:
        raise FormError("form.action", where=where, found=str(name)[:40], expected=list(kinds))
    kind = kinds[name]
    refuse_other_keys(source, ("do", *kind.__dataclass_fields__), where)
    by = as_whole(require_key(source, "by", where), f"{where}.by")
    if kind is Keep:
        return Keep(by, as_whole(require_key(source, "index", where), f"{where}.index"))
    if kind is Propose:
        numbers = as_text(require_key(source, "setting", where), f"{where}.setting")
        return Propose(by, Setting.parse(numbers))
    return kind(by)  # type: ignore[call-arg]  # the three kinds that state nothing but who
