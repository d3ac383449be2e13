#!/usr/bin/env python3
"""A client whose files are on a FUSE file system that never answers, in a mount namespace of its own.

    hanging_files.py --check             says what is missing here, and fails where something is
    hanging_files.py SOCKET UID REQUESTS as user UID; the requests that are never answered: "FLUSH,READ"; or "NONE"

Each line of standard input is a command; each is answered by a line:

    open FILE         org.sheaf.Reader.Open of a file: "fuse", or "overlay" (of the same, in an overlay); the error's name,
                      or the name of the document
    digest FILE       org.sheaf.Document.GetDigest of a file that is opened: the digest, or the error's name
    send FILE         the same as open, without waiting for the answer: "sent"
    stray FILE COUNT  a call that takes no descriptor, with COUNT of them: "answered", or "closed"
    half FILE         half a message, with one: "sent"

At the end of standard input it ends, its file system with it.
"""

import ctypes
import json
import os
import signal
import socket
import struct
import sys
import threading

PATH = b"/mnt"
CONTENT = b"sheaf-pattern 1\npages = 3\n"
# linux/fuse.h
OPCODES = {1: "LOOKUP", 2: "FORGET", 3: "GETATTR", 14: "OPEN", 15: "READ", 17: "STATFS", 18: "RELEASE", 25: "FLUSH",
           26: "INIT", 27: "OPENDIR", 29: "RELEASEDIR", 34: "ACCESS", 36: "INTERRUPT", 42: "BATCH_FORGET"}
CLONE_NEWNS = 0x20000
MS_REC, MS_PRIVATE = 0x4000, 1 << 18
library = ctypes.CDLL(None, use_errno=True)


def call(name, *arguments):
    if getattr(library, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind, options, flags=0):
    os.makedirs(target, exist_ok=True)
    call("mount", source, target, kind, ctypes.c_ulong(flags), options)


def make_file_systems():
    """Mounts them; returns the descriptor by which the FUSE file system is served."""
    call("unshare", CLONE_NEWNS)
    call("mount", b"none", b"/", None, ctypes.c_ulong(MS_REC | MS_PRIVATE), None)
    mount(b"tmpfs", PATH, b"tmpfs", None)
    device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    options = f"fd={device},rootmode=40000,user_id=0,group_id=0,allow_other"
    mount(b"hanging", PATH + b"/fuse", b"fuse", options.encode())
    return device


def make_overlay():
    for name in (b"upper", b"work"):
        os.mkdir(PATH + b"/" + name)
    options = b"lowerdir=%s/fuse,upperdir=%s/upper,workdir=%s/work" % (PATH, PATH, PATH)
    mount(b"overlay", PATH + b"/overlay", b"overlay", options)


def attributes(node):
    mode = 0o40755 if node == 1 else 0o100644
    return struct.pack("<6Q10I", node, len(CONTENT), 1, 1, 1, 1, 0, 0, 0, mode, 1, 0, 0, 0, 4096, 0)


def end_with(pipe):
    os.read(pipe, 1)
    os._exit(0)


def serve(device, late, pipe):
    """Answers the file system's requests; not some of them from SIGUSR1 on. Ends when nobody can write to a pipe any more."""
    ignored = set()
    signal.signal(signal.SIGUSR1, lambda *_: ignored.update(late))
    for number in range(3, 1024):
        # Whoever has started this waits for the last of them.
        if number not in (device, pipe):
            try:
                os.close(number)
            except OSError:
                pass
    for number in (0, 1):
        os.dup2(os.open("/dev/null", os.O_RDWR), number)
    threading.Thread(target=end_with, args=(pipe,), daemon=True).start()
    while True:
        request = os.read(device, 1 << 18)
        _, opcode, unique, node = struct.unpack_from("<IIQQ", request)
        name = OPCODES.get(opcode, "")
        if name in ignored or name in ("FORGET", "BATCH_FORGET", "INTERRUPT"):
            continue
        error, answer = 0, b""
        if name == "INIT":
            answer = struct.pack("<4I2H2I", 7, 31, 65536, 0, 12, 10, 65536, 1).ljust(64, b"\0")
        elif name == "LOOKUP":
            answer = struct.pack("<4Q2I", 2, 0, 3600, 3600, 0, 0) + attributes(2)
        elif name == "GETATTR":
            answer = struct.pack("<QII", 3600, 0, 0) + attributes(node)
        elif name in ("OPEN", "OPENDIR"):
            answer = struct.pack("<QII", 1, 0, 0)
        elif name == "READ":
            _, offset, size = struct.unpack_from("<QQI", request, 40)
            answer = CONTENT[offset:offset + size]
        elif name == "STATFS":
            answer = struct.pack("<5Q4I24x", 1, 1, 1, 1, 1, 4096, 255, 4096, 0)
        elif name not in ("RELEASE", "RELEASEDIR", "FLUSH", "ACCESS"):
            error = 38  # ENOSYS
        os.write(device, struct.pack("<IiQ", 16 + len(answer), -error, unique) + answer)


def open_file(name):
    # Never closed: that would wait as well.
    return os.open(PATH.decode() + "/" + name + "/file", os.O_RDONLY)


def connect(path):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    connection.connect(path)
    return connection


def message(method, parameters):
    return json.dumps({"method": method, "parameters": parameters}).encode() + b"\0"


def reply(connection):
    received = b""
    while not received.endswith(b"\0"):
        piece = connection.recv(65536)
        if not piece:
            return None
        received += piece
    return json.loads(received[:-1])


def perform(path, words, kept):
    connection = connect(path)
    if words[0] in ("open", "send", "digest"):
        call = message("org.sheaf.Reader.Open", {"fileDescriptor": 0, "viewport": {"width": 60, "height": 80}})
        socket.send_fds(connection, [call], [open_file(words[1])])
        kept.append(connection)
        if words[0] == "send":
            return "sent"
        answer = reply(connection)
        if answer is None:
            return "closed"
        if words[0] == "digest" and "error" not in answer:
            reader = answer["parameters"]["state"]["reader"]
            connection.sendall(message("org.sheaf.Document.GetDigest", {"reader": reader}))
            answer = reply(connection)
            return answer.get("error") or answer["parameters"]["digest"]
        return answer.get("error") or answer["parameters"]["state"]["document"]["document"]
    if words[0] == "stray":
        files = [open_file(words[1])] * int(words[2])
        socket.send_fds(connection, [message("org.varlink.service.GetInfo", {})], files)
        return "closed" if reply(connection) is None else "answered"
    if words[0] == "half":
        socket.send_fds(connection, [b'{"method":"org.'], [open_file(words[1])])
        kept.append(connection)
        return "sent"
    return "unknown"


def main():
    if sys.argv[1] == "--check":
        try:
            make_file_systems()
        except OSError as error:
            sys.exit(f"{error}")
        return
    path, user, ignored = sys.argv[1], int(sys.argv[2]), set(sys.argv[3].split(","))
    device = make_file_systems()
    life = os.pipe()
    server = os.fork()
    if server == 0:
        serve(device, ignored, life[0])
    # What is opened from here on has higher numbers, and is closed after the pipe: it waits for the server.
    os.dup2(os.open("/dev/null", os.O_RDWR), device)
    kept = []
    try:
        make_overlay()
        # From now on.
        os.kill(server, signal.SIGUSR1)
        if user != 0:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
        for line in sys.stdin:
            try:
                print(perform(path, line.split(), kept), flush=True)
            except OSError as error:
                print(f"failed: {error}", flush=True)
    finally:
        os.close(life[1])
        os._exit(0)


if __name__ == "__main__":
    main()
