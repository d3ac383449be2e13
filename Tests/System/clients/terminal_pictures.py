#!/usr/bin/env python3
"""A terminal that shows pictures: runs a program in it, and keeps the pictures that the program draws.

usage: terminal_pictures.py ANSWERS COLUMNS ROWS WIDTHxHEIGHT FILE KEY... -- PROGRAM [ARGUMENT ...]

ANSWERS is what the terminal says that it can, "kitty", "sixel" or "nothing"; "silent" answers no question. It has so many pixels; with
0x0 it does not tell, but answers that a character has 10 by 20. After each picture the next KEY is pressed. The pictures go to
FILE.0, FILE.1, ...: red, green, blue. Prints a JSON object: the exit status, and of each picture the kind, size and place.
"""

import base64
import fcntl
import json
import os
import re
import select
import struct
import subprocess
import sys
import termios
import time

PATIENCE = 60
SEQUENCE = re.compile(rb"\x1b(?:P[0-9;]*q(?P<sixel>.*?)\x1b\\|_G(?P<kitty>[^;\x1b]*);?(?P<data>[^\x1b]*)\x1b\\"
                      rb"|\[(?P<row>\d+);(?P<column>\d+)H|\[(?P<asked>c|16t))", re.DOTALL)
ATTRIBUTES = {"kitty": b"\x1b[?62;22c", "sixel": b"\x1b[?62;4;22c", "nothing": b"\x1b[?62;22c"}


def sixels(data):
    """The width, the height and the bytes of DEC's graphics."""
    colours, colour, x, band = {}, 0, 0, 0
    width, height = map(int, re.match(rb'"\d+;\d+;(\d+);(\d+)', data).groups())
    picture = bytearray(width * (height + 6) * 3)
    for repeat, register, rgb, sign in re.findall(rb'!(\d+)|#(\d+)((?:;\d+){4})?|([?-~$-])', data[data.index(b"#"):]):
        if register:
            colour = int(register)
            if rgb:
                kind, *parts = map(int, rgb[1:].split(b";"))
                assert kind == 2, "colours are red, green and blue in percent"
                colours[colour] = bytes(round(part * 255 / 100) for part in parts)
        elif repeat:
            times = int(repeat)
            continue
        elif sign == b"$":
            x = 0
        elif sign == b"-":
            x, band = 0, band + 1
        else:
            bits = sign[0] - 63
            for _ in range(times):
                for bit in range(6):
                    if bits >> bit & 1:
                        at = ((band * 6 + bit) * width + x) * 3
                        picture[at:at + 3] = colours[colour]
                x += 1
        times = 1
    return width, height, bytes(picture[:width * height * 3])


def pixels(options, raw):
    """The same of kitty's protocol."""
    width, height = int(options["s"]), int(options["v"])
    assert options["f"] == "32" and len(raw) == width * height * 4, f"{len(raw)} bytes for {width} x {height}"
    picture = bytearray(width * height * 3)
    for channel in range(3):
        picture[channel::3] = raw[channel::4]
    return width, height, bytes(picture)


answers, columns, rows, size, file = sys.argv[1:6]
separator = sys.argv.index("--")
keys, program = sys.argv[6:separator], sys.argv[separator + 1:]
width, height = map(int, size.split("x"))
terminal, inside = os.openpty()
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", int(rows), int(columns), width, height))
process = subprocess.Popen(
    program, stdin=inside, stdout=inside, stderr=inside, start_new_session=True,
    preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
deadline = time.monotonic() + PATIENCE
output, shown, place, kitty, payload, asked = b"", [], (0, 0), None, bytearray(), []


def show(kind, picture):
    width, height, content = picture
    with open(f"{file}.{len(shown)}", "wb") as output:
        output.write(content)
    shown.append({"kind": kind, "width": width, "height": height, "row": place[0], "column": place[1]})
    if keys:
        os.write(terminal, keys.pop(0).encode())


def serve():
    """Does what has come so far."""
    global output, place, kitty, payload
    done = 0
    for found in SEQUENCE.finditer(output):
        done = found.end()
        if found["row"]:
            place = (int(found["row"]) - 1, int(found["column"]) - 1)
        elif found["sixel"]:
            show("sixel", sixels(found["sixel"]))
        elif found["asked"]:
            asked.append(found["asked"].decode())
            if answers == "silent":
                continue
            os.write(terminal, ATTRIBUTES[answers] if found["asked"] == b"c" else b"\x1b[6;20;10t")
        elif found["kitty"] is not None:
            options = dict(option.split("=") for option in found["kitty"].decode().split(","))
            if options.get("a") == "q":
                asked.append("kitty")
                if answers == "kitty":
                    os.write(terminal, b"\x1b_Gi=31;OK\x1b\\")
            elif options.get("a") == "T":
                kitty, payload = options, bytearray()
            elif kitty:
                # Each piece is base64 for itself.
                payload += base64.b64decode(found["data"])
                if options["m"] == "0":
                    show("kitty", pixels(kitty, payload))
                    kitty = None
    output = output[done:]


while process.poll() is None:
    if time.monotonic() > deadline:
        process.kill()
        sys.exit(f"it does not end, after {shown}: {output[-500:]!r}")
    if select.select([terminal], [], [], 0.05)[0]:
        output += os.read(terminal, 1 << 20)
        # Pictures come in many pieces: they are looked for when they are whole.
        if output.endswith(b"\x1b[?2026l"):
            serve()
print(json.dumps({"status": process.returncode, "pictures": shown, "asked": asked, "rest": output.decode(errors="replace")}))
