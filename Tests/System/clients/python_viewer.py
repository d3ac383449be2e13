#!/usr/bin/env python3
"""Uses the Python package `sheaf` as a viewer does, and prints a line for each fact that holds; the first one that doesn't ends it
with status 1.

    python_viewer.py SOCKET DOCUMENT PATTERN    DOCUMENT is the policy manual as PDF, PATTERN a document of 50 pages of that provider
"""

import asyncio
import os
import sys
import tempfile
import time
from contextlib import aclosing

import numpy
import sheaf
from policy import PAGE_COUNT
from sheaf.interfaces import document as said

VIEWPORT = sheaf.Viewport(width=600, height=800)


def fact(name, holds, but=""):
    if not holds:
        sys.exit(f"not so: {name} {but}")
    print("ok:", name, flush=True)


async def eventually(name, is_so, but=""):
    """Waits until something is so, which it is in the end."""
    end = time.monotonic() + 60
    while not await is_so():
        if time.monotonic() > end:
            fact(name, False, but)
        await asyncio.sleep(0.005)
    fact(name, True)


def mapped(address):
    """What is mapped at an address."""
    with open("/proc/self/maps", encoding="utf-8") as maps:
        for line in maps:
            start, end = (int(part, 16) for part in line.split()[0].split("-"))
            if start <= address < end:
                return line.split()[1] + " " + " ".join(line.split()[5:])
    return ""


async def pixels(service, reader):
    async def leased():
        return (await service.status()).cache.leased_pages

    page = await reader.get(20)
    with page:
        array = page.array
        fact("a page is an array", array.shape == (page.height, page.width, 4) and array.dtype == numpy.uint8)
        fact("of sealed memory", "r--p /memfd:" in mapped(array.ctypes.data), mapped(array.ctypes.data))
        fact("that nobody writes to", not array.flags.writeable)
        fact("its rows are those of the file", array[3].tobytes() == page.read()[3 * page.stride :][: page.width * 4])
        surface = page.surface()
        view = numpy.asarray(surface.get_data())
        fact("a surface has no copy either", "rw-p /memfd:" in mapped(view.ctypes.data), mapped(view.ctypes.data))
        fact("and the same pixels", view[: page.size].tobytes() == page.read())
        before = array[0, 0, 0]
        view[0] = before ^ 255
        fact("what is drawn on it nobody else sees", array[0, 0, 0] == before and page.read()[0] == before)
        fact("the page is leased", await leased() == 1)
    del view
    fact("it can be used after it was closed", array[5, 5, 3] == 255)
    fact("and is leased as long", await leased() == 1)
    del array
    fact("or its surface", await leased() == 1)
    del surface
    await eventually("then it is returned", lambda: is_zero(leased))

    again = [await reader.get(20), await reader.get(20)]
    again[0].close()
    fact("a page that was handed over twice is returned once", await leased() == 1)
    again[1].close()
    await eventually("when it was closed twice", lambda: is_zero(leased))
    forgotten = await reader.get(21)
    fact("a page is held", await leased() == 1 and forgotten.width > 0)
    del forgotten
    await eventually("one that is forgotten is returned", lambda: is_zero(leased))

    whole = await reader.get(20)
    region = sheaf.Region(x=whole.width - 100, y=whole.height - 50, width=100, height=50)
    with await reader.get(20, region=region) as cut:
        fact("a region is a cut of the page", cut.origin == "cut" and cut.offset > 0)
        fact("with its pixels", (cut.array == whole.array[-50:, -100:]).all())
        copy = numpy.empty((50, 100, 4), numpy.uint8)
        paint(cut.surface(), copy)
        fact("as a surface too", (copy[:, :, :3] == cut.array[:, :, :3]).all())
    whole.close()
    with await reader.get(20, format="png") as picture:
        fact("a picture is a file", picture.read().startswith(b"\x89PNG"))
        fact("and has no pixels", raises(lambda: picture.array, ValueError))
    with await reader.get(20, region=region, handover="inline") as inline:
        fact("a page comes inline", inline.data and inline.array.shape == (50, 100, 4))
        fact("and has no descriptor", raises(inline.fileno, ValueError))


async def returns(service, socket, path):
    """Pages of several readers, and the last thing that is done over connections that were just made."""
    async def leased():
        return (await service.status()).cache.leased_pages

    async with await service.open(path, VIEWPORT):
        async with await service.open(path, VIEWPORT) as second:
            (await second.get(3)).close()
        await eventually("a page of the second reader is returned", lambda: is_zero(leased))
    async with sheaf.Service(socket) as other, await other.open(path, VIEWPORT) as reader:
        (await reader.get(3)).close()
    await eventually("and one that was closed just before all", lambda: is_zero(leased))


async def is_zero(count):
    return await count() == 0


async def is_in(told, line):
    return line in told


def raises(act, error):
    try:
        act()
    except error:
        return True
    return False


def paint(surface, array):
    import cairo

    target = cairo.ImageSurface.create_for_data(array, cairo.FORMAT_RGB24, array.shape[1], array.shape[0])
    context = cairo.Context(target)
    context.set_source_surface(surface)
    context.paint()


async def errors(service, reader):
    async def said_of(call):
        try:
            await call
        except sheaf.ServiceError as error:
            return error
        return None

    before = (await reader.get_state()).state.location.index
    error = await said_of(reader.navigate(sheaf.Target(index=PAGE_COUNT)))
    fact("an error is an exception with its parameters", isinstance(error, sheaf.NoSuchPage) and error.pages == PAGE_COUNT)
    fact("that says what it is", "NoSuchPage" in str(error) and str(PAGE_COUNT) in str(error))
    error = await said_of(reader.get_text(index=1000))
    fact("an error has one class in all interfaces", isinstance(error, sheaf.NoSuchPage), repr(error))
    error = await said_of(service._call("org.sheaf.Reader.Fly", {}, sheaf.message.Sent(), dict, False))
    fact("errors of Varlink are among them", isinstance(error, sheaf.MethodNotFound), repr(error))
    error = await said_of(reader.set_viewport(sheaf.Viewport(width=0, height=1)))
    fact("a mistake changes nothing", isinstance(error, sheaf.InvalidViewport) and error.field == "width")
    for what, call in [
        ("a target that is none", lambda: reader.turn("iv")),
        ("a number in the place of a target", lambda: reader.navigate(4)),
        ("nothing in its place", lambda: reader.navigate(None)),
    ]:
        try:
            await call()
            said = ""
        except TypeError as error:
            said = str(error)
        fact(f"{what} is a TypeError that names the argument", said.startswith("target must be a Target"), said)
    error = await said_of(reader.get_page(index="4"))
    fact("what the service does not take says why", isinstance(error, sheaf.InvalidCall) and (error.field, error.reason) == ("index", "not of the type int"))
    fact("the reader is where it was", (await reader.get_state()).state.location.index == before)
    try:
        await sheaf.Service("/nowhere/sheaf").status()
        missing = ""
    except sheaf.Unreachable as error:
        missing = str(error)
    fact("a service that is not there is told at once", "/nowhere/sheaf" in missing and "SHEAF_SOCKET=PATH" in missing)
    try:
        await service.open("/nowhere/book.pdf", VIEWPORT)
        missing = False
    except FileNotFoundError:
        missing = True
    fact("so is a file", missing)


async def contents(reader):
    outline = await reader.get_outline(count=3)
    fact("it has a table of contents", outline.entries[1].title == "Scope" and outline.next == 3)
    found, last = [], None
    async for reply in reader.search("must not discriminate against any person"):
        found += [match.text for match in reply.matches]
        last = reply
    fact("words are found", found == ["must not discriminate against any person"] and last.searched == PAGE_COUNT, found)
    text = await reader.get_text(index=12, from_=said.Point(x=0, y=0), to=said.Point(x=600, y=800))
    fact("text is selected", "Scope" in "".join(run.text for run in text.runs))
    small = []
    async for reply in reader.get_thumbnails(first=3, count=4):
        if reply.thumbnail:
            with reply.thumbnail as thumbnail:
                small.append((thumbnail.index, max(thumbnail.array.shape)))
    fact("pages come in small", small == [(3, 128), (4, 128), (5, 128), (6, 128)], small)
    async with aclosing(reader.search("the")) as replies:
        async for reply in replies:
            break
    fact("a search can be ended", await reader.get_state() is not None)


async def gestures(service, path):
    async with await service.open(path, sheaf.Viewport(width=300, height=400)) as reader:
        told, seen = [], asyncio.Event()

        async def watch():
            async for event in reader.watch(handover="descriptor"):
                if event.page:
                    with event.page as page:
                        told.append(f"page {page.index} {page.array.shape[1]}")
                if event.appearance:
                    told.append(f"{event.appearance.event} {event.appearance.index}")
                if event.end or event.closed or event.state:
                    seen.set()
            told.append("closed")

        watching = asyncio.create_task(watch())
        await eventually("the page that is shown comes with the watch", lambda: is_in(told, "page 0 284"), told)
        seen.clear()
        drag = await reader.begin_drag()
        for offset in (0.1, 0.4, 0.7):
            await reader.drag(offset)
        released = await reader.release_drag(velocity=1.0)
        settled = await reader.settle(drag.transition)
        fact("a drag turns", released.spread == 1 and settled.settled)
        await seen.wait()
        steps = [line for line in told if not line.startswith("page")]
        fact(
            "and says what comes and goes",
            steps == ["willAppear 1", "willDisappear 0", "didAppear 1", "didDisappear 0"],
            steps,
        )
        await eventually("the next one too", lambda: is_in(told, "page 1 284"), told)
        with await reader.turn(sheaf.Target(place="last")) as page:
            fact("a turn brings the page", page.index == 49 and page.array.shape[0] == page.height)
        with await reader.turn(-2) as page:
            fact("so does one by so many", page.index == 47)
        other = await service.resume(reader.id)
        fact("another viewer goes on with the reader", other.state.location.index == 47)
        await other.close()
        await asyncio.wait_for(watching, 60)
        fact("a watch ends with its reader", told[-1] == "closed")


async def slow_watch(service, path):
    """A watch that is not asked for what it has leaves it at the service, which says how much was missed."""
    async with await service.open(path, VIEWPORT) as reader, aclosing(reader.watch()) as events:
        await anext(events)
        for _ in range(600):
            await reader.navigate(sheaf.Target(relative=1), handover="none", wrap=True)
        missed, state, after = 0, None, 0
        async with asyncio.timeout(60):
            async for event in events:
                if event.missed:
                    missed = event.missed
                elif missed:
                    state = event.state
                    break
        fact("a slow viewer is told what it has missed", missed > 0 and state.location.index == 600 % 50, missed)


async def cancelled(service, path):
    async with await service.open(path, VIEWPORT) as reader:
        calls = [asyncio.create_task(reader.get(index)) for index in range(8)]
        await asyncio.sleep(0)
        for call in calls:
            call.cancel()
        await asyncio.gather(*calls, return_exceptions=True)
        with await reader.get(9) as page:
            fact("answers that nobody waits for are put aside", page.index == 9)

    async def returned():
        # What comes late is closed when it is collected.
        return not (await service.status()).cache.leased_pages

    reader = await service.open(path, VIEWPORT)
    await eventually("and returned", returned)
    await reader.close()


async def album(service, path):
    with tempfile.TemporaryDirectory() as folder:
        names = []
        async with await service.open(path, VIEWPORT) as reader:
            for index in (3, 4):
                with await reader.get(index, format="png") as page:
                    names.append(f"{folder}/{index}.png")
                    with open(names[-1], "wb") as file:
                        file.write(page.read())
        async with await service.open(names, VIEWPORT) as reader:
            fact("files are an album", reader.state.document.count.pages == 2)
            with await reader.turn(1) as page:
                fact("whose pages turn", page.index == 1 and page.array.shape[0] == page.height)


async def main(socket, policy, pattern):
    async with sheaf.Service(socket) as service:
        fact("the service says what it is", (await service.get_info()).product.lower().startswith("sheaf"))
        async with await service.open(policy, VIEWPORT) as reader:
            fact("a document is opened", reader.state.document.count.pages == PAGE_COUNT, reader.state)
            await pixels(service, reader)
            await errors(service, reader)
            await contents(reader)
            looks = await reader.set_looks(sheaf.Looks(paper="night"))
            fact("pages have other looks", looks.state.looks.paper == "night" and reader.state is looks.state)
        await returns(service, socket, pattern)
        await gestures(service, pattern)
        await slow_watch(service, pattern)
        await cancelled(service, pattern)
        await album(service, policy)


async def descriptors(socket, policy, pattern):
    before = len(os.listdir("/proc/self/fd"))
    await main(socket, policy, pattern)
    fact("no descriptor is left", len(os.listdir("/proc/self/fd")) == before, os.listdir("/proc/self/fd"))


async def failing(socket, path):
    """A program that ends in the middle of everything."""
    is_open = asyncio.Event()

    async def view():
        async with sheaf.Service(socket) as service, await service.open(path, VIEWPORT) as reader:
            async for _ in reader.watch():
                is_open.set()

    viewing = asyncio.create_task(view())
    await is_open.wait()
    raise NotImplementedError(viewing)


if __name__ == "__main__":
    asyncio.run(descriptors(*sys.argv[1:]))
    fact("a program that fails ends", raises(lambda: asyncio.run(failing(sys.argv[1], sys.argv[3])), NotImplementedError))
