#!/usr/bin/env python3
"""Runs a program in a terminal of its own, as a person would, and tells what the terminal got.

usage: terminal.py COLUMNS ROWS STEP... -- PROGRAM [ARGUMENT ...]

A step waits until the terminal has got a text since the last step, and then does something: "text>key:q" presses a key,
"text>signal:15" sends a signal, "text>size:40x10" makes the terminal another size, "text>run:COMMAND" runs a command of the shell.
Prints a JSON object: the exit status, all output, and whether the terminal's settings are as before.
"""

import fcntl
import json
import os
import select
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 60

columns, rows = sys.argv[1:3]
separator = sys.argv.index("--")
steps, program = sys.argv[3:separator], sys.argv[separator + 1:]


def resize(number, columns, rows):
    fcntl.ioctl(number, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), 0, 0))


terminal, inside = os.openpty()
resize(terminal, columns, rows)
before = termios.tcgetattr(inside)
process = subprocess.Popen(
    program, stdin=inside, stdout=inside, stderr=inside, start_new_session=True,
    preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
deadline = time.monotonic() + PATIENCE
output, seen = b"", 0


def more(seconds):
    global output
    if select.select([terminal], [], [], seconds)[0]:
        output += os.read(terminal, 65536)


for step in steps:
    text, what = step.split(">", 1)
    while text.encode() not in output[seen:]:
        if time.monotonic() > deadline or process.poll() is not None:
            process.kill()
            sys.exit(f"no {text!r} in {output[seen:]!r}")
        more(0.1)
    seen = len(output)
    kind, value = what.split(":", 1)
    if kind == "key":
        os.write(terminal, value.encode())
    elif kind == "signal":
        process.send_signal(int(value))
    elif kind == "size":
        resize(terminal, *value.split("x"))
    elif kind == "run":
        subprocess.run(value, shell=True, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)

while process.poll() is None:
    if time.monotonic() > deadline:
        process.kill()
        sys.exit(f"it does not end: {output[seen:]!r}")
    more(0.05)
while select.select([terminal], [], [], 0)[0]:
    more(0)
print(json.dumps({
    "status": process.returncode,
    "output": output.decode(errors="replace"),
    "restored": termios.tcgetattr(inside) == before,
}))
