# SPDX-License-Identifier: Apache-2.0
"""The service, as a viewer sees it."""

from __future__ import annotations

import os
from typing import Any, Self

from .calls import Decode, Reply
from .follow import Followed
from .interfaces.manager import ManagerCalls
from .interfaces.reader import AlbumFile, GetStateReply, Looks, Target, Viewport
from .interfaces.service import ServiceCalls
from .link import Endpoint, Link
from .message import Sent
from .discovery import find_service
from .reader import Opening, Reader


class Service(ManagerCalls, ServiceCalls):
    """sheafd, as a context manager: `async with Service() as service`. It connects when it is first called.

    One is enough for a program, whatever it opens: gestures go over one connection, what may take long over another one, and each
    watch, search and strip of thumbnails has its own. It belongs to the event loop in which it was made.
    """

    def __init__(self, path: str | None = None):
        self._endpoint = Endpoint(path or find_service())
        self._endpoint.give_back = self._give_back
        self._control, self._lookup = Link(self._endpoint), Link(self._endpoint)
        self._readers: dict[int, Reader] = {}

    async def open(
        self,
        document: str | os.PathLike[str] | int | list[str | os.PathLike[str]] | None,
        viewport: Viewport,
        *,
        path: str | None = None,
        name: str | None = None,
        target: Target | None = None,
        looks: Looks | None = None,
        follow: bool = True,
        **options: Any,
    ) -> Reader:
        """Opens a document: a file by its name or its open descriptor, several files as an album, or, with None, one of the
        service's library by its `path` there. `options` are the others of the method Open (`password`, `axes`, ...).

        With `follow`, a reader of files that are given by their names goes over to what takes their place there, while it is watched.

        Raises OSError where a file cannot be opened, and errors of the service.
        """
        files: list[int] = []
        try:
            file, album, followed = None, None, None
            if isinstance(document, int):
                file = document
            elif isinstance(document, list):
                files = [os.open(each, os.O_RDONLY | os.O_CLOEXEC) for each in document]
                names = [os.path.basename(os.fspath(each)) for each in document]
                album = [AlbumFile(file_descriptor=number, name=each) for number, each in zip(files, names)]
                followed = Followed(document, files)
            elif document is not None:
                files = [file := os.open(document, os.O_RDONLY | os.O_CLOEXEC)]
                name = name or os.path.basename(os.fspath(document))
                followed = Followed([document], files)
            options |= {"path": path, "name": name, "target": target, "looks": looks}
            opening = Opening(self._lookup, viewport, file, album, followed if follow else None, **options)
        finally:
            for number in files:
                os.close(number)
        try:
            return self._add(await opening.first(), opening)
        except BaseException:
            opening.close()
            raise

    async def resume(self, reader: str) -> Reader:
        """Goes on with a reader of this user by its id.

        Raises NoSuchReader where there is none any more.
        """
        parameters = {"reader": reader}
        reply = await self._call("org.sheaf.Reader.GetState", parameters, Sent(), GetStateReply.decode, True)
        return self._add(reply.state, None)

    @property
    def leased(self) -> set[int]:
        """The renditions that were handed over and not been returned."""
        return self._endpoint.leases.renditions

    async def close(self) -> None:
        """Closes all readers, and the connections."""
        for reader in list(self._readers.values()):
            await reader.close()
        await self._control.close()
        await self._lookup.close()

    def _add(self, state: Any, opening: Opening | None) -> Reader:
        reader = Reader(self._endpoint, self._control, self._lookup, state, opening)
        self._readers[id(reader)] = reader
        reader.on_close = self._forget
        return reader

    def _forget(self, reader: Reader) -> None:
        self._readers.pop(id(reader), None)

    def _give_back(self, rendition: int) -> None:
        # The one that it came through knows it, and each of them where that one was closed; to the others it is an error that nobody reads.
        for reader in self._readers.values():
            reader.give_back(rendition)

    async def _call(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply], repeatable: bool
    ) -> Reply:
        return await self._control.call(method, parameters, sent, decode, repeatable)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


