"""The adapter speaks boardgame.io's own protocol."""

import json

from bench.server import scripted_game
from bench.server.boardgameio_adapter import BoardgameIoAdapter


def test_boardgame_io_is_answered_in_its_own_protocol() -> None:
    codec = BoardgameIoAdapter(("127.0.0.1", 1)).codec(7, 1)
    assert codec.read(b'0{"sid":"s","pingInterval":10000}') == b"40/stones,"
    sync = codec.read(b'40/stones,{"sid":"t"}')
    assert sync == b'42/stones,["sync","match-7","1",null,2]'
    assert codec.read(b"2") == b"3"
    assert codec.read(b'42/stones,["matchData","match-7",[]]') is None
    seen = b'42/stones,["update","match-7",{"G":{},"_stateID":12},[{"_stateID":11}]]'
    assert codec.read(seen) == 12


def test_boardgame_io_gets_the_move_and_the_state_it_is_about() -> None:
    adapter = BoardgameIoAdapter(("127.0.0.1", 1))
    column, row = scripted_game.point(2)
    for number, seat, move, values in (
        (2, 1, "place", [row * scripted_game.SIZE + column]),
        (3, 0, "accept", []),
    ):
        said = adapter.codec(7, seat).encode_action(number)
        name, action, state, match, player = json.loads(said.removeprefix(b"42/stones,"))
        assert (name, state, match, player) == ("update", number, "match-7", str(seat))
        payload = {"type": move, "args": values, "playerID": str(seat)}
        assert action == {"type": "MAKE_MOVE", "payload": payload}
