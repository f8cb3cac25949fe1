"""The prose of a report: the facts of the run, the main findings, the glossary."""

from collections.abc import Iterator
from datetime import UTC, datetime

from grav.lab.measures import ALONG
from grav.lab.merge import format_ranges
from grav.lab.report.averages import compute_averages
from grav.lab.report.effect_sizes import (
    CHALLENGE_MEASURES,
    MAIN_MEASURES,
    Effect,
    find_largest_effects,
)
from grav.lab.report.formatter import Formatter
from grav.lab.report.report_data import NUMBERS, ReportData, place_column
from grav.lab.store import RunFolder
from grav.rules import PARTS
from grav.rules.edition_part_kinds import Choice
from grav.text import say

_MAX_LISTED = 6
"""The most settings that are listed one by one."""
_BETWEEN = " · "


def finding_texts(data: ReportData, formatter: Formatter) -> Iterator[tuple[str, str]]:
    """Yields the main findings as (topic, text)."""
    firsts = compute_averages(data.frame, ("players",), place_column(1))
    for players in data.values("players"):
        if players in firsts:
            share = formatter.with_interval(firsts[players], place_column(1))
            even = formatter.number(1 / players, place_column(1))
            who = formatter.value("players", players)
            yield who, formatter("found_first", share=share, fair=even)
    effects = find_largest_effects(data)
    yield from (_effect_text(formatter, each) for each in effects)
    if not effects and len(data.frame) > 1:
        yield formatter("head_nothing"), formatter("found_nothing")
    yield from _balance_texts(data, formatter)
    yield from _unseen_breaches_texts(data, formatter)


def _effect_text(formatter: Formatter, effect: Effect) -> tuple[str, str]:
    (least_at, least), (most_at, most) = effect.least, effect.most
    return formatter.heading(effect.measure), formatter(
        "found_effect" if effect.is_fair else "found_unfair",
        part=formatter.part(effect.part),
        least=formatter.with_interval(least, effect.measure),
        least_at=formatter.at(effect.part, least_at),
        most=formatter.with_interval(most, effect.measure),
        most_at=formatter.at(effect.part, most_at),
    )


def _balance_texts(data: ReportData, formatter: Formatter) -> Iterator[tuple[str, str]]:
    """Yields the best balanced and the least balanced cell."""
    frame = data.frame.drop_nulls("balance")
    if len(frame) < 2:
        return
    found = compute_averages(frame, ("rules", "line_up"), "balance")
    best = max(found, key=lambda key: found[key].value)
    least = min(found, key=lambda key: found[key].value)
    names = [formatter("cell", rules=rules, line_up=line_up) for rules, line_up in (best, least)]
    texts = [formatter.with_interval(found[key], "balance") for key in (best, least)]
    yield formatter("head_best"), formatter("found_balance", cell=names[0], balance=texts[0])
    yield formatter("head_least"), formatter("found_balance", cell=names[1], balance=texts[1])


def _unseen_breaches_texts(data: ReportData, formatter: Formatter) -> Iterator[tuple[str, str]]:
    if not data.has("breaches"):
        return
    made, missed, wrong = (
        compute_averages(data.frame, ("enforcement",), name)["challenge"].value
        for name in ("breaches", "missed", "wrong_shouts")
    )
    if made:
        values = {
            "made": formatter.number(made, "breaches"),
            "share": f"{100 * missed / made:.1f} %",
        }
        text = formatter("found_unseen", **values, wrong=formatter.number(wrong, "wrong_shouts"))
        yield formatter("topic_challenge"), text


def fact_texts(data: ReportData, formatter: Formatter) -> Iterator[tuple[str, str]]:
    """Yields the facts of the run as (name, text)."""
    experiment, cells = data.folder.experiment, data.folder.plan.cells
    sizes = [formatter.value("size", size) for size in experiment.sizes]
    players = [formatter.value("players", count) for count in experiment.players]
    yield formatter("fact_boards"), f"{_BETWEEN.join(sizes)}; {_BETWEEN.join(players)}"
    yield formatter("fact_settings"), _settings_text(data.folder, formatter)
    yield formatter("fact_editions"), _BETWEEN.join(map(str, experiment.editions))
    enforcements = [formatter.value("enforcement", each.value) for each in experiment.enforcements]
    yield formatter("fact_enforcement"), _BETWEEN.join(enforcements)
    yield formatter("fact_line_ups"), _BETWEEN.join(map(str, experiment.line_ups))
    each, planned = experiment.games, experiment.games * len(cells)
    values = {"each": f"{each:,}", "cells": f"{len(cells):,}", "total": f"{planned:,}"}
    yield formatter("fact_games"), formatter("games_told", **values)
    yield formatter("fact_seed"), str(experiment.seed)
    yield formatter("fact_state"), _state_text(data, formatter)


def _settings_text(folder: RunFolder, formatter: Formatter) -> str:
    """Lists a few settings by name; else their count and the range of each number."""
    settings = list(dict.fromkeys(cell.rules.setting for cell in folder.plan.cells))
    if len(settings) <= _MAX_LISTED:
        return _BETWEEN.join(map(str, settings))
    numbers = (
        f"{name} {format_ranges(sorted({setting[index] for setting in settings}))}"
        for index, name in enumerate(NUMBERS)
    )
    return formatter("settings_told", count=len(settings), numbers=_BETWEEN.join(numbers))


def _state_text(data: ReportData, formatter: Formatter) -> str:
    folder = data.folder
    done, of = len(folder.done()), len(folder.plan.parts)
    last = max(folder.part(number).stat().st_mtime for number in folder.done())
    when = f"{datetime.fromtimestamp(last, UTC):%Y-%m-%d %H:%M} UTC"
    texts = [formatter("state_part" if done < of else "state_whole", parts=done, of=of, when=when)]
    if stopped := int(data.frame["stopped"].sum()):
        texts.append(say("lab.stopped", formatter.language, count=stopped))
    return " ".join(texts)


def unfinished_notice(data: ReportData, formatter: Formatter) -> str:
    """Returns the notice at the top of the page for an incomplete run; "" if complete."""
    folder = data.folder
    done, of = len(folder.done()), len(folder.plan.parts)
    if done == of:
        return ""
    played = sum(int(data.frame[name].sum()) for name in ("games", "stopped"))
    planned = folder.experiment.games * len(folder.plan.cells)
    values = {"cells": len(data.frame), "of_cells": len(folder.plan.cells)}
    values |= {"parts": done, "of": of}
    return formatter("unfinished", **values, games=f"{played:,}", planned=f"{planned:,}")


def glossary_texts(data: ReportData, formatter: Formatter) -> Iterator[tuple[str, str]]:
    """Yields the terms of this report with their definitions."""
    for measure in dict.fromkeys((*MAIN_MEASURES, *ALONG, *CHALLENGE_MEASURES)):
        if data.has(measure):
            yield formatter.heading(measure), formatter.about(measure)
    for number in NUMBERS:
        yield number, say(f"settle.number_{number}", formatter.language)
    for word in _each_word(map(str, data.values("variant")), " "):
        yield word, _rule(word, formatter)
    for player in _each_word(map(str, data.values("line_up")), ", "):
        choice, _, level = player.partition("=")
        yield player, formatter(f"player_{choice.replace(' ', '_')}", level=level)
    yield formatter("word_interval"), formatter("about_interval")
    yield formatter("word_cell"), formatter("about_cell")


def _each_word(texts: Iterator[str], between: str) -> list[str]:
    return list(dict.fromkeys(word for text in texts for word in text.split(between)))


def _rule(word: str, formatter: Formatter) -> str:
    """Describes an edition, or a house rule such as `min_shape=6`."""
    part, _, value = word.partition("=")
    if not value:
        return say(f"parts.edition_about_{part}", formatter.language)
    about = say(f"parts.{part}", formatter.language)
    if isinstance(PARTS[part], Choice):
        return f"{about}: {say(f'parts.{part}_about_{value}', formatter.language)}"
    return about
