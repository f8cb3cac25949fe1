"""When there is something to see, and what is missed: traps as the board fills."""

import pytest
from tests.subtests import every

from grav.atlas.measures import STAGES
from grav.lab.findings import missed
from grav.lab.findings.missed import missed_by_difficulty
from grav.lab.findings.rows import CLAIM_SIZES, quantile
from grav.lab.findings.stages import (
    QUANTILES,
    median_traps_error,
    share_of_settings_with_traps,
    traps_by_stage,
)


def test_quantiles_are_values_that_occur() -> None:
    assert [quantile([3, 1, 2, 5, 4], share) for share in (0, 0.25, 0.5, 0.9, 1)] == [1, 2, 3, 5, 5]
    assert quantile([7], 0.1) == 7


@every("size", CLAIM_SIZES)
def test_traps_have_quantiles_at_every_stage(size: int) -> None:
    found = traps_by_stage(size)
    assert tuple(found) == STAGES
    for quantiles in found.values():
        assert len(quantiles) == len(QUANTILES)
        assert quantiles == sorted(quantiles)
        assert quantiles[0] >= 0
        assert quantiles[-1] <= 1


@every("size", CLAIM_SIZES)
def test_there_are_more_traps_the_fuller_the_board(size: int) -> None:
    middles = [quantiles[QUANTILES.index(0.5)] for quantiles in traps_by_stage(size).values()]
    assert middles == sorted(middles)


@every("size", CLAIM_SIZES)
def test_the_share_of_settings_with_more_traps_agrees_with_the_quantiles(size: int) -> None:
    for percent, quantiles in traps_by_stage(size).items():
        for share, traps in zip(QUANTILES, quantiles, strict=True):
            assert share_of_settings_with_traps(size, percent, traps) <= 1 - share + 0.01
    assert share_of_settings_with_traps(size, 40, 1) == 0


@every("size", CLAIM_SIZES)
def test_traps_at_a_stage_are_known_to_a_percentage_point_or_two(size: int) -> None:
    assert 0 < median_traps_error(size, 20) < 0.02


@pytest.mark.needs_core
def test_more_is_missed_on_settings_that_are_harder_among_the_first_stones() -> None:
    found = missed_by_difficulty(missed.FIRST_STONES)
    assert found.correlation > 0
    assert found.hardest > found.easiest
