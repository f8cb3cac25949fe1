"""A server, run as `grav serve` is, that hangs, shuts down slowly or has its clock set back on
request.

Arguments: the number of processes, and the two timeouts of `run` in seconds (watchdog, health
check).
"""

import asyncio
import os
import socket
import sys
import time

from grav.server.protocol.asgi_types import Message, Receive, Scope, Send
from grav.server.serve import ShutdownSignals, run


def make_app() -> object:
    return answer


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await live(receive, send)
        return
    actions[scope["path"]]()
    body = str(os.getpid()).encode()
    start: Message = {"type": "http.response.start", "status": 200, "headers": []}
    await send(start)
    await send({"type": "http.response.body", "body": body})


async def live(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.sleep(shutdown_seconds)
    await send({"type": "lifespan.shutdown.complete"})


def block_loop() -> None:
    while True:
        time.sleep(1)


def hold_gil() -> None:
    """Runs one bytecode instruction for hours, so that no other thread gets the GIL."""
    exponent = 10**10
    _ = 3**exponent


def set_clock_back() -> None:
    true = time.time
    time.time = lambda: true() - 3600


def slow_down_shutdown() -> None:
    global shutdown_seconds
    shutdown_seconds = 1.5 * int(sys.argv[2])


shutdown_seconds = 0.0
actions = {
    "/": lambda: None,
    "/block-loop": block_loop,
    "/hold-gil": hold_gil,
    "/set-clock-back": set_clock_back,
    "/slow-down-shutdown": slow_down_shutdown,
}


def main() -> bool:
    workers, hung, silent = map(int, sys.argv[1:])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ending = ShutdownSignals()
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        return run(
            make_app, listener, ending, workers=workers, hung_seconds=hung, silent_seconds=silent
        )


if __name__ == "__main__":
    sys.exit(not main())
