"""The prose of a report, in every language."""

import pytest
from tests.lab.report.conftest import HOUSE

from grav.lab.measures import MEASURES
from grav.lab.report.averages import Average
from grav.lab.report.effect_sizes import CHALLENGE_MEASURES, MAIN_MEASURES
from grav.lab.report.formatter import NOTHING, Formatter
from grav.lab.report.prose import fact_texts, finding_texts, glossary_texts
from grav.lab.report.report_data import NUMBERS, PARTS, SETTING, ReportData
from grav.text import LANGUAGES, Language

EN = Formatter(Language.EN)
in_every_language = pytest.mark.parametrize("language", LANGUAGES)


@in_every_language
def test_every_measure_and_every_part_has_its_texts(language: Language) -> None:
    formatter = Formatter(language)
    for measure in (*MAIN_MEASURES, *CHALLENGE_MEASURES):
        assert measure in MEASURES
        assert all((formatter.name(measure), formatter.about(measure), formatter.unit(measure)))
    for part in (*PARTS, SETTING):
        assert formatter.part(part)
    assert len({formatter.meaning(number) for number in NUMBERS}) == len(NUMBERS)


def test_numbers_are_written_with_their_intervals() -> None:
    assert EN.with_interval(Average(0.5104, 0.4612, 0.5581, 1), "balance") == "51.0 % (46.1–55.8)"
    assert EN.with_interval(Average(28.18, 28.06, 28.3, 1), "length") == "28.2 (28.1–28.3)"
    assert EN.with_interval(Average(1234.5, 1200.4, 1260, 1), "length") == "1,234 (1,200–1,260)"
    assert EN.with_interval(Average(0.25, None, None, 1), "drama") == "0.25"
    assert EN.with_interval(None, "drama") == NOTHING


def test_values_name_their_part_where_necessary() -> None:
    assert EN.at("c", 4) == "c = 4"
    assert EN.at("size", 7) == "7 × 7"
    assert EN.at("players", 2) == "2 players"
    assert EN.at("variant", "revised min_shape=6") == "revised min_shape=6"


@pytest.mark.needs_core
@in_every_language
def test_texts_have_no_unfilled_placeholders(house_data: ReportData, language: Language) -> None:
    formatter = Formatter(language)
    for tell in (finding_texts, fact_texts, glossary_texts):
        told = list(tell(house_data, formatter))
        assert told
        assert all(name and text for name, text in told)
        assert len(dict(told)) == len(told)


@pytest.mark.needs_core
def test_missed_breaches_are_written_as_a_share(house_data: ReportData) -> None:
    under = house_data.frame.drop_nulls("breaches")
    missed, made = (float(str(under[name].mean())) for name in ("missed", "breaches"))
    told = dict(finding_texts(house_data, EN))[EN("topic_challenge")]
    assert f"{100 * missed / made:.1f} % of them stand" in told
    assert "challenge" in HOUSE
