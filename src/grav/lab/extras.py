"""Packages that only the lab needs: asked for when they are needed, and told how to get."""

import importlib.util

from grav.text import GravError


class ExtraMissing(GravError):
    """A package that is not installed; says how to get it."""


def require(package: str, extra: str = "lab") -> None:
    """Raises an error if the package is not there.

    :raises ExtraMissing: with the name of the extra that brings it
    """
    if importlib.util.find_spec(package) is None:
        raise ExtraMissing("lab.no_extra", package=package, extra=extra)
