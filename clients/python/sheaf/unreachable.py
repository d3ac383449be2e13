# SPDX-License-Identifier: Apache-2.0
"""What is said of a sheafd that cannot be reached, in the words of sheafctl: `Sources/Interface/ServiceDiscovery/UnreachableService.swift`."""

from __future__ import annotations

import errno
import os

_REMEDIES = {
    errno.ENOENT: 'start it ("systemctl start sheafd.socket"), or one of your own ("sheafctl open FILE" does), or name its socket '
    "(SHEAF_SOCKET=PATH)",
    errno.EACCES: "you may not use this socket: ask who runs sheafd for access",
    errno.EAGAIN: "it is too busy to answer: try again",
    errno.ENAMETOOLONG: "the path of a socket has at most 107 bytes: give a shorter one",
}
_REMEDIES[errno.ECONNREFUSED] = _REMEDIES[errno.ENOENT]
_REMEDIES[errno.EPERM] = _REMEDIES[errno.EACCES]


def unreachable(path: str, error: OSError) -> str:
    """Which socket was tried, why that failed, and what to do next."""
    # A path that is too long is refused by Python, without a number.
    code = error.errno or errno.ENAMETOOLONG
    remedy = _REMEDIES.get(code, "name the socket of sheafd (SHEAF_SOCKET=PATH)")
    return f"cannot reach sheafd at {path}: {os.strerror(code)}: {remedy}"
