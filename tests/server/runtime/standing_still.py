"""A server that is run as `grav serve` is: its event loop stands still when it is told to, or it
takes long to end, or the machine's clock is set back under it.

It is called with the number of processes, and the seconds of `run`: hung, and silent.
"""

import asyncio
import os
import socket
import sys
import time

from grav.server.protocol.asgi_types import Message, Receive, Scope, Send
from grav.server.serve import Ending, run


def make_app() -> object:
    return answer


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        await live(receive, send)
        return
    told[scope["path"]]()
    body = str(os.getpid()).encode()
    start: Message = {"type": "http.response.start", "status": 200, "headers": []}
    await send(start)
    await send({"type": "http.response.body", "body": body})


async def live(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await asyncio.sleep(seconds_to_end)
    await send({"type": "lifespan.shutdown.complete"})


def stand_still() -> None:
    while True:
        time.sleep(1)


def hold_the_interpreter() -> None:
    """One step of Python that goes on for hours: no other thread gets its turn."""
    exponent = 10**10
    _ = 3**exponent


def set_clock_back() -> None:
    true = time.time
    time.time = lambda: true() - 3600


def end_slowly() -> None:
    global seconds_to_end
    seconds_to_end = 1.5 * int(sys.argv[2])


seconds_to_end = 0.0
told = {
    "/": lambda: None,
    "/stand-still": stand_still,
    "/hold-the-interpreter": hold_the_interpreter,
    "/set-clock-back": set_clock_back,
    "/end-slowly": end_slowly,
}


def main() -> bool:
    workers, hung, silent = map(int, sys.argv[1:])
    with socket.create_server(("127.0.0.1", 0)) as listener:
        ending = Ending()
        sys.stdout.write(f"http://127.0.0.1:{listener.getsockname()[1]}\n")
        sys.stdout.flush()
        return run(
            make_app, listener, ending, workers=workers, hung_seconds=hung, silent_seconds=silent
        )


if __name__ == "__main__":
    sys.exit(not main())
