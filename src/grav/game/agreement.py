"""Agreement: somebody proposes five numbers, others propose other ones, until all accept."""

from dataclasses import dataclass, replace

from grav.game.sensible_settings import SettlingCode, SettlingError, check_may_act, check_table
from grav.rules.setting import Setting


@dataclass(frozen=True, slots=True)
class Propose:
    """A proposal, or a counter-proposal: the one before is off the table."""

    by: int
    setting: Setting


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """Accepts the latest proposal. Who wants to take it back proposes something else."""

    by: int


AgreementStep = Propose | AcceptProposal


@dataclass(frozen=True, slots=True)
class Agreement:
    """What was proposed and accepted so far."""

    size: int
    players: int
    steps: tuple[AgreementStep, ...] = ()

    how = "agreement"

    def __post_init__(self) -> None:
        check_table(self.size, self.players)

    @property
    def proposals(self) -> tuple[Propose, ...]:
        """All of them, in order; the last is the one on the table."""
        return tuple(step for step in self.steps if isinstance(step, Propose))

    @property
    def proposal(self) -> Propose | None:
        """The one on the table."""
        return next((step for step in reversed(self.steps) if isinstance(step, Propose)), None)

    @property
    def accepted(self) -> frozenset[int]:
        """The seats for the proposal on the table; who made it is one of them."""
        seats = set()
        for step in reversed(self.steps):
            seats.add(step.by)
            if isinstance(step, Propose):
                break
        return frozenset(seats)

    @property
    def settled(self) -> Setting | None:
        proposal = self.proposal
        return proposal.setting if proposal and len(self.accepted) == self.players else None


def negotiate(agreement: Agreement, step: AgreementStep) -> Agreement:
    """The table after the step; or a SettlingError or RulesError, and nothing has changed."""
    check_may_act(agreement.settled, agreement.players, step.by)
    match step:
        case Propose(setting=setting):
            setting.check(agreement.size)
        case AcceptProposal(by):
            if agreement.proposal is None:
                raise SettlingError(SettlingCode.NOTHING_PROPOSED)
            if by in agreement.accepted:
                raise SettlingError(SettlingCode.ALREADY_ACCEPTED)
    return replace(agreement, steps=(*agreement.steps, step))
