"""The report as text: what was played, true and called, then the notable moves."""

from collections.abc import Iterator

from grav.game import Over
from grav.record.event_text import player_text
from grav.record.model import Record
from grav.record.report import Placement, Report
from grav.rules import Breach
from grav.rules.breach_text import breach_text
from grav.text import Text, say


def report_text(report: Report, language: str) -> str:
    return "\n".join(_lines(report, language)) + "\n"


def _lines(report: Report, language: str) -> Iterator[str]:
    def text(key: str, **values: object) -> str:
        return say(f"report.{key}", language, **values)

    record = report.record
    title = record.name or text("title")
    yield text("heading", title=title, rules=str(record.rules))
    said = [text for text in (record.date, record.place) if text]
    if said:
        yield text("when_and_where", said=said)
    yield ""
    voided = sum(placement.voided for placement in report.placements)
    yield text("played", placed=len(report.placements), voided=voided, removed=report.removals)
    broke = sum(bool(placement.verdict.breaches) for placement in report.placements)
    yield text("true", broke=broke, missed=len(report.missed_breaches))
    right = sum(
        bool(placement.called and placement.called.right) for placement in report.called_placements
    )
    yield text(
        "called",
        shouts=len(report.called_placements),
        right=right,
        wrong=len(report.called_placements) - right,
    )
    yield from _result(report, language)
    notable = [placement for placement in report.placements if _is_notable(placement)]
    if notable or report.refused:
        yield ""
    for placement in notable:
        yield from _placement_lines(placement, record, language)
    for refused in report.refused:
        yield text("refused", index=refused.index + 1, why=refused.refusal.text)


def _is_notable(placement: Placement) -> bool:
    declared_wrongly = placement.undeclared or placement.is_over_declared
    return bool(placement.verdict.breaches or placement.called or declared_wrongly)


def _placement_lines(placement: Placement, record: Record, language: str) -> Iterator[str]:
    """Yields the stone with its remarks: one on the same line, several on lines of their own."""
    by = player_text(record.players, placement.by)
    stone = say("report.move", language, move=placement.move, at=placement.at, player=by)
    remarks = [_breach(breach) for breach in placement.verdict.breaches]
    called = placement.called
    if called is not None:
        key = "report.right_shout" if called.right else "report.wrong_shout"
        remarks.append(Text(key, {"player": player_text(record.players, called.by)}))
    elif placement.is_missed_breach:
        remarks.append(Text("report.nobody_saw"))
    values = {"shapes": placement.verdict.shapes, "declared": placement.declared}
    if placement.is_over_declared:
        remarks.append(Text("report.over_declared", values))
    elif placement.undeclared:
        remarks.append(Text("report.undeclared", values))
    if len(remarks) == 1:
        yield f"{stone}: {remarks[0].say(language)}"
        return
    yield f"{stone}:"
    for text in remarks:
        yield f"    {text.say(language)}"


def _breach(breach: Breach) -> Text:
    values = {"rule": Text(f"breach.name_{breach.rule}"), "shown": breach_text(breach)}
    return Text("report.breach", values)


def _result(report: Report, language: str) -> Iterator[str]:
    record, stones = report.record, report.final.board.counts()
    phase = report.final.phase
    ranking = phase.ranking if isinstance(phase, Over) else range(record.rules.players)
    standing = [
        Text("report.stones", {"player": player_text(record.players, seat), "count": stones[seat]})
        for seat in ranking
    ]
    if isinstance(phase, Over):
        how = Text(f"report.ended_{phase.how}")
        winner = player_text(record.players, phase.ranking[0])
        yield say("report.result", language, how=how, winner=winner, standing=standing)
    else:
        yield say("report.unfinished", language, standing=standing)
