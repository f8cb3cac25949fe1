"""Agreement: the numbers are settled only when all accept the same proposal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.subtests import every

from grav.game.agreement import AcceptProposal, Agreement, AgreementStep, Propose, negotiate
from grav.game.sensible_settings import sensible_settings
from grav.game.settling_refusal import SettlingCode, SettlingError
from grav.rules.setting import RulesError, Setting

ONE, OTHER = Setting(3, 3, 4, 2, 4), Setting(4, 2, 2, 1, 3)
SIZES = st.integers(3, 25)
PLAYERS = st.integers(2, 6)


def after(agreement: Agreement, *steps: AgreementStep) -> Agreement:
    for step in steps:
        agreement = negotiate(agreement, step)
    return agreement


@given(SIZES, PLAYERS, st.data())
def test_numbers_are_settled_when_all_accept(size: int, players: int, data: st.DataObject) -> None:
    setting = data.draw(st.sampled_from(sensible_settings(size)))
    first, *others = data.draw(st.permutations(range(players)))
    agreement = after(Agreement(size, players), Propose(first, setting))
    for seat in others:
        assert agreement.settled is None
        agreement = negotiate(agreement, AcceptProposal(seat))
    assert agreement.settled == setting


def test_a_counter_proposal_clears_earlier_acceptances() -> None:
    agreement = after(
        Agreement(9, 3),
        Propose(0, ONE),
        AcceptProposal(1),
        Propose(2, OTHER),
        AcceptProposal(1),
    )
    assert agreement.accepted == {1, 2}
    assert agreement.settled is None
    assert negotiate(agreement, AcceptProposal(0)).settled == OTHER


def test_all_proposals_are_kept_in_order() -> None:
    proposals = (Propose(0, ONE), Propose(0, OTHER), Propose(1, ONE))
    agreement = after(Agreement(9, 3), proposals[0], AcceptProposal(1), *proposals[1:])
    assert agreement.proposals == proposals
    assert agreement.proposal == proposals[-1]


def test_the_same_numbers_proposed_again_are_another_proposal() -> None:
    agreement = after(Agreement(9, 2), Propose(0, ONE), Propose(1, ONE))
    assert agreement.accepted == {1}
    assert agreement.settled is None


def test_a_setting_outside_the_sensible_ranges_may_be_agreed() -> None:
    unusual = Setting(9, 9, 81, 0, 99)
    assert unusual not in sensible_settings(9)
    agreed = after(Agreement(9, 2), Propose(0, unusual), AcceptProposal(1))
    assert agreed.settled == unusual


@every(
    ("steps", "refused_step", "code"),
    [
        ([], AcceptProposal(0), SettlingCode.NOTHING_PROPOSED),
        ([], Propose(2, ONE), SettlingCode.NO_SUCH_SEAT),
        ([], AcceptProposal(-1), SettlingCode.NO_SUCH_SEAT),
        ([Propose(0, ONE)], AcceptProposal(0), SettlingCode.ALREADY_ACCEPTED),
        ([Propose(0, ONE), AcceptProposal(1)], Propose(0, OTHER), SettlingCode.SETTLED),
        ([Propose(0, ONE), AcceptProposal(1)], AcceptProposal(1), SettlingCode.SETTLED),
    ],
)
def test_steps_out_of_order_are_refused(
    steps: list[AgreementStep], refused_step: AgreementStep, code: SettlingCode
) -> None:
    agreement = after(Agreement(9, 2), *steps)
    with pytest.raises(SettlingError) as refused:
        negotiate(agreement, refused_step)
    assert refused.value.code is code
    assert agreement == after(Agreement(9, 2), *steps)


@pytest.mark.parametrize("text", ["2 3 4 2 4", "3 10 4 2 4", "3 3 10 2 4", "3 3 4 17 17"])
def test_a_proposal_out_of_bounds_is_refused_by_the_rules(text: str) -> None:
    agreement = after(Agreement(9, 2), Propose(0, ONE))
    with pytest.raises(RulesError):
        negotiate(agreement, Propose(1, Setting.parse(text)))
    assert agreement.proposal == Propose(0, ONE)


@pytest.mark.parametrize(("size", "players"), [(2, 2), (26, 2), (9, 1), (9, 7)])
def test_impossible_tables_are_refused(size: int, players: int) -> None:
    with pytest.raises(RulesError):
        Agreement(size, players)
