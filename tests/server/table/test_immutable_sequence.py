"""The persistent log: an immutable value, with structural sharing between versions."""

from hypothesis import given
from hypothesis import strategies as st

from grav.server.table.immutable_sequence import Log


def test_appending_changes_no_other_version() -> None:
    short = Log("ab")
    longer = short.with_one_more("c")
    other = short.with_one_more("d")
    assert [*map("".join, (short, longer, other, longer.with_one_more("e")))] == [
        "ab", "abc", "abd", "abce",
    ]  # fmt: skip


def test_a_slice_is_independent() -> None:
    log = Log("abc")
    part = log[:2].with_one_more("x")
    assert ("".join(part), "".join(log), log[0], log[-1]) == ("abx", "abc", "a", "c")


@given(steps=st.lists(st.tuples(st.integers(0, 40), st.integers()), max_size=40))
def test_it_behaves_like_a_tuple(steps: list[tuple[int, int]]) -> None:
    """Each step appends to one of all versions so far."""
    logs, tuples = [Log[int]()], [tuple[int, ...]()]
    for which, item in steps:
        index = which % len(logs)
        logs.append(logs[index].with_one_more(item))
        tuples.append((*tuples[index], item))
    for log, same in zip(logs, tuples, strict=True):
        assert (tuple(log), len(log), bool(log)) == (same, len(same), bool(same))
        assert tuple(log[1:]) == same[1:]
        assert tuple(reversed(log)) == same[::-1]
        for other, its in zip(logs, tuples, strict=True):
            assert (log == other, its == same) in ((True, True), (False, False))
            assert hash(log) == hash(other) or its != same
