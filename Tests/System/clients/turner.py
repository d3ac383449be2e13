#!/usr/bin/env python3
"""Readers that turn pages and look whether each is what it was: turner.py SOCKET DOCUMENT READERS PAGES

It looks at every page once and writes "ready", and then turns to one after the other until its standard input ends. Then it
writes what it has seen, as JSON: how many pages, what was wrong with which, and how many microseconds they took.
"""

import json
import os
import random
import select
import socket
import sys
import time
import zlib

path, document, readers, pages = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])


class Reader:
    def __init__(self):
        self.connection = socket.socket(socket.AF_UNIX)
        self.connection.connect(path)
        with open(document, "rb") as file:
            viewport = {"width": 120, "height": 160}
            self.name = self.call("Open", {"fileDescriptor": 0, "viewport": viewport}, [file.fileno()])[0]["state"]["reader"]

    def call(self, method, parameters, files=()):
        message = json.dumps({"method": "org.sheaf.Reader." + method, "parameters": parameters}).encode() + b"\0"
        socket.send_fds(self.connection, [message], list(files))
        answer, descriptors = b"", []
        while not answer.endswith(b"\0"):
            data, more, _, _ = socket.recv_fds(self.connection, 65536, 9)
            if not data:
                raise RuntimeError("the service has hung up")
            answer += data
            descriptors += more
        answer = json.loads(answer[:-1])
        if "error" in answer:
            raise RuntimeError(answer["error"] + " " + json.dumps(answer.get("parameters")))
        return answer["parameters"], descriptors

    def digest(self, index):
        answer, descriptors = self.call("GetPage", {"reader": self.name, "index": index})
        page = answer["page"]
        try:
            pixels = os.pread(descriptors[page["fileDescriptor"]], page["size"], page.get("offset", 0))
        finally:
            for number in descriptors:
                os.close(number)
        self.call("ReleasePage", {"reader": self.name, "rendition": page["rendition"]})
        return zlib.crc32(pixels)


all_readers = [Reader() for _ in range(readers)]
expected = [all_readers[0].digest(index) for index in range(pages)]
print("ready", flush=True)
dice = random.Random(1)
seen = {"pages": 0, "mistakes": [], "microseconds": []}
while not select.select([sys.stdin], [], [], 0)[0]:
    for reader in all_readers:
        index = dice.randrange(pages)
        start = time.monotonic()
        try:
            if reader.digest(index) != expected[index]:
                seen["mistakes"].append("page %d has wrong pixels" % index)
        except Exception as error:
            seen["mistakes"].append("page %d: %s" % (index, error))
        seen["pages"] += 1
        seen["microseconds"].append(round((time.monotonic() - start) * 1e6))
print(json.dumps(seen), flush=True)
