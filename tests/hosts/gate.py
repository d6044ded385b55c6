"""gate.py FILE TARGET -- passes TCP connections on, and can stop: then it takes connections and
bytes, but passes nothing on, as a network does that is cut. See gate in nodes.bash."""

import asyncio
import os
import re
import signal
import sys


def target_port():
    with open(sys.argv[2], encoding="utf-8") as file:
        return int(re.search(r"127\.0\.0\.1:(\d+)", file.read().splitlines()[-1]).group(1))


async def copy(source, to, is_open):
    try:
        while data := await source.read(65536):
            await is_open.wait()
            to.write(data)
            await to.drain()
    except OSError:
        pass
    await is_open.wait()
    to.close()


async def main():
    is_open = asyncio.Event()
    is_open.set()

    async def serve(reader, writer):
        await is_open.wait()
        try:
            far = await asyncio.open_connection("127.0.0.1", target_port())
        except OSError:
            writer.close()
            return
        await asyncio.gather(copy(reader, far[1], is_open), copy(far[0], writer, is_open))

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGUSR1, is_open.clear)
    loop.add_signal_handler(signal.SIGUSR2, is_open.set)
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    with open(sys.argv[1] + ".new", "w", encoding="utf-8") as file:
        file.write("%d\n" % server.sockets[0].getsockname()[1])
    os.rename(sys.argv[1] + ".new", sys.argv[1])
    await server.serve_forever()


asyncio.run(main())
