"""Prints what was measured, and the ratio to the direct reading of the definitions."""

import argparse
import json

from bench.rules import rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="one JSON line a row")
    arguments = parser.parse_args()
    if not arguments.json:
        print(f"{'what':58} {'ours':>10} {'reference':>12} {'ratio':>8} {'allowed':>8}")
    for row in rows():
        if arguments.json:
            print(json.dumps(row.to_json()), flush=True)
        else:
            allowed = "" if row.allowed_ms is None else f"{row.allowed_ms:g} ms"
            ours, peer = f"{row.ours_ms:.3f} ms", f"{row.reference_ms:.1f} ms"
            print(f"{row.what:58} {ours:>10} {peer:>12} {row.ratio:8.0f} {allowed:>8}", flush=True)


if __name__ == "__main__":
    main()
