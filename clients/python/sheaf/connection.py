# SPDX-License-Identifier: Apache-2.0
"""A connection to the service: Varlink, which is JSON and a NUL, over a Unix socket that descriptors pass through."""

from __future__ import annotations

import asyncio
import json
import os
import socket
from collections import deque
from collections.abc import Sequence
from typing import Any

from .message import ConnectionLost, present

# A reply has at most so many bytes (docs/protocol.md, "Sizes").
LONGEST_REPLY = 16 << 20
# So many descriptors may come at once: as many as Linux passes.
DESCRIPTORS = 253
_PIECE = 1 << 16

# A message and its descriptors, which are the receiver's.
Message = tuple[dict[str, Any], list[int]]


class Connection:
    """Sends calls, in their order, and receives what is answered, as it is asked for: who does not ask receives nothing."""

    def __init__(self, path: str):
        """Connects.

        Raises OSError where nobody listens.
        """
        self._loop = asyncio.get_running_loop()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            self._socket.connect(path)
        except BaseException:
            self._socket.close()
            raise
        # What was not sent yet: bytes, and descriptors that go with the first of them; these are our own.
        self._unsent: deque[tuple[bytes, list[int]]] = deque()
        self._received = bytearray()
        self._searched = 0
        self._descriptors: deque[int] = deque()
        self._readable: asyncio.Future[None] | None = None
        # How many messages were given to `send`, and how many of them the kernel has whole.
        self.begun = self.sent = 0

    def send(self, method: str, parameters: dict[str, Any], descriptors: Sequence[int] = (), **flags: bool) -> int:
        """Sends a call, at once as far as the kernel takes it; returns its number, from 1. Never waits."""
        text = json.dumps({"method": method, "parameters": present(parameters), **flags}, separators=(",", ":"))
        self.begun += 1
        # The caller may close its own before they are sent.
        self._unsent.append((text.encode() + b"\0", [os.dup(number) for number in descriptors]))
        if len(self._unsent) == 1:
            self._flush()
        return self.begun

    def _flush(self) -> None:
        try:
            while self._unsent:
                text, descriptors = self._unsent[0]
                count = socket.send_fds(self._socket, [text], descriptors, socket.MSG_NOSIGNAL)
                for number in descriptors:
                    os.close(number)
                if count < len(text):
                    self._unsent[0] = (text[count:], [])
                else:
                    self._unsent.popleft()
                    self.sent += 1
            self._loop.remove_writer(self._socket)
        except BlockingIOError:
            self._loop.add_writer(self._socket, self._flush)
        except OSError:
            # Receiving tells that it is over, once everything is received that was sent before.
            self._loop.remove_writer(self._socket)

    async def receive(self) -> Message:
        """The next message.

        Raises ConnectionLost where the connection has ended, with `taken` false where the last message that was sent was not
        taken.
        """
        while (message := self._next()) is None:
            if self._socket.fileno() < 0:
                raise ConnectionLost("the connection was closed here")
            try:
                piece, descriptors, flags, _ = socket.recv_fds(
                    self._socket, _PIECE, DESCRIPTORS, socket.MSG_CMSG_CLOEXEC
                )
            except BlockingIOError:
                await self._wait()
                continue
            except OSError as error:
                # Linux says so where the other end was closed with something unread in it.
                raise ConnectionLost(f"the service has closed the connection: {error}", taken=False) from error
            self._descriptors.extend(descriptors)
            if not piece:
                raise ConnectionLost("the service has closed the connection", taken=self.sent == self.begun)
            if flags & socket.MSG_CTRUNC:
                raise ConnectionLost("descriptors of the service were lost: this process has too many open")
            self._received += piece
            if len(self._received) > LONGEST_REPLY + _PIECE and b"\0" not in self._received:
                raise ConnectionLost(f"the service has sent a message of more than {LONGEST_REPLY} bytes")
        return message

    def _next(self) -> Message | None:
        end = self._received.find(b"\0", self._searched)
        if end < 0:
            self._searched = len(self._received)
            return None
        numbers = 0

        def count(fields: dict[str, Any]) -> dict[str, Any]:
            nonlocal numbers
            numbers += "fileDescriptor" in fields
            return fields

        try:
            message = json.loads(self._received[:end], object_hook=count)
        except ValueError as error:
            raise ConnectionLost(f"the service has sent what is no JSON: {error}") from error
        if not isinstance(message, dict) or numbers > len(self._descriptors):
            raise ConnectionLost("the service has sent a message that is none, or lacks descriptors")
        del self._received[: end + 1]
        self._searched = 0
        # Descriptors come in the order of messages, each of which says how many are its own.
        return message, [self._descriptors.popleft() for _ in range(numbers)]

    async def _wait(self) -> None:
        self._readable = self._loop.create_future()
        self._loop.add_reader(self._socket, self._wake)
        try:
            await self._readable
        finally:
            if self._socket.fileno() >= 0:
                self._loop.remove_reader(self._socket)

    def _wake(self) -> None:
        if self._readable and not self._readable.done():
            self._readable.set_result(None)

    def close(self) -> None:
        """Closes the connection; who waits for a message is told that it is lost."""
        if self._socket.fileno() < 0:
            return
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        self._socket.close()
        for _, descriptors in self._unsent:
            self._descriptors.extend(descriptors)
        self._unsent.clear()
        while self._descriptors:
            os.close(self._descriptors.popleft())
        self._wake()
