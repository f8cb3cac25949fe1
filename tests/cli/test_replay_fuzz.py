"""`grav replay` with random input: it answers, or names the invalid line."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from grav.native import is_available

Grav = Callable[..., CompletedProcess[str]]

DATA = Path(__file__).parents[1] / "data" / "conformance"
GOOD = b'{"rules":{"size":3,"players":2,"a":3,"b":2,"c":3,"d":0,"e":4},"actions":[]}'


@cache
def short_vectors() -> list[Any]:
    """Conformance vectors as they would be sent, without the answers in them."""
    lines = (DATA / "rulings.ndjson").read_text("utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    for vector in vectors:
        vector["steps"] = [{"action": step["action"]} for step in vector["steps"]]
        del vector["start"]
    return [vector for vector in vectors if len(vector["steps"]) <= 12]


def check(grav: Grav, line: bytes, before: int, after: int) -> None:
    """Puts the line among valid ones: either engine answers all lines before the first invalid
    one."""
    alone = grav("replay", "-", stdin=line)
    assert alone.returncode in (0, 2)
    told = alone.stdout.count("\n")
    assert told <= 1
    assert told == (alone.returncode == 0 and bool(line.strip()))
    lines = b"\n".join([GOOD] * before + [line] + [GOOD] * after)
    done = grav("replay", "--states", "-", stdin=lines)
    assert done.returncode == alone.returncode
    if is_available():
        native = grav("replay", "--engine", "native", "--states", "-", stdin=lines)
        assert (native.returncode, native.stderr) == (done.returncode, done.stderr)
        assert native.stdout == done.stdout
    if done.returncode == 0:
        assert done.stderr == ""
        assert done.stdout.count("\n") == before + told + after
    else:
        assert done.stderr.startswith(f"grav: -: line {before + 1}")
        assert done.stdout.count("\n") == before
    for answer in done.stdout.splitlines():
        assert set(json.loads(answer)) == {"name", "states"}


few = st.integers(0, 2)


@given(st.binary(max_size=200).map(lambda line: line.replace(b"\n", b"")), few, few)
def test_any_bytes(grav: Grav, line: bytes, before: int, after: int) -> None:
    check(grav, line, before, after)


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from((10**40, -1, 0, 1, 2, 26, 1000))
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(("c5", "a0", "place", "grav", "revised", "strict", "\ud800")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=4) | st.sampled_from(("do", "by", "at", "a")), inner)
    ),
    max_leaves=8,
)

keys = ("grav", "rules", "actions", "steps", "name", "players", "comments", "table")
objects: SearchStrategy[Any] = st.fixed_dictionaries({}, optional=dict.fromkeys(keys, values))


@given(values | objects, few, few)
@example(b"\xef\xbb\xbf", 0, 1)
def test_any_json(grav: Grav, value: Any, before: int, after: int) -> None:
    line = value if isinstance(value, bytes) else json.dumps(value).encode()
    check(grav, line, before, after)


def _places(value: Any) -> list[tuple[Any, Any]]:
    """Yields each container within a value with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value))
    found = [(value, key) for key in keys]
    for key in keys:
        if isinstance(value[key], (dict, list)):
            found += _places(value[key])
    return found


@st.composite
def changed_vectors(draw: DrawFn) -> bytes:
    """Draws a vector in which some values are removed, replaced or moved."""
    vector = json.loads(json.dumps(draw(st.sampled_from(short_vectors()))))
    for _ in range(draw(st.integers(1, 3))):
        places = _places(vector)
        if not places:
            break
        inside, key = places[draw(st.integers(0, len(places) - 1))]
        how = draw(st.sampled_from(("lose", "replace", "move")))
        if how == "lose":
            del inside[key]
        elif how == "replace":
            inside[key] = draw(values)
        else:
            other, there = places[draw(st.integers(0, len(places) - 1))]
            inside[key] = json.loads(json.dumps(other[there]))
    return json.dumps(vector).encode()


@given(changed_vectors(), few, few)
def test_vectors_with_other_values(grav: Grav, line: bytes, before: int, after: int) -> None:
    check(grav, line, before, after)


@st.composite
def damaged_vectors(draw: DrawFn) -> bytes:
    """Draws a vector in which some bytes are replaced, lost or duplicated."""
    line = bytearray(json.dumps(draw(st.sampled_from(short_vectors()))).encode())
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(line) - 1))
        new = draw(st.binary(max_size=2) | st.sampled_from((b"[", b"9", b'"', b"\\ud800", b"-")))
        line[at : at + draw(st.integers(0, 2))] = new.replace(b"\n", b" ")
    return bytes(line)


@given(damaged_vectors(), few, few)
def test_vectors_with_other_bytes(grav: Grav, line: bytes, before: int, after: int) -> None:
    check(grav, line, before, after)
