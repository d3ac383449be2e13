#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A viewer's gestures: turns, redirects, drags and cancels, and tells what comes on screen and goes.

    gestures.py SOCKET DOCUMENT [--wire]

With --wire it prints every message as it goes over the wire instead (> sent, < received by the connection that calls,
* received by the one that watches). It needs nothing but Python: a message is JSON and a NUL. The document needs at least
nine pages.
"""

import json
import os
import socket
import sys

WORDS = {"willAppear": "WA", "didAppear": "DA", "willDisappear": "WD", "didDisappear": "DD"}


class Connection:
    """A connection to sheafd."""

    def __init__(self, path, mark, wire):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(30)
        self.mark, self.wire = mark, wire
        self.received = b""

    def send(self, method, parameters, descriptors=(), **flags):
        message = {"method": f"org.sheaf.Reader.{method}", "parameters": parameters, **flags}
        data = json.dumps(message, separators=(",", ":")).encode()
        if self.wire:
            print(">", data.decode())
        # Descriptors go with a message's first byte.
        socket.send_fds(self.socket, [data + b"\0"], descriptors)

    def receive(self):
        while b"\0" not in self.received:
            data = self.socket.recv(1 << 16)
            if not data:
                raise SystemExit("gestures: sheafd has closed the connection")
            self.received += data
        data, self.received = self.received.split(b"\0", 1)
        if self.wire:
            print(self.mark, data.decode())
        return json.loads(data)

    def call(self, method, descriptors=(), **parameters):
        self.send(method, parameters, descriptors)
        reply = self.receive()
        if "error" in reply:
            raise SystemExit(f"gestures: {method}: {reply['error']} {reply['parameters']}")
        return reply["parameters"]


class Watch:
    """What is told of a reader, over a connection of its own: calls would wait behind it."""

    def __init__(self, path, reader, wire):
        self.connection = Connection(path, "*", wire)
        self.connection.send("Watch", {"reader": reader}, more=True)
        self.connection.receive()  # the state
        self.wire = wire
        self.line = []

    def wait_for(self, what, transition):
        """Reads up to the begin or the end of a transition step."""
        while True:
            told = self.connection.receive()["parameters"]
            if "appearance" in told:
                event = told["appearance"]
                self.line.append(f"{WORDS[event['event']]} {event['index']}")
            elif "begin" in told:
                self.line.append("drag:" if told["begin"]["interactive"] else "jump:")
            elif "end" in told:
                self.line.append("completed" if told["end"]["completed"] else "ended")
            if told.get(what, {}).get("transition") == transition:
                return

    def tell(self):
        if not self.wire:
            print("  ".join(self.line))
        self.line = []


def main(path, document, wire):
    control = Connection(path, "<", wire)
    with open(document, "rb") as file:
        state = control.call("Open", [file.fileno()], fileDescriptor=0, viewport={"width": 600, "height": 800})["state"]
    reader = state["reader"]
    watch = Watch(path, reader, wire)

    # A jump that is animated for two seconds, and another one before it has ended.
    control.call("Navigate", reader=reader, target={"index": 4}, duration=2000, handover="none")
    turn = control.call("Navigate", reader=reader, target={"relative": 1}, duration=2000, handover="none")
    # The viewer's animation has ended.
    control.call("Settle", reader=reader, transition=turn["transition"])
    watch.wait_for("end", turn["transition"])
    watch.tell()

    # A finger pulls the next page in, and lets it go with some speed.
    drag = control.call("BeginDrag", reader=reader)
    for offset in (5.1, 5.35, 5.6):
        control.send("Drag", {"reader": reader, "offset": offset}, oneway=True)
    released = control.call("ReleaseDrag", reader=reader, velocity=1.5)
    control.call("Settle", reader=reader, transition=released["transition"])
    watch.wait_for("end", drag["transition"])
    watch.tell()

    # It pulls the one before in, and thinks better of it.
    drag = control.call("BeginDrag", reader=reader)
    control.send("Drag", {"reader": reader, "offset": 5.7}, oneway=True)
    control.call("CancelDrag", reader=reader)
    control.call("Settle", reader=reader, transition=drag["transition"])
    watch.wait_for("end", drag["transition"])
    watch.tell()

    # It swipes on before the page has come to rest.
    drag = control.call("BeginDrag", reader=reader)
    control.send("Drag", {"reader": reader, "offset": 6.6}, oneway=True)
    control.call("ReleaseDrag", reader=reader, velocity=2)
    drag = control.call("BeginDrag", reader=reader, offset=6.8)
    control.send("Drag", {"reader": reader, "offset": 7.4}, oneway=True)
    control.call("ReleaseDrag", reader=reader, velocity=2)
    control.call("Settle", reader=reader, transition=drag["transition"])
    watch.wait_for("end", drag["transition"])
    watch.tell()

    control.call("Close", reader=reader)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["--wire"]):
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2], "--wire" in sys.argv)
