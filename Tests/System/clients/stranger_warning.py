#!/usr/bin/env python3
"""Another user's try at warning the service."""

import json
import socket
import sys

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
call = {"method": "org.sheaf.Manager.WarnMemory", "parameters": {"level": "critical"}}
connection.sendall(json.dumps(call).encode() + b"\0")
answer = b""
while not answer.endswith(b"\0"):
    answer += connection.recv(65536)
print(json.loads(answer[:-1])["error"])
