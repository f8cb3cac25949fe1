"""The conformance vectors, read once per process."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.subtests import every

CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"


@cache
def conformance_vectors() -> list[dict[str, Any]]:
    files = sorted(CONFORMANCE.glob("*.ndjson"))
    return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


every_vector = every("vector", conformance_vectors, ids=lambda vector: vector["name"])
"""Parametrizes a test: `vector` is each of them in turn."""
