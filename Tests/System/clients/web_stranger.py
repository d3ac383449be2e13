#!/usr/bin/env python3
"""Asks sheaf-web from another address than the machine's own: in a network namespace of its own, whose loopback has two.

    web_stranger.py SHEAF-WEB OPTION ...    run by unshare(1) --net

Prints the status for each way of asking, as JSON.
"""
import base64
import fcntl
import json
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

# For documentation (RFC 5737): nobody's.
OUTSIDE = "192.0.2.1"
TOKEN = "correct-horse-battery"
SIOCSIFADDR, SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8916, 0x8913, 0x8914, 1


def raise_loopback():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        for name, address in [(b"lo", "127.0.0.1"), (b"lo:1", OUTSIDE)]:
            request = struct.pack("16sHH4s8x", name, socket.AF_INET, 0, socket.inet_aton(address))
            fcntl.ioctl(control, SIOCSIFADDR, request)
            flags = struct.unpack("16sh", fcntl.ioctl(control, SIOCGIFFLAGS, struct.pack("16sh", name, 0)))[1]
            fcntl.ioctl(control, SIOCSIFFLAGS, struct.pack("16sh", name, flags | IFF_UP))


def status(host, port, **headers):
    request = urllib.request.Request(
        f"http://{host}:{port}/documents.json", headers={name.replace("_", "-"): value for name, value in headers.items()})
    try:
        with urllib.request.urlopen(request, timeout=120) as reply:
            return reply.status
    except urllib.error.HTTPError as error:
        return error.code


def ask(program, options, rules):
    log = tempfile.TemporaryFile("w+")
    arguments = [program, *options, "--listen", "0.0.0.0:0", *rules]
    server = subprocess.Popen(arguments, stderr=log, stdin=subprocess.DEVNULL)
    try:
        port = None
        while not port:
            log.seek(0)
            lines = [line for line in log.read().split("\n")[:-1] if "serving on 0.0.0.0:" in line]
            port = lines[0].rsplit(":", 1)[1] if lines else None
            if not port and server.poll() is not None:
                log.seek(0)
                raise SystemExit(log.read())
            time.sleep(0.01)
        basic = lambda password: "Basic " + base64.b64encode(f"anybody:{password}".encode()).decode()
        return {
            "near": status("127.0.0.1", port), "far": status(OUTSIDE, port),
            "forwarded": status(OUTSIDE, port, X_Forwarded_For="127.0.0.1", Host="127.0.0.1"),
            "bearer": status(OUTSIDE, port, Authorization=f"Bearer {TOKEN}"),
            "wrong": status(OUTSIDE, port, Authorization=f"Bearer {TOKEN}x"),
            "password": status(OUTSIDE, port, Authorization=basic(TOKEN)),
            "wrong password": status(OUTSIDE, port, Authorization=basic("guess")),
            "user": status(OUTSIDE, port, X_Remote_User="zoe"), "nobody": status(OUTSIDE, port, X_Remote_User=""),
            "secret": status(OUTSIDE, port, X_Remote_User=f"{TOKEN} zoe"),
            "far forwarded": status("127.0.0.1", port, X_Forwarded_For="198.51.100.7"),
            "chain": status(OUTSIDE, port, X_Forwarded_For="127.0.0.1, 198.51.100.7"),
        }
    finally:
        server.kill()
        server.wait()


raise_loopback()
with tempfile.NamedTemporaryFile("w") as token:
    token.write(TOKEN + "\n")
    token.flush()
    os.chmod(token.name, 0o644)
    user, proxy = ["--authorization", "user=X-Remote-User"], ["--trusted-proxy", OUTSIDE]
    rules = {
        "none": [], "open": ["--authorization", "open"], "token": ["--authorization", f"token={token.name}"], "user": user,
        "proxy": proxy, "proxied user": user + proxy, "near proxy": ["--trusted-proxy", "127.0.0.0/8"],
        "secret": ["--authorization", f"user=X-Remote-User,secret={token.name}"] + proxy,
    }
    print(json.dumps({name: ask(sys.argv[1], sys.argv[2:], rule) for name, rule in rules.items()}))
