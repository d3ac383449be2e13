# SPDX-License-Identifier: Apache-2.0
"""What the methods of the interface files are called by."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any, TypeVar

from .message import Received, Sent

Reply = TypeVar("Reply")
# Makes a reply of what a message has.
Decode = Callable[[dict[str, Any], Received], Reply]


class Caller:
    """Calls methods that answer once."""

    async def _call(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply], repeatable: bool
    ) -> Reply:
        raise NotImplementedError


class StreamCaller(Caller):
    """Calls methods that answer more than once, too."""

    def _stream(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply]
    ) -> AsyncGenerator[Reply, None]:
        raise NotImplementedError
