#!/usr/bin/env python3
"""A client that does what no viewer does: bad_client.py SOCKET ACT CONNECTIONS [DOCUMENT]

It says how many of its connections were served, and waits for the end of its input. With a document it asks and reads without a
pause until then, and says how many answers came.
"""

import array
import json
import os
import resource
import select
import socket
import sys

path, act, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
document = sys.argv[4] if len(sys.argv) > 4 else None
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
ASK = b'{"method":"org.varlink.service.GetInfo"}\0'
LONG = b'{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"org.sheaf.Reader"}}\0'


def connect():
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    try:
        connection.connect(path)
    except OSError:
        return None
    return connection


def send(connection, text, numbers=()):
    """Sends bytes, and descriptors with the first; false where the connection has ended."""
    try:
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", numbers))] if numbers else []
        connection.sendmsg([text], ancillary)
        return True
    except OSError:
        return False


def answers(connection):
    """Whether a call is served; one that is not may be told why."""
    if connection is None or not send(connection, ASK):
        return False
    try:
        answer = b""
        while not answer.endswith(b"\0"):
            piece = connection.recv(65536)
            if not piece:
                return False
            answer += piece
        reply = json.loads(answer[:-1])
        if "error" in reply:
            assert reply["error"] == "org.sheaf.Reader.LimitReached", reply
        return "error" not in reply
    except OSError:
        return False


def call(method, parameters, flags={}):
    return json.dumps({"method": "org.sheaf." + method, "parameters": parameters, **flags}).encode() + b"\0"


def ask(connection, text, numbers=()):
    """Calls, and returns the parameters of the answer."""
    send(connection, text, numbers)
    answer = b""
    while not answer.endswith(b"\0"):
        answer += connection.recv(65536)
    return json.loads(answer[:-1])["parameters"]


def open_reader(connection):
    with open(document, "rb") as file:
        viewport = {"width": 8, "height": 8}
        text = call("Reader.Open", {"fileDescriptor": 0, "viewport": viewport})
        return ask(connection, text, [file.fileno()])["state"]["reader"]


def ask_for_ever(connections, text):
    """Keeps every socket full of calls and reads what comes, until its input ends and, unless they are oneway, one was answered;
    returns how many were."""
    has_ended = False
    text *= 64
    poll = select.epoll()
    poll.register(sys.stdin.fileno(), select.EPOLLIN)
    sent, answered = {}, 0
    by_number = {connection.fileno(): connection for connection in connections}
    for number, connection in by_number.items():
        connection.setblocking(False)
        sent[number] = 0
        poll.register(number, select.EPOLLIN | select.EPOLLOUT)
    while not has_ended or not (answered or act.endswith("oneway")):
        for number, events in poll.poll():
            if number == sys.stdin.fileno():
                has_ended = True
                continue
            connection = by_number[number]
            if events & select.EPOLLIN:
                answered += connection.recv(1 << 20).count(0)
            if events & select.EPOLLOUT:
                sent[number] = (sent[number] + connection.send(text[sent[number] :])) % len(text)
    return answered


def flood(connection, text):
    """Sends until the socket is full."""
    connection.setblocking(False)
    while send(connection, text * 64):
        pass


connections = [connect() for _ in range(count)]
served = 0
if act == "hold":
    served = sum(answers(connection) for connection in connections)
elif act == "over themselves":
    for connection in connections:
        served += send(connection, b"x", [connection.fileno()] * 63)
elif act == "over each other":
    for index, connection in enumerate(connections):
        served += send(connection, b"x", [connections[index - 1].fileno()])
elif act == "behind a watch":
    for connection in connections:
        send(connection, ASK * 4096)
        served += send(connection, b"x", [connection.fileno()])
elif act == "half with descriptors":
    file = os.open("/etc/passwd", os.O_RDONLY)
    for connection in connections:
        served += send(connection, b"x", [file] * 64)
elif act == "half":
    for connection in connections:
        served += send(connection, b'{"method":"org.varlink')
elif act == "never read":
    for connection in connections:
        flood(connection, LONG)
        served += 1
elif act == "oneway":
    for connection in connections:
        flood(connection, LONG[:-2] + b',"oneway":true}\0')
        served += 1

elif act == "never receive":
    text = call("Reader.GetPage", {"reader": open_reader(connections[0])})
    for connection in connections:
        flood(connection, text)
        served += 1
elif document:
    reader = open_reader(connections[0])
    text = {
        "list the cache": call("Manager.GetCache", {"list": True}),
        "list readers": call("Manager.ListReaders", {}),
        "list readers in slices": call("Manager.ListReaders", {}, {"more": True}),
        "state": call("Reader.GetState", {"reader": reader}),
        "layout": call("Reader.GetLayout", {"reader": reader, "pages": 256}),
        "layout oneway": call("Reader.GetLayout", {"reader": reader, "pages": 256}, {"oneway": True}),
    }[act]
    if act == "list the cache":
        for index in range(4000):
            ask(connections[0], call("Reader.GetPage", {"reader": reader, "index": index, "handover": "none"}))
    elif act.startswith("list readers"):
        for connection in connections:
            open_reader(connection)
    served = len(connections)

print(served, flush=True)
if document and act != "never receive":
    print(ask_for_ever(connections, text), flush=True)
else:
    sys.stdin.read()
