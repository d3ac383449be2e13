#!/usr/bin/env python3
"""Another user's try at a document whose name has leaked."""

import array
import json
import os
import socket
import sys

path, own, other = sys.argv[1:]
connection = socket.socket(socket.AF_UNIX)
connection.connect(path)
call = {
    "method": "org.sheaf.Reader.Open",
    "parameters": {
        "fileDescriptor": 0,
        "viewport": {"width": 64, "height": 64},
        "axes": [{"axis": "horizontal"}, {"axis": "vertical", "document": other}],
    },
}
file = array.array("i", [os.open(own, os.O_RDONLY)])
connection.sendmsg([json.dumps(call).encode() + b"\0"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, file)])
answer = b""
while not answer.endswith(b"\0"):
    answer += connection.recv(65536)
print(json.loads(answer[:-1])["error"])
