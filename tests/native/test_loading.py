"""Loading the native core, and the errors that say why it is missing."""

import importlib.util
import sys
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

import grav.native
from grav.native import loading
from grav.native.loading import NativeMissing, core, is_available
from grav.text import LANGUAGES

NAME = "grav.native._core"
V3 = "x86-64-v3\npni sse4_2 popcnt avx2 bmi1 bmi2 fma abm movbe\n"
NEW = "processor\t: 0\nflags\t\t: fpu pni sse4_2 popcnt avx2 bmi1 bmi2 fma abm movbe avx512f\n"
OLD = "processor\t: 0\nflags\t\t: fpu pni sse4_2 popcnt avx2 fma\n"
Pretend = Callable[..., None]


class Finder:
    """A module finder that finds the core in one file, whatever is installed."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, self.file) if name == NAME else None


@pytest.fixture(autouse=True)
def _loaded_anew() -> Iterator[None]:
    """Unloads the core for each test and restores it afterwards; the real core can be loaded only
    once per process.
    """
    is_available()
    core.cache_clear()
    module, door = sys.modules.get(NAME), vars(grav.native).copy()
    yield
    sys.modules.pop(NAME, None)
    vars(grav.native).pop("_core", None)
    if module is not None:
        sys.modules[NAME] = module
        vars(grav.native).update(door)
    core.cache_clear()


@pytest.fixture
def pretend(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Pretend:
    """Replaces the real core by a file with this content, required instruction set and
    processor.
    """

    def pretend(
        file: str, content: bytes, *, needs: str | None = V3, processor: str | None = NEW
    ) -> None:
        (tmp_path / file).write_bytes(content)
        if needs is not None:
            (tmp_path / "_cpu.txt").write_text(needs)
        if processor is not None:
            (tmp_path / "cpuinfo").write_text(processor)
        monkeypatch.setattr(loading, "_CPUINFO", tmp_path / "cpuinfo")
        monkeypatch.delitem(sys.modules, NAME, raising=False)
        monkeypatch.setattr(sys, "meta_path", [Finder(tmp_path / file), *sys.meta_path])

    return pretend


def test_the_core_is_loaded_once_and_names_its_processor() -> None:
    if not is_available():
        pytest.skip("the native core is not installed")
    assert core().CPU in {"x86-64-v3", "x86-64-v2", "baseline", "native"}
    assert core() is core()


def test_required_processor_features_are_stored_beside_the_core() -> None:
    spec = importlib.util.find_spec(NAME)
    if spec is None or spec.origin is None:
        pytest.skip("the native core is not installed")
    level, needs = Path(spec.origin).with_name("_cpu.txt").read_text("utf-8").splitlines()
    assert (needs == "") == (level == "baseline")
    if level == "x86-64-v3":
        assert {"avx2", "bmi1", "bmi2", "fma", "abm", "movbe", "popcnt"} <= set(needs.split())


def test_without_the_core_the_error_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, NAME, None)
    with pytest.raises(NativeMissing, match=r"not installed.* C\+\+20 .*`make native`") as error:
        core()
    assert error.value.text.key == "native.missing"
    assert not is_available()


def test_a_core_for_another_processor_is_not_loaded(pretend: Pretend) -> None:
    pretend("_core.py", b"raise SystemExit('an illegal instruction')", processor=OLD)
    with pytest.raises(NativeMissing, match=r"x86-64-v3.* lacks abm, bmi1, bmi2, movbe;") as error:
        core()
    assert error.value.text.key == "native.wrong_processor"
    assert NAME not in sys.modules
    assert not is_available()


@pytest.mark.parametrize(
    ("needs", "processor"),
    [
        pytest.param(V3, NEW, id="the processor has all of it"),
        pytest.param(V3, None, id="nobody tells about the processor"),
        pytest.param(V3, "processor: 0\nFeatures: fp asimd\n", id="another kind of processor"),
        pytest.param("baseline\n\n", OLD, id="nothing is needed"),
        pytest.param(None, OLD, id="nobody tells what is needed"),
        pytest.param("", OLD, id="an empty file"),
    ],
)
def test_a_core_that_may_run_here_is_loaded(
    pretend: Pretend, needs: str | None, processor: str | None
) -> None:
    pretend("_core.py", b"CPU = 'pretended'", needs=needs, processor=processor)
    assert core().CPU == "pretended"


@pytest.mark.parametrize(
    ("file", "content"),
    [
        pytest.param(f"_core{EXTENSION_SUFFIXES[0]}", b"\x7fELF and no more", id="half a file"),
        pytest.param(f"_core{EXTENSION_SUFFIXES[0]}", b"", id="an empty file"),
        pytest.param("_core.py", b"import no_such_module", id="a need of its own is missing"),
    ],
)
def test_a_core_that_fails_to_load_is_reported(pretend: Pretend, file: str, content: bytes) -> None:
    pretend(file, content)
    with pytest.raises(NativeMissing, match=r"does not load \(.+\); `make native`") as error:
        core()
    assert error.value.text.key == "native.broken"
    assert isinstance(error.value.__cause__, ImportError)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_errors_are_in_every_language(language: str) -> None:
    told = [
        NativeMissing("native.missing"),
        NativeMissing("native.broken", why="file too short"),
        NativeMissing("native.wrong_processor", level="x86-64-v3", lacking=["avx2", "bmi2"]),
    ]
    assert all("make native" in error.say(language) for error in told)
