# SPDX-License-Identifier: Apache-2.0
"""Readers: what a viewer turns pages with."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any, Self

from .calls import Decode, Reply
from .follow import Followed
from .interfaces.document import DocumentMethods
from .interfaces.errors import LimitReached, NoSuchPage, NoSuchReader, ServiceOverloaded
from .interfaces.reader import (
    AlbumFile,
    AxisSetup,
    CloseReply,
    DragReply,
    Format,
    Handover,
    NavigateReply,
    Page,
    ReaderCalls,
    ReaderMethods,
    ReloadReply,
    State,
    Target,
    Viewport,
    WatchReply,
)
from .link import LOSSES, Endpoint, Link
from .message import ConnectionLost, Sent, ServiceError, Unreachable

# What may take as long as a page does, or a document. It has a connection of its own, so that no gesture waits behind it.
_SLOW = ("org.sheaf.Document.", "org.sheaf.Reader.GetPage", "org.sheaf.Reader.SetLooks", "org.sheaf.Reader.Reload")


class Opening(ReaderCalls):
    """How a document is opened, and opened again by a service that does not know the reader any more."""

    def __init__(
        self,
        link: Link,
        viewport: Viewport,
        file: int | None,
        album: list[AlbumFile] | None,
        followed: Followed | None = None,
        **options: Any,
    ):
        self._link = link
        # Where the files lie, if they are followed there.
        self.followed = followed
        self.viewport, self.options = viewport, options
        # The caller may close theirs.
        self.file = None if file is None else os.dup(file)
        self.album = None
        if album is not None:
            self.album = [AlbumFile(file_descriptor=os.dup(each.file_descriptor), name=each.name) for each in album]

    async def _call(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply], repeatable: bool
    ) -> Reply:
        return await self._link.call(method, parameters, sent, decode, repeatable)

    async def first(self) -> State:
        """The state of the reader as it is opened."""
        return (await self.open(self.viewport, file_descriptor=self.file, album=self.album, **self.options)).state

    async def again(self, state: State, index: int | None) -> State:
        """The same as it was last, on the page that is at the index now."""
        self.viewport = state.viewport
        self.options |= {"looks": state.looks, "axes": [self._setup(axis, state) for axis in state.axes]}
        self.options["prefetch"] = state.prefetch
        self.options["target"] = None if index is None else Target(index=index)
        try:
            return await self.first()
        except NoSuchPage:
            self.options["target"] = Target(place="last")
            return await self.first()

    @staticmethod
    def _setup(axis: Any, state: State) -> AxisSetup:
        own = axis.document.document == state.document.document
        return AxisSetup(
            axis=axis.axis,
            document=None if own else axis.document.document,
            first=axis.first,
            pages=axis.pages,
            unlocks=axis.unlocks,
            start=axis.location.index if axis.location else None,
            enabled=axis.enabled,
            arrangement=axis.arrangement,
        )

    def replace(self, files: list[int]) -> None:
        """The document is what these are, which it takes over."""
        album = self.album
        self.close()
        if album is None:
            self.file = files[0]
        else:
            self.album = [AlbumFile(file_descriptor=number, name=each.name) for number, each in zip(files, album)]

    def close(self) -> None:
        """Closes the descriptors."""
        for number in [self.file] + [each.file_descriptor for each in self.album or []]:
            if number is not None:
                os.close(number)
        self.file, self.album = None, None


class Reader(ReaderMethods, DocumentMethods):
    """A reading position in a document, as a context manager that closes it. `state` is where it stood when that was last told.

    A service that was restarted knows it still by its `id`; where it does not, its document is opened again, on the page where it
    was, and `id` is another one.
    """

    def __init__(self, endpoint: Endpoint, control: Link, lookup: Link, state: State, opening: Opening | None):
        self._endpoint, self._control, self._lookup, self._opening = endpoint, control, lookup, opening
        self.state = state
        # Its place, also on the way to another one.
        self._index = state.location.index if state.location else None
        self._losses = endpoint.losses
        self._coming_back = asyncio.Lock()
        self._is_closed = False
        self._following: asyncio.Task[None] | None = None
        # Why the file that has come in the place of the document's was not taken; None where it was.
        self.refused: ServiceError | None = None
        # What is done when it is closed.
        self.on_close: Callable[[Reader], None] = lambda reader: None

    @property
    def id(self) -> str:
        """Its name, which nobody can guess, and with which another program of the same user goes on."""
        return self.state.reader

    async def get(self, index: int | None = None, **options: Any) -> Page:
        """The current page, or the one at `index`, rendered first where need be; `options` are those of `get_page`."""
        return (await self.get_page(index=index, **options)).page

    async def turn(self, target: Target | int, **options: Any) -> Page:
        """Turns, by so many spreads or to a target, and waits for the first page there; `options` are those of `navigate`."""
        if isinstance(target, int):
            target = Target(relative=target)
        elif not isinstance(target, Target):
            raise TypeError(
                f"target must be a Target or a number of spreads, not {type(target).__name__}: "
                'the page with iv printed on it is Target(label="iv")'
            )
        reply = await self.navigate(target, **options)
        if reply.second is not None:
            reply.second.close()
        if reply.hit and reply.page is not None:
            return reply.page
        if reply.page is not None:
            reply.page.close()
        return await self.get(reply.location.index, axis=options.get("axis"))

    async def drag(self, offset: float) -> DragReply:
        """The finger is at `offset`, in spreads. Does not wait: the service drops what does not fit."""
        self._control.send("org.sheaf.Reader.Drag", {"reader": self.id, "offset": offset})
        return DragReply()

    async def watch(
        self, *, handover: Handover | None = None, format: Format | None = None, quality: int | None = None
    ) -> AsyncGenerator[WatchReply, None]:
        """Tells what happens to the reader, until it is closed: its state first, and again after the service was restarted or
        something was missed. With `handover` pages come too, in a `format` of `get_page`.

        As long as it is watched, a reader that was opened by a path goes over to the file that takes the place of its own there.
        """
        losses = 0
        while losses < LOSSES:
            try:
                async with aclosing(ReaderMethods.watch(self, handover=handover, format=format, quality=quality)) as replies:
                    async for reply in replies:
                        losses = 0
                        self._note(reply)
                        # Also at first, and where something was missed.
                        if reply.removed or reply.state is not None:
                            self._follow()
                        yield reply
                return
            except Unreachable:
                raise
            except ConnectionLost:
                losses += 1
                if losses == LOSSES or self._is_closed:
                    raise

    async def close(self) -> CloseReply:
        """Closes the reader. Pages of it may be used on."""
        if not self._is_closed:
            # What was closed just now is returned before.
            await asyncio.sleep(0)
            self._is_closed = True
            if self._following is not None:
                self._following.cancel()
            try:
                await ReaderMethods.close(self)
            except (NoSuchReader, ConnectionLost):
                # It has ended by itself.
                pass
            self.on_close(self)
            if self._opening is not None:
                self._opening.close()
        return CloseReply()

    def give_back(self, rendition: int) -> None:
        """Returns what nobody uses any more."""
        parameters = {"reader": self.id, "rendition": rendition}
        if not self._control.send("org.sheaf.Reader.ReleasePage", parameters):
            self._lookup.send("org.sheaf.Reader.ReleasePage", parameters)

    async def _call(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply], repeatable: bool
    ) -> Reply:
        link = self._lookup if method.startswith(_SLOW) else self._control
        while True:
            name, losses = self.id, self._endpoint.losses
            try:
                reply = await link.call(method, {"reader": name, **parameters}, sent, decode, repeatable)
            except NoSuchReader:
                # Nothing was done.
                if not await self._come_back(name):
                    raise
                continue
            self._losses = losses
            self._note(reply)
            return reply

    async def _stream(
        self, method: str, parameters: dict[str, Any], sent: Sent, decode: Decode[Reply]
    ) -> AsyncGenerator[Reply, None]:
        losses, has_begun = 0, False
        while True:
            name = self.id
            try:
                replies = self._endpoint.stream(method, {"reader": name, **parameters}, decode)
                async with aclosing(replies):
                    async for reply in replies:
                        has_begun = True
                        yield reply
                return
            except NoSuchReader:
                if not await self._come_back(name):
                    raise
            except Unreachable:
                raise
            except ConnectionLost:
                losses += 1
                if has_begun or losses == LOSSES:
                    raise

    def _follow(self) -> None:
        """Begins to look at the place of the document's file, where that has one and is not looked at."""
        if self._following is None and self._opening is not None and self._opening.followed is not None:
            self._opening.followed.begin()
            self._following = asyncio.create_task(self._go_over(self._opening, self._opening.followed))
            self._following.add_done_callback(self._followed)

    def _followed(self, task: asyncio.Task[None]) -> None:
        self._following = None
        if not task.cancelled() and isinstance(error := task.exception(), ConnectionLost):
            # The watch tells that, or goes on with a state.
            return
        if not task.cancelled():
            task.result()

    async def _go_over(self, opening: Opening, followed: Followed) -> None:
        """Goes over to the file that has taken the place of the document's, once it is there."""
        while (files := followed.look()) != []:
            if files is None:
                await asyncio.sleep(followed.pause)
                continue
            try:
                await self._reload(opening, files)
            except (LimitReached, ServiceOverloaded):
                # That passes.
                followed.close(files)
                await asyncio.sleep(followed.pause)
            except NoSuchReader:
                followed.close(files)
                return
            except ServiceError as error:
                # It is being written, perhaps, or of another format.
                self.refused = error
                followed.close(files)
                followed.refused()
            except BaseException:
                followed.close(files)
                raise
            else:
                self.refused = None
                followed.has(files)
                opening.replace(files)

    async def _reload(self, opening: Opening, files: list[int]) -> ReloadReply:
        if opening.album is None:
            return await self.reload(file_descriptor=files[0])
        names = [each.name for each in opening.album]
        return await self.reload(album=[AlbumFile(file_descriptor=n, name=name) for n, name in zip(files, names)])

    def _note(self, reply: Any) -> None:
        """Notes where the reader is."""
        if (state := getattr(reply, "state", None)) is not None:
            self.state = state
            self._index = state.location.index if state.location else None
        elif isinstance(reply, WatchReply):
            if reply.begin is not None and reply.begin.to:
                self._index = reply.begin.to[0].index
            elif reply.document is not None:
                self._index = reply.document.location.index if reply.document.location else None
        elif isinstance(reply, NavigateReply):
            self._index = reply.location.index

    async def _come_back(self, name: str) -> bool:
        """Opens the document again where the reader of this name was lost with a service; whether there is another one now."""
        async with self._coming_back:
            if self.id != name:
                return True
            losses = self._endpoint.losses
            if self._is_closed or self._opening is None or self._losses == losses:
                return False
            self.state = await self._opening.again(self.state, self._index)
            self._losses = losses
            return True

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


