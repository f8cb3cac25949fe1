"""Games on a GPU, tested without one: the errors, and the arguments of the kernels."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.lab.small_runs import MIXED, contents, play
from tests.subtests import every

from grav.lab import gpu
from grav.lab.experiment import parse_experiment
from grav.lab.gpu.device import (
    KERNELS,
    GpuMissing,
    board_kind,
    find_headers,
    import_cupy,
    kernel_constants,
)
from grav.lab.gpu.playing import Choice, Shapes
from grav.lab.gpu.rules_struct import FIELDS, STRUCT_LAYOUT, pack_rules
from grav.lab.run import play_missing_parts, play_on_gpu
from grav.lab.store import open_folder
from grav.native import BulkError, Playouts, Tally, playouts, tally
from grav.rules import Criterion, Rules, parse_rules
from grav.text import LANGUAGES, GravError

RULES = parse_rules("7x7 3p 3 3 4 2 5 revised strict")


def unpack_rules(rules: Rules) -> dict[str, int]:
    """Returns what the kernels would read, by the names of the fields."""
    return dict(zip(FIELDS, STRUCT_LAYOUT.unpack(pack_rules(rules)), strict=True))


@pytest.fixture
def asked_anew() -> Iterator[None]:
    """Clears the cached import of CuPy before and after a test."""
    import_cupy.cache_clear()
    yield
    import_cupy.cache_clear()


def without_cupy(_: str) -> object:
    raise ImportError


def is_in_every_language(error: GravError, words: str) -> bool:
    texts = {error.say(language) for language in LANGUAGES}
    return len(texts) == 3 and all(words in text for text in texts)


@pytest.mark.usefixtures("asked_anew")
def test_without_cupy_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grav.lab.gpu.device.import_module", without_cupy)
    assert not gpu.is_available()
    with pytest.raises(GpuMissing) as error:
        gpu.tallies([RULES], ["random"] * 3, 1, 1)
    assert is_in_every_language(error.value, 'pip install "grav[gpu]"')


@pytest.mark.usefixtures("asked_anew")
@pytest.mark.parametrize("found", [RuntimeError("no driver"), 0])
def test_without_a_gpu_the_error_says_why(
    monkeypatch: pytest.MonkeyPatch, found: Exception | int
) -> None:
    def count() -> int:
        if isinstance(found, Exception):
            raise found
        return found

    fake = SimpleNamespace(cuda=SimpleNamespace(runtime=SimpleNamespace(getDeviceCount=count)))
    monkeypatch.setattr("grav.lab.gpu.device.import_module", lambda _: fake)
    assert not gpu.is_available()
    with pytest.raises(GpuMissing) as error:
        gpu.playouts(RULES, ["random"] * 3, 1, 1)
    assert is_in_every_language(error.value, str(found))


def test_what_a_gpu_cannot_play_is_reported() -> None:
    challenged = parse_rules("7x7 2p 3 3 4 2 5 revised")
    with pytest.raises(BulkError) as error:
        gpu.tallies([challenged], ["random", "random"], 1, 1)
    assert is_in_every_language(error.value, str(challenged))
    with pytest.raises(BulkError, match="2 policies given for 3 players"):
        gpu.tallies([RULES], ["random", "random"], 1, 1)


def test_rules_are_packed_as_the_core_lays_them_out() -> None:
    """Starts with the edition's bytes and numbers, ends with a byte, padded as C++ does."""
    assert pack_rules(RULES)[:3] == bytes((1, 1, 0))
    assert len(pack_rules(RULES)) % 4 == 0
    assert pack_rules(RULES)[-4] == 1
    found = unpack_rules(RULES)
    assert [found[name] for name in ("size", "players", "a", "b", "c", "d", "e", "first")] == [
        7, 3, 3, 3, 4, 2, 5, -1,
    ]  # fmt: skip
    assert (found["min_shape"], found["bonus_limit"]) == (4, 1 << 30)


@every(
    ("line", "name", "value"),
    [
        ("25x25 6p 3 3 4 2 5 revised strict", "size", 25),
        ("25x25 6p 3 3 4 2 5 revised strict", "players", 6),
        ("7x7 2p 99999 3 4 2 5 revised strict", "a", 26),  # longer than any line
        ("7x7 2p 3 3 4 2 99999 revised strict", "e", 50),  # longer than any distance
        ("7x7 2p 3 3 4 2 5 revised min_shape=6 strict", "min_shape", 6),
        ("7x7 2p 3 3 4 2 5 revised bonus_limit=2 strict", "bonus_limit", 2),
        ("7x7 2p 3 3 4 2 5 revised strict first=1", "first", 1),
        ("7x7 2p 3 3 4 2 5 classic strict", "shapes", 0),
        ("7x7 2p 3 3 4 2 5 revised shapes=whole strict", "shapes", 2),
        ("7x7 2p 3 3 4 2 5 classic strict", "bonus", 0),
        ("7x7 2p 3 3 4 2 5 classic strict", "bonus_pass", 1),
        ("7x7 2p 3 3 4 2 5 revised", "strict", 0),
    ],
)
def test_each_part_of_the_rules_has_its_place(line: str, name: str, value: int) -> None:
    assert unpack_rules(parse_rules(line))[name] == value


def test_criteria_are_numbered_as_in_the_core() -> None:
    found = [
        unpack_rules(replace(RULES, edition=replace(RULES.edition, shapes=each)))["shapes"]
        for each in (Criterion.EVERY, Criterion.LARGEST, Criterion.WHOLE)
    ]
    assert found == [0, 1, 2]


@pytest.mark.parametrize(
    ("size", "kind"), [(3, "Small"), (8, "Small"), (9, "Medium"), (15, "Medium"), (16, "Large")]
)
def test_boards_have_the_kind_that_they_fit_in(size: int, kind: str) -> None:
    assert board_kind(size) == kind


def core_tallies(
    rules: Sequence[Rules], choices: Sequence[Choice], games: int, seed: int, first: int,
    *, shapes: Shapes,
) -> list[Tally]:  # fmt: skip
    return [tally(each, choices, games, seed, 1, first, shapes=shapes) for each in rules]


def core_playouts(
    rules: Rules, choices: Sequence[Choice], games: int, seed: int, first: int, *, shapes: Shapes
) -> Playouts:
    return playouts(rules, choices, games, seed, 1, first, shapes=shapes)


@pytest.mark.needs_core
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("keep", ["tallies", "games"])
@pytest.mark.parametrize("lots_at_once", [7, 20_000])
def test_parts_played_in_one_batch_equal_parts_played_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, keep: str, lots_at_once: int
) -> None:
    """The core stands in for the GPU: the test checks its batches and the stored results."""
    monkeypatch.setattr("grav.lab.run._MAX_LOTS_PER_BATCH", lots_at_once)
    monkeypatch.setattr(gpu, "tallies", core_tallies)
    monkeypatch.setattr(gpu, "playouts", core_playouts)
    text = MIXED + f'keep = "{keep}"\n'
    with open_folder(tmp_path / "together", parse_experiment(text), text) as folder:
        play_missing_parts(folder, play_on_gpu)
    play(tmp_path / "one-by-one", text)
    assert contents(tmp_path / "together") == contents(tmp_path / "one-by-one")


def test_the_kernels_are_compiled_with_every_constant_that_they_use() -> None:
    code = re.sub(r"//.*", "", KERNELS.read_text("utf-8"))
    used = set(re.findall(r"\b[A-Z][A-Z_]{2,}\b", code))
    headers = "".join(header.read_text("utf-8") for header in find_headers().rglob("*.h"))
    defined = set(re.findall(r"\b([A-Z][A-Z_]+) =|\benum class \w+", headers + code))
    given = kernel_constants("Small", "all").keys()
    assert used - defined == given
