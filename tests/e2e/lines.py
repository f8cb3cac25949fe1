"""A line between browsers and a server, to be cut and mended, and to be held up on either way."""

from contextlib import suppress
from socket import AF_INET, SHUT_RDWR, SHUT_WR, SO_REUSEPORT, SOL_SOCKET, create_connection, socket
from threading import Event, Thread
from typing import Literal, Self
from urllib.parse import urlsplit


class Line:
    """To browsers it is the server: they visit it by its `origin`, which stays over every cut.

    It knows bytes alone. What is held up when the line is cut has been lost on the way.
    """

    def __init__(self, to: str) -> None:
        self._to = to
        # Nobody listens here. It keeps the port while the line is cut: who calls then is refused.
        self._place = _bound(("127.0.0.1", 0))
        self.origin = "http://{}:{}".format(*self._place.getsockname())

    def __enter__(self) -> Self:
        self.mend()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._place.close()

    def mend(self, to: str | None = None) -> None:
        """All goes on, to another server perhaps; whoever was cut off has to call again."""
        self._to = to or self._to
        self._free = {"there": Event(), "back": Event()}
        self.release()
        self._ends: list[socket] = []
        self._threads: list[Thread] = []
        self._listener = _bound(self._place.getsockname())
        self._listener.listen()
        self._answering = Thread(target=self._answer, daemon=True)
        self._answering.start()

    def cut(self) -> None:
        """Ends all connections in the midst of whatever they say, and takes no new ones."""
        if self._listener.fileno() < 0:
            return  # it is
        self._listener.shutdown(SHUT_RDWR)
        self._answering.join()
        for end in self._ends:
            with suppress(OSError):  # it has hung up already
                end.shutdown(SHUT_RDWR)
        self.release()  # to nobody any more
        for thread in self._threads:
            thread.join()
        for end in (self._listener, *self._ends):
            end.close()

    def hold(self, way: Literal["there", "back"]) -> None:
        """Nothing gets through on that way, and nobody is told: as where a network has a gap."""
        self._free[way].clear()

    def release(self) -> None:
        """Whatever was held up arrives in one moment."""
        for free in self._free.values():
            free.set()

    def _answer(self) -> None:
        to = urlsplit(self._to)
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return  # it was cut
            self._ends.append(near)
            try:
                far = create_connection((to.hostname, to.port))
            except OSError:
                near.shutdown(SHUT_RDWR)  # no server is there
                continue
            self._ends.append(far)
            self._carry("there", near, far)
            self._carry("back", far, near)

    def _carry(self, way: str, hears: socket, says: socket) -> None:
        thread = Thread(target=_carry, args=(hears, says, self._free[way]), daemon=True)
        self._threads.append(thread)
        thread.start()


def _carry(hears: socket, says: socket, free: Event) -> None:
    with suppress(OSError):
        while said := hears.recv(1 << 16):
            free.wait()
            says.sendall(said)
    with suppress(OSError):
        says.shutdown(SHUT_WR)  # one end has hung up, and the other is told


def _bound(address: tuple[str, int]) -> socket:
    bound = socket(AF_INET)
    bound.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)
    bound.bind(address)
    return bound
