"""How boardgame.io 0.50 is spoken to: its events `sync` and `update`, in Socket.IO packets, in
Engine.IO messages, without its client."""

import json
from dataclasses import dataclass

from bench.server.dialect import Door, Voice
from bench.server.script import SIZE, is_placement, point

GAME = "stones"
ENGINE_OPEN, ENGINE_PING, ENGINE_PONG = b"0", b"2", b"3"
CONNECT = f"40/{GAME},".encode()
"""Asked by us; the answer begins alike."""
SYNC, UPDATE = f'42/{GAME},["sync",'.encode(), f'42/{GAME},["update",'.encode()
STATE_ID = b'"_stateID":'
"""How many moves a state has seen. The log has it too, and stands behind the state."""


@dataclass(frozen=True)
class BoardgameIo:
    address: tuple[str, int]

    async def lay(self, _tables: int) -> None:
        """Nothing: a match is there once somebody asks for it."""

    def door(self, _table: int, _seat: int | None) -> Door:
        return Door("/socket.io/?EIO=4&transport=websocket")

    def voice(self, table: int, seat: int | None) -> Voice:
        return _Voice(f"match-{table}", None if seat is None else str(seat))


class _Voice:
    def __init__(self, match: str, player: str | None) -> None:
        self._match, self._player = match, player

    def hear(self, message: bytes) -> bytes | int | None:
        if message.startswith((UPDATE, SYNC)):
            at = message.index(STATE_ID) + len(STATE_ID)
            return int(message[at : message.index(b"}", at)])
        if message == ENGINE_PING:
            return ENGINE_PONG
        if message.startswith(ENGINE_OPEN):
            return CONNECT
        if message.startswith(CONNECT):
            return _event("sync", self._match, self._player, None, 2)
        return None

    def act(self, number: int) -> bytes:
        if is_placement(number):
            column, row = point(number)
            move, values = "place", [row * SIZE + column]
        else:
            move, values = "accept", []
        payload = {"type": move, "args": values, "playerID": self._player}
        action = {"type": "MAKE_MOVE", "payload": payload}
        return _event("update", action, number, self._match, self._player)


def _event(*values: object) -> bytes:
    return f"42/{GAME},{json.dumps(values, separators=(',', ':'))}".encode()
