"""A copy of the project with made-up parts of an edition, one of each kind, added as
CONTRIBUTING.md says: the declaration and the texts are written by hand, the rest is generated."""

import filecmp
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

from tests.text.new_language import ROOT, run_in

PARTS = """\
    double_shout: bool = False
    shout_cost: Annotated[int, Bounds(minimum=1, usual_max=3)] = 1
    stone_limit: Annotated[int | None, Bounds(minimum=2, usual_max=9, start=5)] = None
    who_first: WhoFirst = WhoFirst.YOUNG_ONE
"""
ENUM = '''\
class WhoFirst(StrEnum):
    """Who begins."""

    YOUNG_ONE = "young_one"
    ANYBODY = "anybody"


'''
NAMES = ("double_shout", "shout_cost", "stone_limit", "who_first")
LINE = "9x9 2p 3 3 4 2 4 revised double_shout=yes shout_cost=2 stone_limit=7 who_first=anybody"

EDITION = "src/grav/rules/edition.py"
TEXTS = tuple(f"src/grav/text/{language}/parts.json" for language in ("en", "ja", "ko"))
BY_HAND = {EDITION, *TEXTS}
GENERATORS = ("cpp.generate", "web.generate", "docs.generate")
_COPIED = ("src/grav", "cpp", "web", "docs", "tests/text", "tests/data", "tests/subtests.py")
_LEFT_OUT = shutil.ignore_patterns(
    "node_modules", "built", "__pycache__", "*.so", "*.atlas", "*.png", "*.svg"
)


def copy_project(folder: Path) -> None:
    for name in (*_COPIED, "pyproject.toml"):
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=_LEFT_OUT)
        else:
            shutil.copy(source, target)


def declare_parts(folder: Path) -> None:
    """Adds the fields to `Edition` in the copy."""
    edition = folder / EDITION
    before, head, after = edition.read_text("utf-8").partition(
        "@dataclass(frozen=True, slots=True)\nclass Edition:"
    )
    fields, method, rest = after.partition("\n    def __post_init__")
    assert head
    assert method
    edition.write_text(before + ENUM + head + fields + PARTS + method + rest, "utf-8")


def write_texts(folder: Path) -> None:
    """Adds the texts that tests/text/test_edition_part_texts.py demands, in each language."""
    program = (
        "from tests.text.test_edition_part_texts import needed\n"
        "from grav.rules import PARTS\n"
        f"print(*(name + form for name in {NAMES} for form in needed(PARTS[name])))"
    )
    keys = run_in(folder, "-c", program).split()
    for file in (folder / name for name in TEXTS):
        texts: dict[str, str] = json.loads(file.read_text("utf-8"))
        texts |= {key: f"made-up {key}{_count(key)}" for key in keys}
        ordered = dict(sorted(texts.items()))
        file.write_text(json.dumps(ordered, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _count(key: str) -> str:
    """Returns the placeholder of a text about a number."""
    is_of_number = key.startswith(NAMES[1:3]) and key.endswith(("_short", "_term"))
    return " {count}" if is_of_number else ""


def generate(folder: Path) -> None:
    for module in GENERATORS:
        run_in(folder, "-m", module)


def changed_files(folder: Path) -> set[str]:
    """Returns the files of the copy that differ from those of the project."""
    names = (str(path.relative_to(folder)) for path in _files(folder))
    return {name for name in names if not _is_same(folder / name, ROOT / name)}


def _files(folder: Path) -> Iterator[Path]:
    return (
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and filecmp.cmp(one, other, shallow=False)
