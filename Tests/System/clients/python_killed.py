#!/usr/bin/env python3
"""Reads on with the Python package `sheaf` while sheafd is killed again and again. Prints a line for each fact that holds; the first
one that doesn't ends it with status 1.

    python_killed.py SOCKET PATTERN TIMES PID COMMAND ...    PATTERN is a document of 50 pages, PID the sheafd that runs, and COMMAND
                                                             what starts another one
"""

import asyncio
import atexit
import contextlib
import os
import signal
import subprocess
import sys
import time
import zlib
from socket import AF_UNIX, socket as Socket

import sheaf


def fact(name, holds, but=""):
    if not holds:
        sys.exit(f"not so: {name} {but}")
    print("ok:", name, flush=True)


def listens(path):
    """Whether the service has not ended yet: another one does not begin before."""
    with contextlib.closing(Socket(AF_UNIX)) as connection:
        return connection.connect_ex(path) == 0


async def main(socket, path, times, pid, *command):
    states = asyncio.Queue()
    started = []

    def end():
        if started:
            started[-1].kill()
            started.pop().wait()
        else:
            os.kill(int(pid), signal.SIGKILL)
        while listens(socket):
            time.sleep(0.001)

    async with sheaf.Service(socket) as service:
        viewport = sheaf.Viewport(width=300, height=400)
        reader = await service.open(path, viewport, looks=sheaf.Looks(paper="night"), target=sheaf.Target(index=7))

        async def watch():
            async for event in reader.watch():
                if event.state:
                    states.put_nowait(event.state)

        watching = asyncio.create_task(watch())
        await states.get()
        first = await reader.get()
        sums = {7: zlib.crc32(first.array)}
        unanswered = 0
        for round in range(int(times)):
            name, index = reader.id, 7 + round
            # Some of it is answered before the end, some is lost.
            turn = asyncio.create_task(reader.turn(1))
            calls = [asyncio.create_task(reader.get(each)) for each in range(20, 24)]
            if round % 2:
                await asyncio.sleep(0)
            end()
            started.append(subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            atexit.register(started[-1].kill)
            pages = await asyncio.gather(*calls)
            for place, page in zip(range(20, 24), pages):
                with page:
                    if page.index != place or zlib.crc32(page.array) != sums.setdefault(place, zlib.crc32(page.array)):
                        fact("pages are what they were", False, (place, page))
            try:
                (await turn).close()
            except sheaf.Unanswered:
                # It was done, and lost with the service, or it was not done.
                unanswered += 1
            state = (await reader.get_state()).state
            if state.location.index not in (index, index + 1) or state.looks.paper != "night" or state.reader == name:
                fact("the reader is where it was, and as it was", False, (round, state))
            (await reader.turn(sheaf.Target(index=index + 1))).close()
            # What it is told of the service before may come first.
            while (await asyncio.wait_for(states.get(), 60)).reader != reader.id:
                pass
        fact("the reader has come back each time, where it was", True)
        fact("its watch too", not watching.done())
        fact("a page of the first service is there still", zlib.crc32(first.array) == sums[7])
        first.close()
        end_of_waiting = time.monotonic() + 60
        while (leased := (await service.status()).cache.leased_pages) and time.monotonic() < end_of_waiting:
            await asyncio.sleep(0.005)
        fact("what the last service has handed over is returned", leased == 0, leased)

        end()
        before = time.monotonic()
        try:
            await reader.get()
            lost = ""
        except sheaf.Unreachable as error:
            lost = str(error)
        fact("without a service it says so in the end", "SHEAF_SOCKET=PATH" in lost and time.monotonic() - before > 5)
        try:
            await asyncio.wait_for(watching, 60)
            fact("the watch ends", False)
        except sheaf.Unreachable:
            fact("so does the watch", True)
    print(unanswered, "turns were not answered")


asyncio.run(main(*sys.argv[1:]))
