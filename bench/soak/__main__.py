"""`python -m bench.soak`: runs for ten minutes, or as long as asked; writes a report, and fails if
something was lost, sent twice, or grew."""

import argparse
import sys
from pathlib import Path

BUILD = Path(__file__).parents[2] / "build" / "soak"


def main() -> int:
    # Server processes import this file again: what only the soak needs is imported here.
    from bench.soak.report import PASSED_TEXT, write
    from bench.soak.run import Plan, soak
    from grav.testing.infrastructure.services import ServiceMissing

    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__)
    known = Plan()
    parser.add_argument("--seconds", type=float, default=known.seconds)
    parser.add_argument("--rate", type=float, help="commands a second; else half of saturation")
    parser.add_argument("--tables", type=int, default=known.tables, help="that are played at")
    parser.add_argument("--processes", type=int, default=known.processes)
    parser.add_argument("--sqlite", action="store_true", help="one process with SQLite instead")
    parser.add_argument("--every", type=float, default=known.every, help="seconds between kills")
    parser.add_argument("--seed", type=int, default=known.seed)
    parser.add_argument("--out", type=Path, default=BUILD, help="folder of the report")
    asked = vars(parser.parse_args())
    folder: Path = asked.pop("out")
    try:
        result = soak(Plan(**asked), folder)
    except ServiceMissing as missing:
        print(f"{missing}; or soak one process with SQLite: --sqlite", file=sys.stderr)
        return 1
    for key, value in result.how.items():
        print(f"{key}: {value}")
    for check in result.checks:
        print(f"{PASSED_TEXT[check.passed]:>10}  {check.what}: {check.told}")
    print(write(result, folder))
    return 0 if result.passed else 1


if __name__ == "__main__":
    sys.exit(main())
