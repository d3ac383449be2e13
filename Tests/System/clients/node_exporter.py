#!/usr/bin/env python3
"""Has node_exporter's textfile collector read the .prom files of a folder, and prints what it serves.

    node_exporter.py FOLDER

It listens on a loopback port of the kernel's choice, which it says in its log.
"""

import re
import subprocess
import sys
import urllib.request

exporter = subprocess.Popen(
    [
        "/usr/bin/prometheus-node-exporter", "--collector.disable-defaults", "--collector.textfile",
        f"--collector.textfile.directory={sys.argv[1]}", "--web.listen-address=127.0.0.1:0",
    ],
    stderr=subprocess.PIPE, text=True)
try:
    for line in exporter.stderr:
        if found := re.search(r'msg="Listening on" address=([0-9.:]+)', line):
            with urllib.request.urlopen(f"http://{found[1]}/metrics", timeout=60) as reply:
                print(reply.read().decode(), end="")
            break
    else:
        sys.exit("node_exporter has ended, and listened nowhere")
finally:
    exporter.kill()
    exporter.wait()
