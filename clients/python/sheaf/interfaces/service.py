# SPDX-License-Identifier: Apache-2.0
# Written by varlink-generate: call `make generate` instead of changing it.
"""org.varlink.service: Every service offers this interface. It says what the service is, and which interfaces it has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from ..calls import Caller
from ..message import Received, Sent, present


@dataclass(kw_only=True)
class GetInfoReply:
    """What org.varlink.service.GetInfo answers."""

    vendor: str
    product: str
    version: str
    url: str
    interfaces: list[str]

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            vendor=wire["vendor"],
            product=wire["product"],
            version=wire["version"],
            url=wire["url"],
            interfaces=wire["interfaces"],
        )


@dataclass(kw_only=True)
class GetInterfaceDescriptionReply:
    """What org.varlink.service.GetInterfaceDescription answers."""

    description: str

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            description=wire["description"],
        )


class ServiceCalls(Caller):
    """Methods of org.varlink.service, of no reader in particular."""

    async def get_info(self) -> GetInfoReply:
        """Returns what the service is, and the names of its interfaces."""
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.varlink.service.GetInfo", parameters, sent, GetInfoReply.decode, False
        )

    async def get_interface_description(self, interface: str) -> GetInterfaceDescriptionReply:
        """The description of an interface, as the text of its .varlink file."""
        sent = Sent()
        parameters: dict[str, Any] = {
            "interface": interface,
        }
        return await self._call(
            "org.varlink.service.GetInterfaceDescription", parameters, sent, GetInterfaceDescriptionReply.decode, False
        )
