"""Speaks the protocol of boardgame.io 0.50 without its client: the events `sync` and `update`, in
Socket.IO packets, in Engine.IO messages."""

import json
from dataclasses import dataclass

from bench.server.adapter import ConnectRequest, MessageCodec
from bench.server.scripted_game import SIZE, is_placement, point

GAME = "stones"
ENGINE_OPEN, ENGINE_PING, ENGINE_PONG = b"0", b"2", b"3"
CONNECT = f"40/{GAME},".encode()
"""The connect packet that we send; the server's answer begins with the same bytes."""
SYNC, UPDATE = f'42/{GAME},["sync",'.encode(), f'42/{GAME},["update",'.encode()
STATE_ID = b'"_stateID":'
"""The number of moves made so far. The log has this key too, but comes after the state, so the
first match is the right one."""


@dataclass(frozen=True)
class BoardgameIoAdapter:
    address: tuple[str, int]

    async def open_tables(self, _tables: int) -> None:
        """Does nothing: a match is created when a client first asks for it."""

    def connect_request(self, _table: int, _seat: int | None) -> ConnectRequest:
        return ConnectRequest("/socket.io/?EIO=4&transport=websocket")

    def codec(self, table: int, seat: int | None) -> MessageCodec:
        return _Codec(f"match-{table}", None if seat is None else str(seat))


class _Codec:
    def __init__(self, match: str, player: str | None) -> None:
        self._match, self._player = match, player

    def read(self, message: bytes) -> bytes | int | None:
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

    def encode_action(self, number: int) -> bytes:
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
