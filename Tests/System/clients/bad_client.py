#!/usr/bin/env python3
"""A client that does what no viewer does: says how many of its connections were served, and waits for the end of its input."""

import array
import json
import os
import resource
import socket
import sys

path, act, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
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
    """Whether a call is answered."""
    if connection is None or not send(connection, ASK):
        return False
    try:
        answer = b""
        while not answer.endswith(b"\0"):
            piece = connection.recv(65536)
            if not piece:
                return False
            answer += piece
        return "parameters" in json.loads(answer[:-1])
    except OSError:
        return False


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

print(served, flush=True)
sys.stdin.read()
