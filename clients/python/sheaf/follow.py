# SPDX-License-Identifier: Apache-2.0
"""Files that others take the place of: docs/viewers.md, "When the file is replaced"."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

# The pause between two looks, in seconds; after so many looks it is longer.
_SHORT, _LONG, _SHORT_LOOKS = 0.25, 1.0, 40

# Which file it is, and how it is.
_Found = list[tuple[int, int, int, int, int]]


def _status(number: int) -> tuple[int, int, int, int, int]:
    found = os.fstat(number)
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


class Followed:
    """What lies where a document was opened from."""

    def __init__(self, paths: Sequence[str | os.PathLike[str]], files: Sequence[int]):
        self.paths = [os.path.abspath(each) for each in paths]
        # Which files the service has.
        self._shown = [_status(number)[:2] for number in files]
        self._last: _Found = []
        self._refused: _Found = []
        self._looks = 0

    def begin(self) -> None:
        """Looks begin: the pauses are short at first."""
        self._looks = 0

    @property
    def pause(self) -> float:
        """How many seconds to wait before the next look."""
        return _SHORT if self._looks < _SHORT_LOOKS else _LONG

    def look(self) -> list[int] | None:
        """What lies there now, opened, where that is another file, which was as it is at the look before; none where it is what the
        service has; None where it is to be looked at again.
        """
        self._looks += 1
        files: list[int] = []
        try:
            for path in self.paths:
                # A FIFO would have it wait.
                files.append(os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY))
            if not all(stat.S_ISREG(os.fstat(number).st_mode) for number in files):
                raise OSError("no regular file")
            found = [_status(number) for number in files]
        except OSError:
            self.close(files)
            return None
        if [each[:2] for each in found] == self._shown:
            self.close(files)
            return []
        if found != self._last or found == self._refused:
            self._last = found
            self.close(files)
            return None
        return files

    def has(self, files: Sequence[int]) -> None:
        """The service has these."""
        self._shown = [_status(number)[:2] for number in files]

    def refused(self) -> None:
        """The service has refused what was found: it gets the next one, or this one when it was written on."""
        self._refused = self._last

    @staticmethod
    def close(files: Sequence[int]) -> None:
        """Closes what was opened."""
        for number in files:
            os.close(number)
