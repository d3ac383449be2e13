# SPDX-License-Identifier: Apache-2.0
"""Where the service is."""

from __future__ import annotations

import os
import pwd
import socket
import stat
import struct

# The service of the system.
SOCKET = "/run/sheaf/org.sheaf"


def find_service() -> str:
    """The socket in `SHEAF_SOCKET`, else that of this user's own service where it answers, else that of the system."""
    if given := os.environ.get("SHEAF_SOCKET"):
        return given
    folder = _service_folder()
    path = f"{folder}/org.sheaf"
    return path if folder is not None and _is_private(folder) and _answers(path) else SOCKET


def _is_private(path: str) -> bool:
    """Whether a folder is this user's, and closed to everybody else."""
    try:
        status = os.lstat(path)
    except OSError:
        return False
    return path.startswith("/") and stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and status.st_mode & 0o777 == 0o700


def _own_folder(variable: str) -> str | None:
    """The value of a variable that names a folder of this user's: `su` and `sudo` keep those of another one."""
    path = os.environ.get(variable, "")
    try:
        return path if path.startswith("/") and os.stat(path).st_uid == os.geteuid() else None
    except OSError:
        return None


def _service_folder() -> str | None:
    """The folder of the user's own service, as sheafd has it."""
    for runtime in (os.environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{os.geteuid()}"):
        if _is_private(runtime):
            return f"{runtime}/sheaf"
    if state := _own_folder("XDG_STATE_HOME"):
        return f"{state}/sheaf/run"
    try:
        home = _own_folder("HOME") or pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return None
    return f"{home}/.local/state/sheaf/run"


def _answers(path: str) -> bool:
    """Whether a service of this user answers on a socket."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.setblocking(False)
        try:
            connection.connect(path)
            peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        except OSError:
            return False
        return bool(struct.unpack("3i", peer)[1] == os.geteuid())
