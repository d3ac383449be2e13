# SPDX-License-Identifier: Apache-2.0
"""What goes into messages and comes out of them: descriptors beside JSON, and errors."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from .memory import Leases, Memory

    AnyMemory = TypeVar("AnyMemory", bound=Memory)


class ServiceError(Exception):
    """The service has answered with an error. `name` is its full name; its parameters are attributes, and in `parameters`."""

    def __init__(self, name: str, parameters: dict[str, Any]):
        super().__init__(name, parameters)
        self.name, self.parameters = name, parameters

    def __getattr__(self, name: str) -> Any:
        # What an error leaves out is None; a name that it does not have is a mistake.
        if name in type(self).__annotations__:
            return self.parameters.get(name)
        raise AttributeError(f"{type(self).__name__} has no {name}")

    def __str__(self) -> str:
        said = ", ".join(f"{key} {value}" for key, value in self.parameters.items())
        return f"{self.name}: {said}" if said else self.name


class ConnectionLost(ConnectionError):
    """The connection to the service has ended. `taken`: the service may have read what was asked."""

    def __init__(self, reason: str, taken: bool = True):
        super().__init__(reason)
        self.taken = taken


class Unreachable(ConnectionLost):
    """The service cannot be connected to, and could not for ten seconds where it was there before. The text says which socket was
    tried, why that failed, and what to do next.
    """


class Unanswered(ConnectionLost):
    """The connection has ended before an answer came, and what was asked may be done or not: ask where the reader is."""


def present(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields without those that are left out."""
    return {name: value for name, value in fields.items() if value is not None}


def encoded(value: Any, kind: type[Any], name: str, sent: Sent) -> dict[str, Any]:
    """A value of a declared type, as a message has it.

    Raises TypeError, which names the argument or field, where it is of another type.
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        raise TypeError(f"{name} must be {article} {kind.__name__}, not {type(value).__name__}")
    message: dict[str, Any] = value.encode(sent)
    return message


class Sent:
    """The descriptors that go with a message. They stay the caller's."""

    def __init__(self) -> None:
        self.descriptors: list[int] = []

    def add(self, descriptor: Any) -> int | None:
        """Notes a descriptor, or what has one; returns its place in the message."""
        if descriptor is None:
            return None
        self.descriptors.append(descriptor if isinstance(descriptor, int) else descriptor.fileno())
        return len(self.descriptors) - 1


class Received:
    """The descriptors that have come with a message."""

    def __init__(self, descriptors: list[int], leases: Leases):
        self._descriptors: list[int | None] = list(descriptors)
        self._leases = leases

    def take(self, place: int | None) -> int | None:
        """A descriptor, which is the caller's from now on."""
        if place is None:
            return None
        descriptor, self._descriptors[place] = self._descriptors[place], None
        return descriptor

    def lease(self, memory: AnyMemory) -> AnyMemory:
        """What was handed over, to be returned when it is closed."""
        memory.begin(self._leases)
        return memory

    def close(self) -> None:
        """Closes those that nobody has taken."""
        for descriptor in self._descriptors:
            if descriptor is not None:
                os.close(descriptor)
        self._descriptors = []
