#!/usr/bin/env python3
"""Gets a page as memory with the package asyncvarlink, and tries to change it."""

import asyncio
import fcntl
import mmap
import os
import sys

from asyncvarlink import VarlinkClientProtocol, VarlinkMethodCall, connect_unix_varlink


async def main(socket, path):
    transport, protocol = await connect_unix_varlink(VarlinkClientProtocol, socket)
    loop = asyncio.get_running_loop()

    async def call(method, parameters, descriptors=None):
        done = loop.create_future()
        reply, received = await protocol.call(VarlinkMethodCall("org.sheaf.Reader." + method, parameters), descriptors, done)
        assert reply.error is None, (reply.error, reply.parameters)
        numbers = [os.dup(fd.fileno()) for fd in received or []]
        done.set_result(None)
        return reply.parameters, numbers

    file = os.open(path, os.O_RDONLY)
    opened, _ = await call("Open", {"fileDescriptor": 0, "viewport": {"width": 600, "height": 800}}, [file])
    reply, numbers = await call("GetPage", {"reader": opened["state"]["reader"]})
    memory = numbers[reply["page"]["fileDescriptor"]]
    seals = fcntl.fcntl(memory, fcntl.F_GET_SEALS)
    try:
        os.pwrite(memory, b"x", 0)
        outcome = "write allowed"
    except PermissionError:
        outcome = "write refused"
    # Shared memory that could be written to is refused, memory of one's own is not.
    size = reply["page"]["size"]
    try:
        mmap.mmap(memory, size)
        outcome += ", shared mapping allowed"
    except PermissionError:
        pass
    own = mmap.mmap(memory, size, access=mmap.ACCESS_COPY)
    before = own[0]
    own[0] = before ^ 1
    assert os.pread(memory, 1, 0)[0] == before
    assert os.fstat(memory).st_size == reply["page"]["size"]
    print("seals", seals, outcome)
    transport.close()


asyncio.run(main(*sys.argv[1:]))
