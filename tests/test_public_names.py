"""The `__all__` of each package lists exactly its public names."""

import ast
import importlib
import re
from pathlib import Path

from tests.subtests import every

import grav

SOURCE = Path(grav.__file__).parent


def stated_names(package: Path) -> list[str] | None:
    """Returns the names of `__all__` in their order; None if a package has none."""
    for node in ast.parse(package.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    return None


PACKAGES = {
    ".".join(("grav", *file.parent.relative_to(SOURCE).parts)): file
    for file in sorted(SOURCE.rglob("__init__.py"))
    if stated_names(file) is not None
}
every_package = every("package", PACKAGES)


def names(package: str) -> list[str]:
    return stated_names(PACKAGES[package]) or []


def defined_names(package: str) -> set[str]:
    """Returns the public names that the package imports or defines."""
    found: set[str] = set()
    for node in ast.parse(PACKAGES[package].read_text("utf-8")).body:
        match node:
            case ast.Import(aliases) | ast.ImportFrom(names=aliases):
                found |= {alias.asname or alias.name.split(".")[0] for alias in aliases}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=[ast.Name(name)]) | ast.AnnAssign(target=ast.Name(name)):
                found.add(name)
    return {name for name in found if not name.startswith("_")}


def sort_key(name: str) -> tuple[int, list[tuple[str, int]]]:
    """Ruff's order for `__all__`: constants, then classes, then the rest; numbers by value."""
    rank = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    pieces = re.findall(r"(\D*)(\d*)", name)
    return rank, [(text, int(digits or -1)) for text, digits in pieces]


def test_the_packages_are_found() -> None:
    assert {"grav.text", "grav.rules", "grav.game", "grav.testing"} <= set(PACKAGES)


@every_package
def test_every_name_exists(package: str) -> None:
    module = importlib.import_module(package)
    assert [name for name in names(package) if not hasattr(module, name)] == []


@every_package
def test_names_are_sorted_and_unique(package: str) -> None:
    assert names(package) == sorted(set(names(package)), key=sort_key)


@every_package
def test_all_lists_exactly_the_public_names(package: str) -> None:
    offered = {name for name in names(package) if name != "__version__"}
    assert offered == defined_names(package)
