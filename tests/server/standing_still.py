"""A server that is run as `grav serve` is: its event loop stands still when it is told to.

It is called with the number of processes, and the seconds of `run`: hung, and silent.
"""

import os
import socket
import sys
import time

from grav.server.asgi import Message, Receive, Scope, Send
from grav.server.serve import Ending, run


def make_app() -> object:
    return answer


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "lifespan":
        for kind in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{kind}.complete"})
        return
    if scope["path"] == "/stand-still":
        stand_still()
    body = str(os.getpid()).encode()
    start: Message = {"type": "http.response.start", "status": 200, "headers": []}
    await send(start)
    await send({"type": "http.response.body", "body": body})


def stand_still() -> None:
    while True:
        time.sleep(1)


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
