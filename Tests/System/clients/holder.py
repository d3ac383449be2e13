#!/usr/bin/env python3
"""A viewer that takes pages and holds them: holder.py SOCKET DOCUMENT INDEX ...

It writes the number of its process, then a word for each page: held, or the error's name. With "hang up" on its standard
input it disconnects, and goes on holding; at the end of it it ends.
"""

import json
import os
import socket
import sys

path, document, *indexes = sys.argv[1:]
connection = socket.socket(socket.AF_UNIX)
connection.connect(path)
held = []


def call(method, parameters, files=()):
    message = json.dumps({"method": "org.sheaf.Reader." + method, "parameters": parameters}).encode() + b"\0"
    socket.send_fds(connection, [message], list(files))
    answer = b""
    while not answer.endswith(b"\0"):
        data, descriptors, _, _ = socket.recv_fds(connection, 65536, 9)
        if not data:
            sys.exit("the service has hung up")
        held.extend(descriptors)
        answer += data
    return json.loads(answer[:-1])


with open(document, "rb") as file:
    viewport = {"width": 64, "height": 64}
    reader = call("Open", {"fileDescriptor": 0, "viewport": viewport}, [file.fileno()])
reader = reader["parameters"]["state"]["reader"]
words = [str(os.getpid())]
for index in indexes:
    answer = call("GetPage", {"reader": reader, "index": int(index)})
    words.append(answer.get("error", "held").rpartition(".")[2])
print(" ".join(words), flush=True)
for line in sys.stdin:
    if line == "hang up\n":
        connection.close()
        print("gone", flush=True)
