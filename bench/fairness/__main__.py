"""Prints the tables of docs/fairness.md: `python -m bench.fairness`."""

from bench.fairness.result_tables import format_report

if __name__ == "__main__":
    print(format_report())
