# SPDX-License-Identifier: Apache-2.0
"""The memory of pages: mapped, never copied, and returned to the service once nobody uses it any more."""

from __future__ import annotations

import asyncio
import base64
import mmap
import os
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import cairo
    import numpy


class Leases:
    """Counts who uses what was handed over. What nobody uses is given back, from the event loop."""

    def __init__(self, give_back: Callable[[int], None]):
        self._users: dict[int, int] = {}
        self._give_back = give_back
        self._loop = asyncio.get_running_loop()

    def use(self, user: object, rendition: int, descriptor: int | None = None) -> weakref.finalize[..., Any]:
        """Notes that `user` uses a rendition until the returned finalizer is called, or nobody has `user` any more. The
        descriptor is closed then.
        """
        self._later(rendition, 1)
        finalizer = weakref.finalize(user, self._end, rendition, descriptor)
        finalizer.atexit = False
        return finalizer

    def _end(self, rendition: int, descriptor: int | None) -> None:
        if descriptor is not None:
            os.close(descriptor)
        self._later(rendition, -1)

    def _later(self, rendition: int, more: int) -> None:
        # Whoever has the last array of a page may be in another thread, or in the middle of anything.
        try:
            self._loop.call_soon_threadsafe(self._count, rendition, more)
        except RuntimeError:
            # The loop has ended, and with the process everything is returned.
            pass

    def _count(self, rendition: int, more: int) -> None:
        users = self._users.get(rendition, 0) + more
        if users > 0:
            self._users[rendition] = users
        else:
            self._users.pop(rendition, None)
            self._give_back(rendition)

    @property
    def renditions(self) -> set[int]:
        """What is in use."""
        return set(self._users)


class Memory:
    """Pixels, or a file, that the service has handed over: as sealed memory, or inline.

    It is a context manager: at its end it is closed, and returned to the service as soon as no array, surface or buffer of it
    is used any more. One that is forgotten is closed when Python collects it.
    """

    # What classes of pages have.
    rendition: int
    width: int
    height: int
    stride: int
    size: int
    file_descriptor: int | None
    data: str | None
    # What only some have: a thumbnail has neither.
    offset: int | None = None
    format: str = "bgrx8888"

    _leases: Leases
    _end: weakref.finalize[..., Any] | None = None
    _pixels: numpy.ndarray | None = None

    def begin(self, leases: Leases) -> None:
        """Begins to use what was handed over."""
        self._leases = leases
        if self.file_descriptor is not None:
            self._end = leases.use(self, self.rendition, self.file_descriptor)

    def fileno(self) -> int:
        """The descriptor: sealed memory of `size` bytes. It is open until this is closed."""
        if self.file_descriptor is None:
            raise ValueError("the page has no descriptor: it came inline, or was closed")
        return self.file_descriptor

    def read(self) -> bytes:
        """A copy of all `size` bytes: of PNG, JPEG and WebP the file. Faster than mapping for who reads them once."""
        if self.data is not None:
            return base64.b64decode(self.data)
        return os.pread(self.fileno(), self.size, 0)

    def buffer(self, writable: bool = False, whole: bool = False) -> memoryview:
        """The bytes from the first row on, or the `whole` memory, mapped: read-only, or in a mapping of one's own that can be
        written to, of which nothing is copied but what is written. It may be used after the page was closed.
        """
        if self.data is not None:
            copy = self.read()
            return memoryview(bytearray(copy) if writable else copy)
        if writable:
            mapping = mmap.mmap(self.fileno(), self.size, access=mmap.ACCESS_COPY)
        else:
            mapping = mmap.mmap(self.fileno(), self.size, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ)
        self._leases.use(mapping, self.rendition)
        return memoryview(mapping)[0 if whole else self.offset or 0 :]

    @property
    def array(self) -> numpy.ndarray:
        """The pixels as a numpy array, height by width by 4 (blue, green, red, 255), read-only and not copied."""
        import numpy

        if self._pixels is None:
            self._check_pixels()
            shape, strides = (self.height, self.width, 4), (self.stride, 4, 1)
            self._pixels = numpy.ndarray(shape, numpy.uint8, self.buffer(), strides=strides)
        return self._pixels

    def surface(self) -> cairo.Surface:
        """The pixels as a surface of cairo, not copied. What is drawn on it is seen by nobody else."""
        import cairo

        self._check_pixels()
        offset = self.offset or 0
        # A cut is a rectangle of all that is in the memory, whose last row may have fewer bytes than `stride`.
        rows = self.size // self.stride if offset else self.height
        width = self.stride // 4 if offset else self.width
        buffer = self.buffer(writable=True, whole=True)
        whole = cairo.ImageSurface.create_for_data(buffer, cairo.FORMAT_RGB24, width, rows, self.stride)
        if not offset:
            return whole
        return whole.create_for_rectangle(offset % self.stride // 4, offset // self.stride, self.width, self.height)

    def close(self) -> None:
        """Ends the use of the page. Arrays, surfaces and buffers of it go on, and it is returned with the last of them."""
        self._pixels = None
        if self._end is not None:
            self.file_descriptor = None
            self._end()
            self._end = None

    def _check_pixels(self) -> None:
        if self.format != "bgrx8888":
            raise ValueError(f"a page as {self.format} is a file and has no pixels: read() has its bytes")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
