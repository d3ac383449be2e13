#!/usr/bin/env python3
"""Plays systemd while sheafd reads its configuration again, a good and a bad one, and tells what comes."""

import os
import signal
import socket
import subprocess
import sys
import time

folder, sheafd = sys.argv[1:]
notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
notify.bind(folder + "/notify")
notify.settimeout(10)
process = subprocess.Popen(
    [sheafd, "--socket", folder + "/s", "--config", folder + "/sheafd.conf"],
    env={**os.environ, "NOTIFY_SOCKET": folder + "/notify"},
)


def receive(word):
    """The fields of the next datagram with this one."""
    while True:
        fields = dict(line.split("=", 1) for line in notify.recv(4096).decode().splitlines())
        if word in fields:
            return fields


def names(fields):
    """Numbers that are always others and texts are named only."""
    return " ".join(f"{key}={value}" if value == "1" else key for key, value in fields.items())


def now():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000


try:
    print(names(receive("READY")))
    for kind, text in (("good", "[Cache]\nCacheMax=5M\n"), ("bad", "[Cache]\nCacheMax=lots\n")):
        with open(folder + "/sheafd.conf.d-new", "w", encoding="ascii") as file:
            file.write(text)
        os.makedirs(folder + "/sheafd.conf.d", exist_ok=True)
        os.rename(folder + "/sheafd.conf.d-new", folder + "/sheafd.conf.d/reload.conf")
        before = now()
        process.send_signal(signal.SIGHUP)
        reloading = receive("RELOADING")
        place = "within" if before <= int(reloading["MONOTONIC_USEC"]) <= now() else "outside of"
        print(f"{kind}: {names(reloading)}, {place} the call; {names(receive('READY'))}")
    process.send_signal(signal.SIGTERM)
    receive("STOPPING")
    print("exit", process.wait(10))
finally:
    # One that goes on would hold the pipes that the test reads to their end.
    process.kill()
    process.wait()
