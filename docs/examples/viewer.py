#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A viewer in its smallest form: opens a document, turns to a page, and writes what it would draw as PPM.

    viewer.py SOCKET DOCUMENT PAGES-FORWARD OUTPUT.ppm

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

    async def call(self, method, parameters, descriptors=None):
        """Calls a method of org.sheaf.Reader; returns its reply and, as numbers that are ours, its descriptors."""
        done = asyncio.get_running_loop().create_future()
        try:
            reply, received = await self.protocol.call(
                VarlinkMethodCall(f"org.sheaf.Reader.{method}", parameters), descriptors, done
            )
            if reply.error is not None:
                raise SystemExit(f"viewer: {method}: {reply.error} {reply.parameters}")
            return reply.parameters, [os.dup(fd.fileno()) for fd in received or []]
        finally:
            done.set_result(None)


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
    with mmap.mmap(descriptor, page["size"], prot=mmap.PROT_READ) as pixels, open(path, "wb") as output:
        output.write(b"P6\n%d %d\n255\n" % (page["width"], page["height"]))
        for row in range(page["height"]):
            bgrx = pixels[row * page["stride"] : row * page["stride"] + page["width"] * 4]
            rgb = bytearray(page["width"] * 3)
            rgb[0::3], rgb[1::3], rgb[2::3] = bgrx[2::4], bgrx[1::4], bgrx[0::4]
            output.write(rgb)


async def main(socket, document, steps, output):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, socket)
    sheaf = Sheaf(protocol)
    # The document goes as an open descriptor: the service needs no right to read it.
    file = os.open(document, os.O_RDONLY)
    opened, _ = await sheaf.call(
        "Open", {"fileDescriptor": 0, "viewport": {"width": 1200, "height": 1600}}, [file]
    )
    os.close(file)
    reader = opened["state"]["reader"]

    page, descriptor = await page_of(sheaf, reader, steps)
    write_ppm(output, page, descriptor)
    os.close(descriptor)
    await sheaf.call("ReleasePage", {"reader": reader, "rendition": page["rendition"]})
    await sheaf.call("Close", {"reader": reader})
    transport.close()
    print(f"page {page['index'] + 1} of {opened['state']['document']['count']['pages']}: "
          f"{page['width']} x {page['height']} pixels in {output}")


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]))
