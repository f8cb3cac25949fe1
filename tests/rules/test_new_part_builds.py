"""The core and the pages can be built with made-up parts: see tests/rules/test_new_part.py."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.rules.new_part import copy_project, declare_parts, generate, write_texts
from tests.text.new_language import ROOT

COMPILER = shutil.which(os.environ.get("CXX", "c++"))
MODULES = ROOT / "web" / "node_modules"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("builds-with-new-parts")
    copy_project(folder)
    declare_parts(folder)
    write_texts(folder)
    generate(folder)
    return folder


@pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")
@pytest.mark.parametrize("header", ["playout.h", "search/solver.h", "search/search.h"])
def test_the_headers_of_the_core_compile_with_them(copy: Path, header: str) -> None:
    source = f"""
#include "grav/{header}"
static_assert(grav::Edition{{}}.who_first == grav::WhoFirst::YoungOne);
static_assert(grav::Rules{{}}.stone_limit < grav::NO_LIMIT);
"""
    compile_it = (COMPILER or "", "-std=c++20", "-fsyntax-only", "-x", "c++", "-I", "include", "-")
    done = subprocess.run(
        compile_it, cwd=copy / "cpp", input=source, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not MODULES.exists(), reason="what builds the pages is not installed")
def test_the_types_of_the_pages_check_with_them(copy: Path) -> None:
    """No form, table or text lists the parts by hand."""
    (copy / "web/node_modules").symlink_to(MODULES)
    command = ("npm", "--prefix", str(copy / "web"), "run", "-s", "check:types")
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
