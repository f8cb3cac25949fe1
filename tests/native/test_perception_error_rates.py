"""Measured error rates of perception."""

from dataclasses import astuple

import pytest

from grav.native import PERFECT_PERCEPTION, PerceptionModel, measure_perception
from grav.rules import parse_rules

pytestmark = pytest.mark.needs_core

RULES = parse_rules("7x7 2p 3 3 4 2 4 revised")


def test_perfect_perception_makes_no_mistakes() -> None:
    assert astuple(measure_perception(RULES, PERFECT_PERCEPTION)) == (0, 0, 0, 0)


def test_each_kind_of_mistake_has_its_own_rate() -> None:
    assert measure_perception(RULES, PerceptionModel(run=0.5)).runs > 0.3
    assert measure_perception(RULES, PerceptionModel(run=0.5)).squares == 0
    assert measure_perception(RULES, PerceptionModel(square=0.5)).squares > 0.3
    assert measure_perception(RULES, PerceptionModel(square=0.5)).distances == 0
    assert measure_perception(RULES, PerceptionModel(distance=0.5)).distances > 0.1
    assert measure_perception(RULES, PerceptionModel(distance=0.5)).false_alarms > 0.01
    assert measure_perception(RULES, PerceptionModel(run=0.5, square=0.5)).false_alarms == 0


def test_the_measurement_is_reproducible() -> None:
    model = PerceptionModel(run=0.3, square=0.2, distance=0.1)
    assert measure_perception(RULES, model) == measure_perception(RULES, model)
