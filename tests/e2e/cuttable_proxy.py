"""A TCP proxy between browsers and a server: can be cut, restored, and stalled in one direction."""

from contextlib import suppress
from socket import AF_INET, SHUT_RDWR, SHUT_WR, SO_REUSEPORT, SOL_SOCKET, create_connection, socket
from threading import Event, Thread
from typing import Literal, Self
from urllib.parse import urlsplit


class CuttableProxy:
    """Browsers use the proxy's `origin`, which stays the same over every cut.

    It forwards bytes, whatever the protocol. Data that is stalled when the proxy is cut is lost.
    """

    def __init__(self, to: str) -> None:
        self._to = to
        # Never listens: it keeps the port while the proxy is cut, so that connections are refused.
        self._reserved = _bound(("127.0.0.1", 0))
        self.origin = "http://{}:{}".format(*self._reserved.getsockname())

    def __enter__(self) -> Self:
        self.restore()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        self._reserved.close()

    def restore(self, to: str | None = None) -> None:
        """Listens again, optionally for another server. Clients must reconnect."""
        self._to = to or self._to
        self._flows = {"to_server": Event(), "to_browser": Event()}
        self.release()
        self._ends: list[socket] = []
        self._threads: list[Thread] = []
        self._listener = _bound(self._reserved.getsockname())
        self._listener.listen()
        self._accepting = Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def cut(self) -> None:
        """Ends all connections, also in the middle of a message, and refuses new ones."""
        if self._listener.fileno() < 0:
            return  # already cut
        self._listener.shutdown(SHUT_RDWR)
        self._accepting.join()
        for end in self._ends:
            with suppress(OSError):  # the peer may have closed it
                end.shutdown(SHUT_RDWR)
        self.release()  # lets the threads end
        for thread in self._threads:
            thread.join()
        for end in (self._listener, *self._ends):
            end.close()

    def stall(self, direction: Literal["to_server", "to_browser"]) -> None:
        """Holds back all data in one direction without an error, like a network outage."""
        self._flows[direction].clear()

    def release(self) -> None:
        """Lets all data that was held back arrive at once."""
        for flows in self._flows.values():
            flows.set()

    def _accept(self) -> None:
        to = urlsplit(self._to)
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return  # the proxy was cut
            self._ends.append(near)
            try:
                far = create_connection((to.hostname, to.port))
            except OSError:
                near.shutdown(SHUT_RDWR)  # the server is down
                continue
            self._ends.append(far)
            self._forward("to_server", near, far)
            self._forward("to_browser", far, near)

    def _forward(self, direction: str, source: socket, sink: socket) -> None:
        thread = Thread(target=_forward, args=(source, sink, self._flows[direction]), daemon=True)
        self._threads.append(thread)
        thread.start()


def _forward(source: socket, sink: socket, flows: Event) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            flows.wait()
            sink.sendall(data)
    with suppress(OSError):
        sink.shutdown(SHUT_WR)  # passes the end of the stream on


def _bound(address: tuple[str, int]) -> socket:
    bound = socket(AF_INET)
    bound.setsockopt(SOL_SOCKET, SO_REUSEPORT, 1)
    bound.bind(address)
    return bound
