"""Settling the numbers at a table: shares of the seed, dice, cards, proposals."""

from grav.game import (
    AcceptProposal,
    Agreement,
    Draw,
    Keep,
    Propose,
    Roll,
    SettlingStep,
    settling_step_to_json,
)
from grav.rules import Setting
from grav.server.messages import commands as c
from grav.server.messages import stored_events as e
from grav.server.table import size_limits
from grav.server.table.draft import Draft
from grav.server.table.gathering import rules_of
from grav.server.table.model import SettlingNumbers
from grav.server.table.refusals import TableCode, TableRefusal, check_bound

SettlingCommand = c.RollDice | c.DrawCards | c.KeepCard | c.ProposeNumbers | c.AgreeNumbers
_WAY_OF = {
    c.RollDice: "dice",
    c.DrawCards: "cards",
    c.KeepCard: "cards",
    c.ProposeNumbers: "agreement",
    c.AgreeNumbers: "agreement",
}


def give_share(draft: Draft, command: c.GiveShare) -> None:
    stage = stage_of(draft)
    if stage.seed is None:
        raise TableRefusal(TableCode.OTHER_WAY)
    if stage.seed.shares[command.seat] is not None:
        raise TableRefusal(TableCode.ALREADY_SHARED)
    draft.add(e.Shared(at=draft.now, seat=command.seat, share=command.share))


def take_step(draft: Draft, command: SettlingCommand) -> None:
    stage = stage_of(draft)
    if draft.table.settings.settle != _WAY_OF[type(command)]:
        raise TableRefusal(TableCode.OTHER_WAY)
    if stage.settling is None:
        raise TableRefusal(TableCode.SHARES_FIRST)
    if isinstance(command, c.AgreeNumbers) and isinstance(stage.settling, Agreement):
        proposal = stage.settling.proposal
        if proposal is None or proposal.setting != Setting.parse(command.setting):
            raise TableRefusal(TableCode.OTHER_PROPOSAL)
    if isinstance(command, c.ProposeNumbers) and isinstance(stage.settling, Agreement):
        _check_proposals(stage.settling, command.seat)
    apply_step(draft, _step_of(command))


def _check_proposals(agreement: Agreement, seat: int) -> None:
    made = agreement.proposals
    mine = sum(proposal.by == seat for proposal in made)
    most = size_limits.MAX_PROPOSALS_OF_A_SEAT
    check_bound(mine, most, TableCode.TOO_MANY_PROPOSALS_OF_YOURS)
    check_bound(len(made), size_limits.MAX_PROPOSALS, TableCode.TOO_MANY_PROPOSALS)


def _step_of(command: SettlingCommand) -> SettlingStep:
    seat = command.seat
    match command:
        case c.RollDice():
            return Roll(seat)
        case c.DrawCards():
            return Draw(seat)
        case c.KeepCard(index=index):
            return Keep(seat, index)
        case c.ProposeNumbers(setting=setting):
            return Propose(seat, Setting.parse(setting))
        case c.AgreeNumbers():
            return AcceptProposal(seat)


def apply_step(draft: Draft, taken: SettlingStep) -> None:
    """Takes one step of settling; begins the game when the numbers are settled."""
    if isinstance(taken, Propose):
        rules_of(draft.table.settings, taken.setting)  # refused now rather than when all agree
    draft.add(e.SettlingStepTaken(at=draft.now, step=settling_step_to_json(taken)))
    settling = stage_of(draft).settling
    assert settling is not None
    numbers = settling.settled
    if numbers is not None:
        draft.begin(rules_of(draft.table.settings, numbers))


def stage_of(draft: Draft) -> SettlingNumbers:
    if not isinstance(draft.table.stage, SettlingNumbers):
        raise TableRefusal(TableCode.WRONG_STAGE)
    return draft.table.stage
