"""The tables of docs/fairness.md: which races are run, and their results as Markdown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from statistics import fmean, quantiles

from bench.fairness.races import DrawShouters, Race, RaceInput, draw_races, judge_races
from bench.fairness.simulated_clients import MEDIAN_REACTION, Chance, Client, Connection
from grav.server.table.shout_race import Fairness

PUBLISHED = Fairness()

NEAR, TOWN, LAND = Connection(5, 5, 2), Connection(20, 20, 4), Connection(60, 60, 8)
OCEAN, FAR, BEYOND = Connection(150, 150, 15), Connection(200, 200, 20), Connection(400, 400, 30)
SLOW_UP, SLOW_DOWN = Connection(20, 180, 10), Connection(180, 20, 10)
MIXED = (NEAR, TOWN, LAND, OCEAN, FAR, SLOW_UP, SLOW_DOWN)

PAIRS = (
    (NEAR, NEAR),
    (LAND, NEAR),
    (OCEAN, NEAR),
    (NEAR, OCEAN),
    (FAR, NEAR),
    (FAR, FAR),
    (SLOW_UP, NEAR),
    (SLOW_UP, SLOW_DOWN),
    (BEYOND, NEAR),
    (BEYOND, BEYOND),
)
GAPS = (10, 20, 40, 60, 80, 100, 200, 400)
HONEST = Client(TOWN)
LIAR = Client(TOWN, understates=10**6, delays_pongs=1000)
CLIENT_KINDS = (
    ("is honest", HONEST),
    ("gives no word", replace(HONEST, understates=None)),
    ("says 100 less than it saw", replace(HONEST, understates=100)),
    ("says 0", replace(LIAR, delays_pongs=0)),
    ("delays its pongs by 50", replace(HONEST, delays_pongs=50)),
    ("delays its pongs by 200", replace(HONEST, delays_pongs=200)),
    ("delays its pongs by 1,000", replace(HONEST, delays_pongs=1000)),
    ("delays its pongs by 1,000 and says 0", LIAR),
    ("reconnects before it shouts", replace(HONEST, away=150, pongs=1)),
    ("reconnects, delays two pongs and says 0", replace(LIAR, away=150, pongs=2)),
)
CHANGES = (
    ("nothing", PUBLISHED),
    ("round trip believed up to 300", replace(PUBLISHED, max_round_trip=300)),
    ("round trip believed up to 500", replace(PUBLISHED, max_round_trip=500, max_hold=560)),
    ("no budget", replace(PUBLISHED, budget=0)),
    ("budget 50", replace(PUBLISHED, budget=50)),
    ("budget 200", replace(PUBLISHED, budget=200)),
    ("refill 5", replace(PUBLISHED, refill=5)),
    ("refill 30", replace(PUBLISHED, refill=30)),
    ("no tie band", replace(PUBLISHED, tie_band=0)),
    ("tie band 20", replace(PUBLISHED, tie_band=20)),
    ("tie band 40", replace(PUBLISHED, tie_band=40)),
    ("margin 20", replace(PUBLISHED, margin=20)),
    ("margin 60", replace(PUBLISHED, margin=60)),
    ("margin 140", replace(PUBLISHED, margin=140, max_hold=540)),
    ("no shortest hold", replace(PUBLISHED, min_hold=0)),
    ("longest hold 300", replace(PUBLISHED, max_hold=300)),
)


def format_report() -> str:
    """Returns all tables as Markdown."""
    return "\n\n".join(
        (connection_table(), gap_table(), shouter_count_table(), client_table(), parameter_table())
    )


def connection_table() -> str:
    def row(quicker: Connection, slower: Connection) -> list[str]:
        races = judge_races(draw_races(_one_quicker((quicker,), (slower,), 100)), PUBLISHED)
        return [str(quicker), str(slower), *_right_shares(races), _format_mean_hold(races)]

    return _format_table(
        "Two shouters, one quicker by 100 ms: how often that one wins, by the lines of both.",
        ("line of the quicker", "of the other", "by arrival", "by word", "here", "hold"),
        (row(*pair) for pair in PAIRS),
    )


def gap_table() -> str:
    def row(gap: int) -> list[str]:
        races = judge_races(draw_races(_one_quicker(MIXED, MIXED, gap)), PUBLISHED)
        tied = _format_share(races, lambda race: race.tied)
        return [
            f"{gap} ms",
            *_right_shares(races),
            tied,
            _format_share(races, lambda race: race.is_mistaken),
        ]

    return _format_table(
        "Two shouters on mixed lines: how often the quicker wins, by how much quicker it is.",
        ("quicker by", "by arrival", "by word", "here", "tied", "mistaken"),
        map(row, GAPS),
    )


def shouter_count_table() -> str:
    def row(shouters: int) -> list[str]:
        races = judge_races(draw_races(_independent_reactions(shouters)), PUBLISHED)
        holds = quantiles((race.hold for race in races), n=20)
        return [str(shouters), *_right_shares(races), f"{holds[9]:.0f} ms", f"{holds[18]:.0f} ms"]

    return _format_table(
        "Several shouters on mixed lines, as people scatter: how often the quickest wins.",
        ("shouters", "by arrival", "by word", "here", "hold, half below", "hold, 95 % below"),
        map(row, range(2, 6)),
    )


def client_table() -> str:
    honest = _mean_counted_reaction(draw_races(_alone(HONEST)), PUBLISHED)

    def row(habit: str, client: Client) -> list[str]:
        races = judge_races(draw_races(_against_honest_client(client)), PUBLISHED)
        wins = [
            _format_share(races, lambda race: race.by_arrival == 0),
            _format_share(races, lambda race: race.by_claim == 0),
            _format_share(races, lambda race: race.winner == 0),
        ]
        gain = honest - _mean_counted_reaction(draw_races(_alone(client)), PUBLISHED)
        return [habit, f"{gain:+.0f} ms", *wins, _format_mean_hold(races)]

    return _format_table(
        f"A client against an honest equal, both on {TOWN}: what it gains, how often it wins.",
        ("the client", "gains", "by arrival", "by word", "here", "hold"),
        (row(*habit) for habit in CLIENT_KINDS),
    )


def parameter_table() -> str:
    apart, close = (draw_races(_one_quicker(MIXED, MIXED, gap)) for gap in (60, 10))
    honest, liar = draw_races(_alone(HONEST)), draw_races(_alone(LIAR))

    def row(change: str, fairness: Fairness) -> list[str]:
        races = judge_races(apart, fairness)
        right = _format_share(races, lambda race: race.is_right)
        mistaken = _format_share(judge_races(close, fairness), lambda race: race.is_mistaken)
        gain = _mean_counted_reaction(honest, fairness) - _mean_counted_reaction(liar, fairness)
        return [change, right, mistaken, _format_mean_hold(races), f"{gain:+.0f} ms"]

    return _format_table(
        "One number changed: two shouters on mixed lines, and what the worst liar gains.",
        ("changed", "right, 60 ms apart", "mistaken, 10 ms apart", "hold", "liar gains"),
        (row(*change) for change in CHANGES),
    )


def _one_quicker(
    quicker: Sequence[Connection], slower: Sequence[Connection], gap: int
) -> DrawShouters:
    def draw_shouters(chance: Chance) -> tuple[Sequence[Client], Sequence[int]]:
        clients = Client(chance.one_of(quicker)), Client(chance.one_of(slower))
        reaction = chance.reaction()
        return clients, (reaction, reaction + gap)

    return draw_shouters


def _independent_reactions(shouters: int) -> DrawShouters:
    def draw_shouters(chance: Chance) -> tuple[Sequence[Client], Sequence[int]]:
        clients = [Client(chance.one_of(MIXED)) for _ in range(shouters)]
        return clients, [chance.reaction() for _ in clients]

    return draw_shouters


def _against_honest_client(client: Client) -> DrawShouters:
    return lambda chance: ((client, HONEST), (chance.reaction(), chance.reaction()))


def _alone(client: Client) -> DrawShouters:
    return lambda _: ((client,), (MEDIAN_REACTION,))


def _mean_counted_reaction(alone: Iterable[RaceInput], fairness: Fairness) -> float:
    """Returns the mean reaction that counts, for a client whose true reaction is constant."""
    return fmean(race.first.used for race in judge_races(alone, fairness))


def _right_shares(races: Sequence[Race]) -> list[str]:
    """Returns how often the quickest wins: by arrival, by the clients' figures, and here."""
    return [
        _format_share(races, lambda race: race.by_arrival == race.quickest),
        _format_share(races, lambda race: race.by_claim == race.quickest),
        _format_share(races, lambda race: race.is_right),
    ]


def _format_share(races: Sequence[Race], what: Callable[[Race], bool]) -> str:
    return f"{fmean(map(what, races)):.1%}".replace("%", " %")


def _format_mean_hold(races: Sequence[Race]) -> str:
    return f"{fmean(race.hold for race in races):.0f} ms"


def _format_table(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    rule = ["---"] + ["---:"] * (len(heads) - 1)
    lines = [f"| {' | '.join(cells)} |" for cells in (heads, rule, *rows)]
    return "\n".join((title, "", *lines))
