"""`grav join` at the tables of a real server, over pipes and at a terminal."""

import asyncio
import re
import secrets
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from subprocess import CompletedProcess

import httpx
import pytest
from tests.subtests import every

from grav.cli.forecasts.settling_forecast import SettlingForecast
from grav.record import load
from grav.rules import REVISED, Setting
from grav.testing.infrastructure.flaky_proxy import FlakyProxy, flaky_proxy_to
from grav.testing.servers.server_processes import Deployment
from grav.text import LANGUAGES, Language, say

Run = Callable[..., CompletedProcess[str]]

TIMEOUT = 120
LINK = re.compile(r"http://[\w.:]+/table/[\w-]+")
TABLE = ("--size", "4", "--setting", "3 3 4 1 2")
"""On this board a1 and d4 are too far from each other."""


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def url(deployment: Deployment) -> str:
    return await deployment.servers[0].url()


class Piped:
    """The command at the other end of a pipe: waits until something is shown, and then types."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.shown = ""
        self._read_to = 0

    async def wait_for(self, *texts: str) -> str:
        """Waits until one of the texts is shown after the last match; returns it."""
        assert self.process.stdout is not None
        while not (found := self._first(texts)):
            try:
                piece = await asyncio.wait_for(self.process.stdout.read(65536), TIMEOUT)
            except TimeoutError:
                piece = b""
            assert piece, f"{texts} was never shown, but {self.shown!r}"
            self.shown += piece.decode()
        at, text = found
        self._read_to = at + len(text)
        return text

    def _first(self, texts: Sequence[str]) -> tuple[int, str] | None:
        places = [(self.shown.find(text, self._read_to), text) for text in texts]
        return min(((at, text) for at, text in places if at >= 0), default=None)

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())

    async def leave(self) -> int:
        """Ends the input; returns the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        out, err = await asyncio.wait_for(self.process.communicate(), TIMEOUT)
        self.shown += out.decode()
        assert err == b"", err.decode()
        assert self.process.returncode is not None
        return self.process.returncode


Join = Callable[..., "asyncio.Future[Piped]"]


async def end(process: Process) -> None:
    """Ends all processes that a test has started."""
    if process.returncode is None:
        process.kill()
    await process.communicate()


@pytest.fixture
async def join(command: Path) -> AsyncIterator[Join]:
    """Starts `grav join`, each time as a new guest."""
    async with AsyncExitStack() as stack:

        async def start(*words: str, language: str = "en", guest: bool = True) -> Piped:
            options = ["--lang", language, *(["--guest"] if guest else [])]
            process = await asyncio.create_subprocess_exec(
                command, "join", *words, *options, stdin=PIPE, stdout=PIPE, stderr=PIPE
            )
            stack.push_async_callback(end, process)
            return Piped(process)

        yield lambda *words, **options: asyncio.ensure_future(start(*words, **options))


async def link_of(host: Piped) -> str:
    while not (found := LINK.search(host.shown)):
        await host.wait_for("\n")
    return found[0]


async def sit_together(join: Join, url: str, *options: str) -> tuple[Piped, Piped]:
    """Opens a table for two, at which both sit."""
    host = await join(url, *(options or TABLE))
    link = await link_of(host)
    return host, await join(link)


@pytest.mark.anyio
@pytest.mark.parametrize("language", LANGUAGES)
async def test_two_play_a_whole_game_and_another(join: Join, url: str, language: Language) -> None:
    def text(key: str, **values: object) -> str:
        return say(key, language, **values)

    one, two = (text("report.player", seat=seat) for seat in (1, 2))
    host = await join(url, *TABLE, language=language)
    guest = await join(await link_of(host), language=language)
    begins = text("join.prompt_opening", players=[one])
    await host.wait_for(text("join.begun", setting="3 3 4 1 2"))
    await host.wait_for(begins)
    host.type("a1")
    await guest.wait_for(text("play.prompt_window_or_place", players=[two]))
    guest.type("d4")
    await host.wait_for(text("event.placed", player=two, at="d4"))
    await host.wait_for(text("play.prompt_window_or_place", players=[one]))
    host.type("g")
    shown = text("breach.distance", origin="a1", distance=6, least=1, most=2)
    for person in (host, guest):
        await person.wait_for(text("event.right_shout", player=one, shown=shown))
    await host.wait_for(text("play.prompt_turn", players=[one]))
    host.type("b1")
    await guest.wait_for(text("event.placed", player=one, at="b1"))
    guest.type("2 grav!")
    await host.wait_for(text("event.wrong_shout", player=two))
    await host.wait_for(text("play.prompt_turn", players=[one]))
    host.type("pass")
    await guest.wait_for(text("play.prompt_turn", players=[two]))
    guest.type("pass")
    for person in (host, guest):
        await person.wait_for(text("event.ended", how=text("report.ended_passes"), winner=one))
        await person.wait_for(text("report.called", shouts=2, right=1, wrong=1))
        await person.wait_for(text("join.prompt_over"))
    host.type("rematch")
    await guest.wait_for(text("join.prompt_yes_or_no"))
    guest.type("yes")
    for person in (host, guest):
        await person.wait_for(text("join.next", link="http"))
        await person.wait_for("a  b  c  d")
        assert await person.leave() == 0
        assert "Traceback" not in person.shown


@pytest.mark.anyio
async def test_dice_are_thrown_and_their_seed_is_checked(join: Join, url: str) -> None:
    host, guest = await sit_together(join, url, "--size", "5")
    await host.wait_for(say("join.prompt_roll"))
    host.type("roll")
    for person in (host, guest):
        await person.wait_for(say("join.draw_checked"))
        assert await person.leave() == 0


@pytest.mark.anyio
async def test_cards_are_drawn_and_kept(join: Join, url: str) -> None:
    host, guest = await sit_together(join, url, "--size", "9", "--setting", "cards")
    draw, begun = say("join.prompt_draw"), "The game begins."
    for person in cycle((host, guest)):
        if await person.wait_for(draw, begun) == begun:
            break
        person.type("draw")
        await person.wait_for("  1: ")
        await person.wait_for("random play: ")
        await person.wait_for(say("join.prompt_keep"))
        person.type("keep 1")
        await person.wait_for(" keeps ")
    for person in (host, guest):
        await person.wait_for(say("join.draw_checked"))


@pytest.mark.anyio
async def test_numbers_are_proposed_and_agreed(join: Join, url: str) -> None:
    host, guest = await sit_together(join, url, "--size", "7", "--setting", "agree")
    await host.wait_for(say("join.prompt_propose"))
    host.type("9 9 9 9")
    await host.wait_for("! ")
    host.type("3 3 4 2 4")
    await guest.wait_for(say("join.prompt_agree"))
    guest.type("3 3 4 1 4")
    await host.wait_for(say("join.proposed", player="player 2", setting="3 3 4 1 4"))
    for text in SettlingForecast(7, 2, REVISED).of(Setting.parse("3 3 4 1 4")):
        await host.wait_for(text.say())
    await host.wait_for(say("join.prompt_agree"))
    host.type("ok")
    for person in (host, guest):
        await person.wait_for(say("join.begun", setting="3 3 4 1 4"))


@pytest.mark.anyio
async def test_a_stone_is_taken_back_and_phrases_are_said(join: Join, url: str) -> None:
    host, guest = await sit_together(join, url)
    await host.wait_for("begins >")
    host.type("a1")
    await guest.wait_for("grav, or your stone?")
    host.type("takeback")
    await guest.wait_for(say("join.wants_takeback", player="player 1"))
    guest.type("no")
    await host.wait_for(say("join.declines", player="player 2"))
    guest.type("ok")
    await guest.wait_for(say("play.prompt_turn", players=["player 2"]))
    host.type("takeback")
    await guest.wait_for(say("join.prompt_yes_or_no"))
    guest.type("ok")
    await host.wait_for(say("join.taken_back"))
    host.type("say")
    await host.wait_for(say("phrases.good_game"))
    host.type("say 안녕하세요")
    await guest.wait_for(f"player 1: {say('phrases.hello')}")


@pytest.mark.anyio
async def test_without_a_free_seat_one_watches(join: Join, url: str) -> None:
    host, guest = await sit_together(join, url)
    await guest.wait_for("begins >")
    third = await join(LINK.findall(host.shown)[0])
    await third.wait_for(say("join.prompt_watching"))
    third.type("a1")
    await third.wait_for(f"! {say('join.you_watch')}")
    guest.type("b2")
    await third.wait_for(say("event.placed", player="player 2", at="b2"))


@pytest.mark.needs_core
@pytest.mark.anyio
async def test_levels_of_the_server_sit_on_the_other_seats(join: Join, url: str) -> None:
    host = await join(url, *TABLE, "--against", "1", "--players", "3")
    await host.wait_for(say("levels.name_1"))
    host.type("resign")
    await host.wait_for(say("event.resigned", player="player 1"))


@pytest.mark.anyio
async def test_what_cannot_be_done_is_reported_and_the_table_goes_on(join: Join, url: str) -> None:
    host, guest = await sit_together(join, url)
    await guest.wait_for("begins >")
    for typed, answer in (
        ("nonsense", say("play.not_understood", found="nonsense")),
        ("ok", say("play.no_stone_waits")),
        ("yes", say("join.nothing_asked")),
        ("say abracadabra", say("join.no_such_phrase", found="abracadabra")),
        ("load game.grav", say("join.no_load")),
        ("keep", say("join.which_card")),
        ("level 2", say("join.which_level")),
        ("free", say("join.which_seat", word="free")),
        ("rematch maybe", say("join.which_rematch")),
        ("rematch", say("table.wrong_stage")),
        ("z9", "9"),
        ("help", say("play.how_place")),
        ("seats", "player 2 (you)"),
        ("rules", say("play.enforcement_challenge")),
        ("board", "a  b  c  d"),
    ):
        guest.type(typed)
        await guest.wait_for(answer)
    guest.type("a1 2")
    await host.wait_for(say("event.placed_declaring", player="player 2", at="a1", count=2))


@pytest.mark.anyio
async def test_a_game_is_saved_and_no_file_is_overwritten(
    join: Join, url: str, tmp_path: Path
) -> None:
    host, guest = await sit_together(join, url)
    await host.wait_for("begins >")
    host.type("a1")
    await guest.wait_for("a1")
    for answer in (say("play.saved", file="game.grav"), say("join.file_exists", file="game.grav")):
        host.type("save game")
        await host.wait_for(answer)
    assert len(load(tmp_path / "game.grav").actions) == 1


@pytest.mark.anyio
async def test_leaving_and_joining_again_gives_the_same_seat(join: Join, url: str) -> None:
    first = await join(url, *TABLE, guest=False)
    link = await link_of(first)
    first.type("quit")
    await first.wait_for(say("join.left", link=link))
    again = await join(link, guest=False)
    await again.wait_for(say("join.seat_yours", name="player 1"))
    another = await join(link)
    await another.wait_for(say("join.sat", player="player 2", seat=2))


@pytest.mark.anyio
async def test_an_account_takes_the_seat_that_is_reserved_for_it(
    join: Join, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, password = f"p{secrets.token_hex(4)}", "a long password"
    async with httpx.AsyncClient(base_url=url, headers={"origin": url}) as http:
        account = {"name": name, "password": password}
        (await http.post("/api/account", json=account)).raise_for_status()
        http.cookies.clear()
        (await http.post("/api/guest")).raise_for_status()
        settings = {"size": 4, "setting": "3 3 4 1 2", "seats": 3}
        seats = [{"me": True}, {}, {"invite": name}]
        answer = await http.post("/api/tables", json={"settings": settings, "seats": seats})
        link = f"{url}{answer.json()['path']}"
    monkeypatch.setenv("GRAV_PASSWORD", password)
    person = await join(link, "--as", name, guest=False)
    await person.wait_for(say("join.seat_kept", name=name))
    await person.wait_for(say("join.sat", player=name, seat=3))
    assert await person.leave() == 0
    monkeypatch.setenv("GRAV_PASSWORD", "wrong password")
    other = await join(link, "--as", name, guest=False)
    assert await asyncio.wait_for(other.process.wait(), TIMEOUT) == 2


@pytest.fixture
async def proxy(deployment: Deployment) -> AsyncIterator[FlakyProxy]:
    async with flaky_proxy_to(deployment.servers[0].url) as opened:
        yield opened


@pytest.mark.anyio
async def test_a_broken_connection_is_reported_and_typed_commands_are_sent_later(
    join: Join, url: str, proxy: FlakyProxy
) -> None:
    host = await join(url, *TABLE)
    link = (await link_of(host)).replace(url, proxy.url)
    guest = await join(link)
    await guest.wait_for("begins >")
    proxy.is_down = True
    proxy.cut()
    await guest.wait_for(say("join.line_down"))
    guest.type("c3")
    await guest.wait_for(say("join.kept_for_later"))
    proxy.is_down = False
    await guest.wait_for(say("join.line_up"))
    await guest.wait_for(say("event.placed", player="player 2", at="c3"))
    await host.wait_for(say("event.placed", player="player 2", at="c3"))


WRONG: list[tuple[list[str], str, dict[str, object]]] = [
    (["nonsense://x"], "client.bad_url", {"found": "nonsense://x"}),
    (["localhost:1", "--clock", "soon"], "join.bad_clock", {"found": "soon"}),
    (["localhost:1", "--clock", "5+1"], "join.bad_clock", {"found": "5+1"}),
    (["localhost:1", "--clock", "15d"], "join.bad_clock", {"found": "15d"}),
    (
        ["localhost:1/table/x", "--strict"],
        "join.table_is_there",
        {"option": "--strict", "link": "http://localhost:1/table/x"},
    ),
]


@every("language", LANGUAGES)
@every(("words", "key", "values"), WRONG)
def test_a_wrong_command_line_is_reported(
    grav: Run, language: Language, words: list[str], key: str, values: dict[str, object]
) -> None:
    done = grav("join", *words, "--lang", language)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"grav: {say(key, language, **values)}\n"


def test_a_server_that_does_not_exist_is_reported(grav: Run) -> None:
    done = grav("join", "127.0.0.1:1")
    assert done.returncode == 2
    assert done.stderr.startswith("grav: http://127.0.0.1:1 ")


@pytest.mark.anyio
async def test_a_table_that_does_not_exist_is_reported(join: Join, url: str) -> None:
    person = await join(f"{url}/table/nowhere")
    _, told = await asyncio.wait_for(person.process.communicate(), TIMEOUT)
    assert person.process.returncode == 2
    assert say("client.no_such_table", table="nowhere") in told.decode()
