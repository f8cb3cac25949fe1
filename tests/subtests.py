"""Data-driven tests: one test that loops over its cases, and reports each that fails.

`@every` is used and stacked like `@pytest.mark.parametrize`, for cases that are mere data of one
rule: all texts, all modules, all boards. A test item of pytest costs more than such a case. A case
that fails is reported as a subtest under its own name, and the other cases are tried nevertheless.

The cases share the fixtures of the test. Use `parametrize` where that matters, or where cases are
so slow that several workers should share them.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import product
from typing import Any

import pytest

Test = Callable[..., Any]
Named = type(pytest.param())
MAX_NAME = 120


@dataclass(frozen=True)
class Dimension:
    """The names of some parameters, and the cases that give them values."""

    names: Sequence[str]
    cases: Iterable[Any] | Callable[[], Iterable[Any]]
    ids: Callable[[Any], object] | Iterable[object] | None

    def values(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Returns the name of each case, and the values of its parameters."""
        cases = list(self.cases if isinstance(self.cases, Iterable) else self.cases())
        assert cases, f"no case for {', '.join(self.names)}"
        ids = [None] * len(cases) if self.ids is None or callable(self.ids) else [*self.ids]
        for case, name in zip(cases, ids, strict=True):
            is_named = isinstance(case, Named)
            values = case.values if is_named else [case] if len(self.names) == 1 else case
            name = case.id if is_named else name
            of = self.ids if callable(self.ids) else repr
            told = "-".join(str(of(value)) for value in values) if name is None else str(name)
            yield told[:MAX_NAME], dict(zip(self.names, values, strict=True))


def every(
    names: str | Sequence[str],
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
    ids: Callable[[Any], object] | Iterable[object] | None = None,
) -> Callable[[Test], Test]:
    """Runs the test once for each case, with its values as the parameters with these names.

    A function may return the cases if they are costly to make: it is called when the test runs, not
    when tests are collected.
    """
    dimension = Dimension([names] if isinstance(names, str) else names, cases, ids)

    def decorate(test: Test) -> Test:
        inner, further = getattr(test, "every", (test, []))
        return _loop(inner, [dimension, *further])

    return decorate


def _loop(test: Test, dimensions: list[Dimension]) -> Test:
    """Returns a test that tries every combination of cases."""

    def combinations() -> Iterator[tuple[str, dict[str, Any]]]:
        for cases in product(*(dimension.values() for dimension in dimensions)):
            values = {name: value for _, case in cases for name, value in case.items()}
            yield "-".join(told for told, _ in cases), values

    # Only a failure becomes a subtest, so that cases that pass cost nothing.
    @wraps(test)
    def loop(subtests: pytest.Subtests, **fixtures: Any) -> None:
        for name, values in combinations():
            try:
                test(**values, **fixtures)
            except (Exception, pytest.fail.Exception):
                with subtests.test(name):
                    raise

    @wraps(test)
    async def loop_async(subtests: pytest.Subtests, **fixtures: Any) -> None:
        for name, values in combinations():
            try:
                await test(**values, **fixtures)
            except (Exception, pytest.fail.Exception):
                with subtests.test(name):
                    raise

    chosen: Any = loop_async if inspect.iscoroutinefunction(test) else loop
    own = {name for dimension in dimensions for name in dimension.names}
    asked = inspect.signature(test).parameters.values()
    fixtures = [parameter for parameter in asked if parameter.name not in own]
    subtests = inspect.Parameter("subtests", inspect.Parameter.KEYWORD_ONLY)
    chosen.__signature__ = inspect.Signature(
        [subtests, *(each.replace(kind=each.KEYWORD_ONLY) for each in fixtures)]
    )
    chosen.every = (test, dimensions)
    return chosen  # type: ignore[no-any-return]
