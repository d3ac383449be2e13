#!/usr/bin/env python3
"""Plays systemd: gives sheafd a notification socket, and tells what comes."""

import os
import signal
import socket
import subprocess
import sys

folder, sheafd = sys.argv[1:]
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(folder + "/notify")
notify.settimeout(10)
process = subprocess.Popen([sheafd, "--socket", folder + "/s"], env={**os.environ, "NOTIFY_SOCKET": folder + "/notify"})
print(notify.recv(4096).decode().replace("\n", " "))
with socket.socket(socket.AF_UNIX) as client:
    client.connect(folder + "/s")
    print("accepted")
process.send_signal(signal.SIGTERM)
text = ""
while "STOPPING=1" not in text:
    text = notify.recv(4096).decode()
print(text.replace("\n", " "))
print("exit", process.wait(10))
