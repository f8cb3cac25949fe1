"""The headers that play games can be compiled as CUDA device code: they need no system headers.

A header that may allocate, throw or use the standard library says "Host code" in its first line.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cpp.generate import edition_value

from grav.rules import PARTS, REVISED

INCLUDE = Path(__file__).parents[2] / "cpp" / "include"
HEADERS = sorted(
    header for folder in ("", "generated") for header in (INCLUDE / "grav" / folder).glob("*.h")
)
COMPILER = shutil.which(os.environ.get("CXX", "c++"))
needs_compiler = pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler")

# Headers of the compiler itself; only config.h includes them, and not in device code.
ALLOWED = {"bit", "cstdint", "cstring", "immintrin.h"}
BITS = "popcount|countr_zero|countl_zero"
NEEDS_A_SYSTEM = re.compile(
    rf"std::(?!(?:memcpy|{BITS})\b)\w+|\b(?:new|delete|throw|try|malloc|virtual)\b"
)

GAMES = """
#ifdef __CUDA_ARCH__  // what a GPU has of its own, for a processor
inline int __popcll(unsigned long long bits) { return __builtin_popcountll(bits); }
inline int __ffsll(long long bits) { return __builtin_ffsll(bits); }
inline int __clzll(long long bits) { return __builtin_clzll(bits); }
#endif
#include "grav/breaches.h"
#include "grav/playout.h"
extern "C" int printf(const char*, ...);

using namespace grav;

template <class Kind>
void play(int size, bool strict) {
    static Tables<Kind> tables;
    static State<Kind> state;
    const Rules rules{EDITION, size, 3, 3, 3, 4, 1, 5, -1, strict};
    const Perception perception{9000, 3000, 3000, 3000, 9000, 2000, 3000, 500, 9000, 0};
    const Policy policies[] = {
        {Choice::Random, perception}, {Choice::Greedy, perception}, {Choice::Random, {}}};
    make_tables(tables, rules);
    for (int game = 0; game < 6; ++game) {
        Measures found;
        NoHistory none;
        play_game<CountedShapes::Needed>(state, tables, policies, 5, game, 60, found, none);
        printf("%d %d %d %d %d %d %d\\n", found.winner, found.placements, found.legal[2],
               found.shapes, found.bonus_turns, found.breaches, found.called);
        int runs = 0;
        for_each(open_points(state.position, tables), [&](Cell cell) {
            for_each_long_run(state.position, tables, cell, [&](const LongRun&) { ++runs; });
            runs += wrong_distance(state.position, tables, cell) >= 0;
        });
        printf("%d\\n", runs);
    }
}

int main() {
    for (int strict = 0; strict < 2; ++strict) {
        play<Small>(7, strict);
        play<Medium>(12, strict);
        play<Large>(17, strict);
    }
}
"""

CUDA = ["-D__CUDACC__", "-D__host__=", "-D__device__="]
ON_DEVICE = [*CUDA, "-D__CUDA_ARCH__=900"]
AT_RUN_TIME = [*ON_DEVICE, "-D__CUDACC_RTC__", "-nostdinc", "-nostdinc++"]


def is_host_code(header: Path) -> bool:
    return "Host code" in header.read_text("utf-8").splitlines()[0]


PLAYING = [header for header in HEADERS if not is_host_code(header)]


def code_of(header: Path) -> str:
    """Returns the header without its comments."""
    return re.sub(r"//.*", "", header.read_text("utf-8"))


def games(folder: Path, *options: str) -> str:
    """Compiles the game program with these options, runs it, and returns its output."""
    assert COMPILER
    source = GAMES.replace("EDITION", edition_value(PARTS, REVISED))
    (folder / "games.cpp").write_text(source)
    program = folder / "games"
    plain = ["-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-fno-exceptions", "-fno-rtti"]
    command = [COMPILER, *plain, *options, f"-I{INCLUDE}", "games.cpp", "-o", str(program)]
    compiled = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert compiled.returncode == 0, compiled.stderr
    return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def test_the_headers_that_play_are_known() -> None:
    names = {header.name for header in PLAYING}
    assert {"bitsets.h", "position.h", "shapes.h", "play.h", "playout.h", "perception.h"} <= names
    assert not {"history.h", "perft.h", "threads.h", "kind_dispatch.h"} & names


@pytest.mark.parametrize("header", PLAYING, ids=lambda header: header.name)
def test_a_header_that_plays_includes_only_such_headers(header: Path) -> None:
    included = re.findall(r'#include\s*[<"]([^">]+)[">]', code_of(header))
    ours = {playing.relative_to(INCLUDE).as_posix() for playing in PLAYING}
    system = set(included) - ours
    assert system <= (ALLOWED if header.name == "config.h" else set())


@pytest.mark.parametrize("header", PLAYING, ids=lambda header: header.name)
def test_a_header_that_plays_needs_no_system(header: Path) -> None:
    assert NEEDS_A_SYSTEM.findall(code_of(header)) == []


@needs_compiler
def test_compiled_as_for_a_gpu_the_games_are_the_same(tmp_path: Path) -> None:
    plain = games(tmp_path)
    assert len(set(plain.splitlines())) > 30
    assert games(tmp_path, *CUDA) == plain
    assert games(tmp_path, *AT_RUN_TIME) == plain


BUILTIN = re.compile(r"\b__builtin_\w+")
SOURCES = sorted(
    source
    for folder in ("include", "bindings")
    for source in (INCLUDE.parent / folder).rglob("*")
    if source.is_file()
)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_no_compiler_builtins_are_used(source: Path) -> None:
    """MSVC lacks the builtins of GCC; the standard library has equivalent functions."""
    assert BUILTIN.findall(code_of(source)) == []


@needs_compiler
def test_without_compiler_extensions_the_games_are_the_same(tmp_path: Path) -> None:
    """As under MSVC: no vector types of GCC, no instructions of one processor."""
    assert games(tmp_path, "-U__GNUC__", "-U__AVX2__", "-U__BMI2__") == games(tmp_path)
