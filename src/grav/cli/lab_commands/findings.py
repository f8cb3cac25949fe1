"""`grav lab findings`: the numbers and plots of docs/findings.md, from the atlas."""

from pathlib import Path

import click

from grav.atlas import GREEDY, RANDOM
from grav.cli.shared.localised_click import Command
from grav.lab.editions import ADVISED_EDITION
from grav.lab.findings import (
    CLAIM_SIZES,
    CLAIMS,
    COMPARED_KINDS,
    COMPARED_MEASURES,
    HARDNESS_MEASURES,
    OUTCOME_MEASURES,
    VARIANTS,
    check_claim,
    compare_player_kinds,
    median_outcomes,
    wins_by_place,
)
from grav.lab.findings_plots import SIZES, write_plots
from grav.text import Language, say


def findings_command(language: Language) -> click.Command:
    @click.command(
        "findings",
        cls=Command,
        needs="lab",
        help=say("cli.lab_findings", language),
        short_help=say("cli.lab_findings_short", language),
    )
    @click.option("-o", "--out", metavar="DIR", help=say("cli.lab_findings_out", language))
    def command(out: str | None) -> None:
        _print_claims()
        _print_outcomes()
        _print_seats()
        _print_player_kinds()
        for file in write_plots(Path(out)) if out else []:
            click.echo(str(file))

    return command


def _print_claims() -> None:
    """Prints tab-separated rows; the columns have the internal names of the measures."""
    click.echo(
        "\t".join(
            (
                "step",
                "size",
                "pairs",
                *HARDNESS_MEASURES,
                *(f"{it} rises" for it in HARDNESS_MEASURES),
            )
        )
    )
    for claim in CLAIMS:
        for size in CLAIM_SIZES:
            found = check_claim(claim, size)
            changes = [f"{found.change[name]:+.3f}" for name in HARDNESS_MEASURES]
            rises = [f"{found.rises[name]:.0%}" for name in HARDNESS_MEASURES]
            click.echo("\t".join((claim.said, str(size), str(found.pairs), *changes, *rises)))
    click.echo()


def _print_outcomes() -> None:
    names = ("first_wins", *OUTCOME_MEASURES)
    click.echo("\t".join(("size", "rules", "who", *names)))
    for size in SIZES:
        for variant in VARIANTS:
            for who in (RANDOM, GREEDY):
                if (found := median_outcomes(size, variant, who)) is not None:
                    cells = [f"{found[name]:.3f}" for name in names]
                    click.echo("\t".join((str(size), variant, who, *cells)))
    click.echo()


def _print_seats() -> None:
    click.echo("\t".join(("size", "rules", "players", "wins by place")))
    for size in CLAIM_SIZES:
        for variant in ("revised", ADVISED_EDITION):
            for players in (2, 3, 4, 6):
                shares = " ".join(f"{wins:.3f}" for wins in wins_by_place(size, players, variant))
                click.echo("\t".join((str(size), variant, str(players), shares)))
    click.echo()


def _print_player_kinds() -> None:
    click.echo("\t".join(("size", "rules", "measure", "settings", *COMPARED_KINDS, "alike")))
    for size in SIZES:
        for variant in VARIANTS:
            for name in COMPARED_MEASURES:
                if (found := compare_player_kinds(size, variant, name)) is None:
                    continue
                medians = [
                    f"{found.medians[who]:.3f}" if who in found.medians else ""
                    for who in COMPARED_KINDS
                ]
                alike = "" if found.alike is None else f"{found.alike:.2f}"
                cells = (str(size), variant, name, str(found.settings), *medians, alike)
                click.echo("\t".join(cells))
