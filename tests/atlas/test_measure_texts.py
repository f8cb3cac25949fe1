"""Every measure has its texts in every language."""

import pytest
from tests.subtests import every

from grav.atlas import MEASURES, PLAYER_KINDS, atlas
from grav.text import LANGUAGES, Language, catalogue


@every("language", LANGUAGES)
@every("measure", MEASURES)
def test_a_measure_has_a_name_and_a_description(measure: str, language: Language) -> None:
    texts = catalogue(language)
    assert texts[f"atlas.name_{measure}"]
    assert texts[f"atlas.about_{measure}"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_player_has_a_name(language: Language) -> None:
    assert atlas().player_kinds == list(PLAYER_KINDS)
    for player_kind in atlas().player_kinds:
        assert catalogue(language)[f"atlas.who_{player_kind}"]
        assert catalogue(language)[f"atlas.head_who_{player_kind}"]
