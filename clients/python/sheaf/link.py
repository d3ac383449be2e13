# SPDX-License-Identifier: Apache-2.0
"""Calls over connections that are made again where they are lost: docs/protocol.md, "When the service is restarted"."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import closing
from typing import Any

from .calls import Decode, Reply
from .connection import Connection
from .interfaces.errors import ERRORS
from .memory import Leases
from .message import ConnectionLost, Received, Sent, ServiceError, Unanswered, Unreachable
from .unreachable import unreachable

# For so many seconds it is tried to connect again to a service that was there before.
PATIENCE = 10.0
# So many connections may be lost, one after the other, before what is asked over them fails.
LOSSES = 8


class Endpoint:
    """Where the service is, and what all connections to it share."""

    def __init__(self, path: str):
        self.path = path
        # How often a connection was lost: readers that were there before may be gone.
        self.losses = 0
        self.leases = Leases(self._give_back)
        self.give_back: Callable[[int], None] = lambda rendition: None
        self._was_there = False

    def _give_back(self, rendition: int) -> None:
        self.give_back(rendition)

    async def connect(self) -> Connection:
        """A new connection; one that was there before is waited for."""
        end = time.monotonic() + (PATIENCE if self._was_there else 0)
        pause = 0.01
        while True:
            try:
                connection = Connection(self.path)
                self._was_there = True
                return connection
            except OSError as error:
                # A service that is started again is there in a moment.
                may_come = isinstance(error, (FileNotFoundError, ConnectionRefusedError, BlockingIOError))
                if not may_come or time.monotonic() >= end:
                    raise Unreachable(unreachable(self.path, error), taken=False) from error
            await asyncio.sleep(pause)
            pause = min(pause * 2, 0.25)

    def decode(self, message: dict[str, Any], descriptors: list[int], decode: Decode[Reply]) -> Reply:
        """What a message says.

        Raises the error that it is.
        """
        with closing(Received(descriptors, self.leases)) as received:
            parameters = message.get("parameters") or {}
            if (name := message.get("error")) is not None:
                raise ERRORS.get(name, ServiceError)(name, parameters)
            return decode(parameters, received)

    async def stream(self, method: str, parameters: dict[str, Any], decode: Decode[Reply]) -> AsyncGenerator[Reply, None]:
        """Calls a method that answers more than once, over a connection of its own: what is not asked for waits there.

        Raises ConnectionLost.
        """
        connection = await self.connect()
        try:
            connection.send(method, parameters, more=True)
            goes_on = True
            while goes_on:
                message, descriptors = await connection.receive()
                goes_on = message.get("continues", False)
                yield self.decode(message, descriptors, decode)
        except ConnectionLost:
            self.losses += 1
            raise
        finally:
            connection.close()


class Link:
    """A connection that is made when it is needed, and again where it was lost. Calls on it are answered in order."""

    def __init__(self, endpoint: Endpoint):
        self._endpoint = endpoint
        self._connection: Connection | None = None
        self._waiting: deque[tuple[int, Decode[Any], asyncio.Future[Any]]] = deque()
        self._receiving: asyncio.Task[None] | None = None
        self._connecting = asyncio.Lock()
        self._is_closed = False

    async def call(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply], repeatable: bool
    ) -> Reply:
        """Calls a method. A call that was surely not taken is made again, and so is one that may be made twice.

        Raises ServiceError as the service has answered, ConnectionLost where it cannot be reached, Unanswered where nobody knows
        whether it was done.
        """
        losses = 0
        while True:
            connection = await self._connected()
            answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
            self._waiting.append((connection.send(method, parameters, sent.descriptors), decode, answer))
            try:
                return await answer
            except ConnectionLost as lost:
                if lost.taken and not repeatable:
                    raise Unanswered(f"{method}: {lost}, and has not answered") from lost
                losses += 1
                if losses >= LOSSES:
                    raise

    def send(self, method: str, parameters: dict[str, Any]) -> bool:
        """Calls without wanting an answer, where there is a connection: what is lost with it is lost. False where there is none."""
        if self._connection is not None:
            self._connection.send(method, parameters, oneway=True)
        return self._connection is not None

    async def _connected(self) -> Connection:
        async with self._connecting:
            if self._is_closed:
                raise ConnectionLost("the connection was closed here", taken=False)
            if self._connection is None:
                self._connection = await self._endpoint.connect()
                self._receiving = asyncio.create_task(self._receive(self._connection))
            return self._connection

    async def _receive(self, connection: Connection) -> None:
        try:
            while True:
                message, descriptors = await connection.receive()
                if not self._waiting:
                    raise ConnectionLost("the service has answered what was not asked")
                _, decode, answer = self._waiting.popleft()
                self._answer(answer, message, descriptors, decode)
                # What is waited with here is kept by nobody: a page that is forgotten is collected.
                del answer
        except ConnectionLost as lost:
            self._lose(connection, lost)
        except asyncio.CancelledError:
            # The program ends, perhaps in the middle of a call.
            self._lose(connection, ConnectionLost("the connection was closed here"))
            raise

    def _answer(
        self, answer: asyncio.Future[Any], message: dict[str, Any], descriptors: list[int], decode: Decode[Any]
    ) -> None:
        try:
            reply = self._endpoint.decode(message, descriptors, decode)
        except Exception as error:
            if not answer.done():
                answer.set_exception(error)
        else:
            # Where nobody waits any more, a page is returned when it is collected.
            if not answer.done():
                answer.set_result(reply)

    def _lose(self, connection: Connection, lost: ConnectionLost) -> None:
        self._endpoint.losses += 1
        self._connection, self._receiving = None, None
        waiting, self._waiting = self._waiting, deque()
        for number, _, answer in waiting:
            # Of several messages only the last one is known not to be taken, and those that were not sent whole.
            taken = number <= connection.sent and (lost.taken or number < connection.begun)
            if not answer.done():
                answer.set_exception(ConnectionLost(str(lost), taken))
        connection.close()

    async def close(self) -> None:
        """Closes the connection."""
        self._is_closed = True
        if self._receiving is not None:
            receiving = self._receiving
            receiving.cancel()
            await asyncio.gather(receiving, return_exceptions=True)
