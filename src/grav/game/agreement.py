"""Agreement: players propose and counter-propose settings, until all accept one."""

from dataclasses import dataclass, replace

from grav.game.settling_refusal import SettlingCode, SettlingError, check_may_act, check_table
from grav.rules.setting import Setting


@dataclass(frozen=True, slots=True)
class Propose:
    """A proposal, or a counter-proposal: it replaces the one before."""

    by: int
    setting: Setting


@dataclass(frozen=True, slots=True)
class AcceptProposal:
    """Accepts the latest proposal. To withdraw it, a player makes another proposal."""

    by: int


AgreementStep = Propose | AcceptProposal


@dataclass(frozen=True, slots=True)
class Agreement:
    """The proposals and acceptances so far, as an immutable value."""

    size: int
    players: int
    steps: tuple[AgreementStep, ...] = ()

    how = "agreement"

    def __post_init__(self) -> None:
        check_table(self.size, self.players)

    @property
    def proposals(self) -> tuple[Propose, ...]:
        """All proposals, in order; the last is the current one."""
        return tuple(step for step in self.steps if isinstance(step, Propose))

    @property
    def proposal(self) -> Propose | None:
        """The current proposal, if there is one."""
        return next((step for step in reversed(self.steps) if isinstance(step, Propose)), None)

    @property
    def accepted(self) -> frozenset[int]:
        """The seats that accept the current proposal, including the one that made it."""
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
    """Returns the agreement after the step; raises SettlingError or RulesError if refused."""
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
