#!/usr/bin/env python3
"""Watches a document with the package `sheaf` while programs save it, and prints a line for each fact that holds; the first one that
doesn't ends it with status 1.

    python_followed.py SOCKET FOLDER
"""

import asyncio
import os
import sys
import time

import sheaf


def fact(name, holds, but=""):
    if not holds:
        sys.exit(f"not so: {name} {but}")
    print("ok:", name, flush=True)


def write(path, pages, *, first=""):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"sheaf-pattern 1\n{first}pages = {pages}\n")


async def until(told, is_so, name):
    """Waits until a reader is as it is to be."""
    end = time.monotonic() + 60
    while not is_so():
        if time.monotonic() > end:
            fact(name, False, told)
        await asyncio.sleep(0.01)
    fact(name, True)


async def main(socket, folder):
    path, other = os.path.join(folder, "book"), os.path.join(folder, "other")
    write(path, 9)
    told = []
    async with sheaf.Service(socket) as service:
        reader = await service.open(path, sheaf.Viewport(width=60, height=80), target=sheaf.Target(index=4))
        name = reader.id

        async def watch():
            async for reply in reader.watch():
                told.append(reply)

        watching = asyncio.create_task(watch())

        def has(pages):
            return lambda: reader.state.document.count.pages == pages and reader.state.document.removed is None

        write(other, 10)
        os.rename(other, path)
        await until(told, has(10), "a file that is renamed over it")
        fact("is told first to be gone", any(reply.removed for reply in told))
        fact("and the reader is where it was", reader.id == name and reader.state.location.index == 4)
        os.unlink(path)
        await until(told, lambda: sum(1 for reply in told if reply.removed) == 2, "one that is removed")
        await asyncio.sleep(1.5)
        write(path, 11)
        await until(told, has(11), "and written again, later")
        # What can't be read yet, and is written on; what is of another format comes, and goes.
        os.rename(path, path + "~")
        with open(path, "w", encoding="utf-8") as file:
            file.write("sheaf-pattern 1\norder = 0-")
        await until(told, lambda: isinstance(reader.refused, sheaf.NotADocument), "half of one is refused")
        with open(path, "w", encoding="utf-8") as file:
            file.write("<!doctype html><html><body><p>a text</p></body></html>")
        await until(told, lambda: isinstance(reader.refused, sheaf.OtherFormat), "and so is another format")
        write(other, 12)
        os.rename(other, path)
        await until(told, has(12), "until it is there")
        await until(told, lambda: reader.refused is None, "then nothing is refused")
        fact("and it is the same reader", reader.id == name and reader.state.location.index == 4)
        with await reader.get() as page:
            fact("which has pages", page.index == 4)
        left = await service.open(path, sheaf.Viewport(width=60, height=80), follow=False)
        seen = []

        async def look():
            async for reply in left.watch():
                seen.append(reply)

        looking = asyncio.create_task(look())
        write(other, 13)
        os.rename(other, path)
        await until(told, has(13), "one goes on")
        await until(seen, lambda: any(reply.removed for reply in seen), "one is told")
        fact("and stays, as it was to", left.state.document.count.pages == 12)
        await left.close()
        await reader.close()
        await watching
        await looking


async def descriptors(*words):
    before = len(os.listdir("/proc/self/fd"))
    await main(*words)
    fact("no descriptor is left", len(os.listdir("/proc/self/fd")) == before, os.listdir("/proc/self/fd"))


if __name__ == "__main__":
    asyncio.run(descriptors(*sys.argv[1:]))
