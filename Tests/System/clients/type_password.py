"""Runs a program on a terminal of its own, and types the lines of $TYPED, one at each question for a password.

Prints what the terminal showed; exits with the program's status.
"""
import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
lines = os.environ["TYPED"].splitlines(keepends=True)
shown = b""
asked = 0
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # EIO: the program has ended
        break
    if not part:
        break
    shown += part
    while lines and shown.count(b"Password of") > asked and shown.rstrip(b" ").endswith(b":"):
        asked += 1
        os.write(terminal, lines.pop(0).encode())
sys.stdout.buffer.write(shown)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
