#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A viewer in its smallest form: opens a document, turns to a page, and writes what it would draw as PPM.

    viewer.py SOCKET DOCUMENT PAGES-FORWARD OUTPUT.ppm
    viewer.py SOCKET DOCUMENT outline
    viewer.py SOCKET DOCUMENT search WORDS

The second prints the table of contents, the third where words are found.

It ends with the service. One that stays connects again after a restart and goes on with the reader's id: docs/protocol.md,
"When the service is restarted".

It needs the package asyncvarlink from PyPI. A real viewer keeps the mapping and hands it to its toolkit instead: the bytes
are four a pixel (blue, green, red, 255), as Cairo's and Wayland's RGB24/XRGB8888 are on a little-endian machine.
"""

import asyncio
import mmap
import os
import sys

from asyncvarlink import VarlinkClientProtocol, VarlinkMethodCall, connect_unix_varlink


class Sheaf:
    """A connection to sheafd."""

    def __init__(self, protocol):
        self.protocol = protocol

    async def call(self, method, parameters, descriptors=None, interface="Reader"):
        """Calls a method; returns its reply and, as numbers that are ours, its descriptors."""
        done = asyncio.get_running_loop().create_future()
        try:
            reply, received = await self.protocol.call(
                VarlinkMethodCall(f"org.sheaf.{interface}.{method}", parameters), descriptors, done
            )
            if reply.error is not None:
                raise SystemExit(f"viewer: {method}: {reply.error} {reply.parameters}")
            return reply.parameters, [os.dup(fd.fileno()) for fd in received or []]
        finally:
            done.set_result(None)


    async def call_more(self, method, parameters, interface="Document"):
        """Calls a method that answers more than once; yields its replies as they come."""
        call = VarlinkMethodCall(f"org.sheaf.{interface}.{method}", parameters, more=True)
        async for reply, _ in self.protocol.call_more(call):
            if reply.error is not None:
                raise SystemExit(f"viewer: {method}: {reply.error} {reply.parameters}")
            yield reply.parameters


async def print_outline(sheaf, reader):
    """Prints the table of contents, which comes in parts."""
    first = 0
    while first is not None:
        part, _ = await sheaf.call("GetOutline", {"reader": reader, "first": first}, interface="Document")
        for entry in part["entries"]:
            target = entry.get("target") or {}
            where = f"page {target['index'] + 1}" if "index" in target else target.get("uri", "nowhere")
            print(f"{'  ' * entry['level']}{entry['title']}: {where}")
        first = part.get("next")


async def print_matches(sheaf, reader, words):
    """Prints matches as they are found. A real viewer draws their boxes over the page: `region` is in its pixels."""
    async for reply in sheaf.call_more("Search", {"reader": reader, "needle": words}):
        for match in reply["matches"]:
            box = match["places"][0]["region"]
            print(f"page {reply['page']['index'] + 1} at {box['x']}, {box['y']}: "
                  f"{match['before']}[{match['text']}]{match['after']}")
    print(f"{reply['found']} found on {reply['searched']} pages")


async def page_of(sheaf, reader, steps):
    """Turns, and returns the page it arrives at with its descriptor."""
    reply, descriptors = await sheaf.call("Navigate", {"reader": reader, "target": {"relative": steps}})
    if not reply["hit"]:
        if standin := reply.get("page"):
            # What could be shown meanwhile.
            os.close(descriptors[standin["fileDescriptor"]])
            await sheaf.call("ReleasePage", {"reader": reader, "rendition": standin["rendition"]})
        # It was not in the cache. It is being rendered already; this waits for it.
        reply, descriptors = await sheaf.call("GetPage", {"reader": reader})
    page = reply["page"]
    return page, descriptors[page["fileDescriptor"]]


def write_ppm(path, page, descriptor):
    """Writes a page as PPM. The memory is sealed: nobody can change or shrink it while it is mapped."""
    with mmap.mmap(descriptor, page["size"], mmap.MAP_PRIVATE, mmap.PROT_READ) as pixels, open(path, "wb") as output:
        output.write(b"P6\n%d %d\n255\n" % (page["width"], page["height"]))
        for row in range(page["height"]):
            bgrx = pixels[row * page["stride"] : row * page["stride"] + page["width"] * 4]
            rgb = bytearray(page["width"] * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = bgrx[2::4], bgrx[1::4], bgrx[0::4]
            output.write(rgb)


async def main(socket, document, what):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, socket)
    sheaf = Sheaf(protocol)
    # The document goes as an open descriptor: the service needs no right to read it.
    file = os.open(document, os.O_RDONLY)
    # One page at a time, from the first one on, whatever the document asks for.
    opened, _ = await sheaf.call("Open", {
        "fileDescriptor": 0, "viewport": {"width": 1200, "height": 1600}, "target": {"index": 0},
        "axes": [{"axis": "horizontal", "arrangement": {"spread": "single"}}],
    }, [file])
    os.close(file)
    reader = opened["state"]["reader"]

    if what[0] == "outline":
        await print_outline(sheaf, reader)
    elif what[0] == "search":
        await print_matches(sheaf, reader, what[1])
    else:
        page, descriptor = await page_of(sheaf, reader, int(what[0]))
        write_ppm(what[1], page, descriptor)
        os.close(descriptor)
        await sheaf.call("ReleasePage", {"reader": reader, "rendition": page["rendition"]})
        print(f"page {page['index'] + 1} of {opened['state']['document']['count']['pages']}: "
              f"{page['width']} x {page['height']} pixels in {what[1]}")
    await sheaf.call("Close", {"reader": reader})
    transport.close()


if __name__ == "__main__":
    if len(sys.argv) != (4 if sys.argv[3:] == ["outline"] else 5):
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3:]))
