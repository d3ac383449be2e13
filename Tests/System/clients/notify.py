#!/usr/bin/env python3
"""Plays systemd: gives sheafd a notification socket, and tells what comes."""

import array
import json
import os
import signal
import socket
import subprocess
import sys

folder, sheafd, providers, document = sys.argv[1:]
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(folder + "/notify")
notify.settimeout(10)
process = subprocess.Popen(
    [sheafd, "--socket", folder + "/s", "--provider-path", providers, "--config", folder + "/sheafd.conf"],
    env={**os.environ, "NOTIFY_SOCKET": folder + "/notify"},
)
try:
    print(notify.recv(4096).decode().replace("\n", " "))
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(folder + "/s")
        print("accepted")
        call = {
            "method": "org.sheaf.Reader.Open",
            "parameters": {"fileDescriptor": 0, "viewport": {"width": 9, "height": 9}},
        }
        with open(document, "rb") as file:
            descriptors = array.array("i", [file.fileno()])
            client.sendmsg(
                [json.dumps(call).encode() + b"\0"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, descriptors)]
            )
        text = ""
        while "1 reader on 1 document, 1 page in the cache" not in text:
            text = notify.recv(4096).decode()
        print(text)
        client.sendall(b'{"method":"org.sheaf.Manager.WarnMemory","parameters":{"level":"critical"}}\0')
        while "memory pressure critical" not in text:
            text = notify.recv(4096).decode()
        print(text)
    process.send_signal(signal.SIGTERM)
    text = ""
    while "STOPPING=1" not in text:
        text = notify.recv(4096).decode()
    print(text.replace("\n", " "))
    print("exit", process.wait(10))
finally:
    # One that goes on would hold the pipes that the test reads to their end.
    process.kill()
    process.wait()
