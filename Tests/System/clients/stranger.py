#!/usr/bin/env python3
"""Another user's try at a reader whose id has leaked."""

import json
import socket
import sys

path, reader = sys.argv[1:]
connection = socket.socket(socket.AF_UNIX)
connection.connect(path)


def call(method, parameters):
    connection.sendall(json.dumps({"method": method, "parameters": parameters}).encode() + b"\0")
    answer = b""
    while not answer.endswith(b"\0"):
        answer += connection.recv(65536)
    return json.loads(answer[:-1])


refused = call("org.sheaf.Reader.GetPage", {"reader": reader})
seen = call("org.sheaf.Manager.ListReaders", {})
print(refused["error"], len(seen["parameters"]["readers"]), "readers seen")
