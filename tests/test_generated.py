"""Everything that `make generate` writes is up to date: C++ headers, what the pages need, docs."""

from collections.abc import Callable
from pathlib import Path

import cpp.generate
import docs.generate
import web.generate
from tests.subtests import every

ROOT = Path(__file__).parents[1]

GENERATED: dict[Path, Callable[[], str]] = {
    **{cpp.generate.FOLDER / name: write for name, write in cpp.generate.FILES.items()},
    **{web.generate.FOLDER / name: write for name, write in web.generate.FILES.items()},
    **{docs.generate.FOLDER / name: write for name, write in docs.generate.FILES.items()},
}


@every("file", GENERATED, ids=lambda file: file.relative_to(ROOT).as_posix())
def test_generated_files_are_up_to_date(file: Path) -> None:
    """`make generate` updates them."""
    assert file.read_text("utf-8") == GENERATED[file]()
