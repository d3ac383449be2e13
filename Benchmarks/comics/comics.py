#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a page of a comic of 300 pages costs, by the archive that it is in.

    comics.py BUILD-FOLDER [--pages N] [--rounds N]

Makes JPEGs of 1,600 by 2,400 pixels with noise (by libvips, the same in every run), packs them as CBZ, CBT, CB7 (solid and not), CBR (RAR 4 and
RAR 5, as the tests write them: stored) and as a solid RAR 5 and a compressed CBT, and opens each with a service of its own: pairs behind a cover, as a reader of
comics has them. Of the first page, of the middle and the last but one, of turns on from the middle and turns back from the end it prints the time until it is there as pixels, the processor
time of the host, and the most memory that it had. Beside it `bsdtar` unpacks the same page to nothing, and `vips` decodes and shrinks it alone.
"""

import argparse
import asyncio
import contextlib
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zlib

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "clients/python"))

import sheaf  # noqa: E402

SIZE = (1600, 1200)
TURNS = 8


def number(value, length):
    return value.to_bytes(length, "little")


def variable(value):
    return bytes([value]) if value < 0x80 else bytes([value & 0x7F | 0x80]) + variable(value >> 7)


def rar4(files):
    """As Tests/ImagesProviderTests/Archives.swift writes it."""
    def block(body):
        return number(zlib.crc32(body) & 0xFFFF, 2) + body

    yield b"Rar!\x1a\x07\0" + block(bytes([0x73, 0, 0, 13, 0]) + bytes(6))
    for name, content in files:
        yield block(bytes([0x74, 0, 0x80]) + number(32 + len(name), 2) + number(len(content), 4) * 2 + b"\x03"
                    + number(zlib.crc32(content), 4) + bytes(4) + bytes([20, 0x30]) + number(len(name), 2)
                    + number(0x81A4, 4) + name)
        yield content
    yield block(bytes([0x7B, 0, 0x40, 7, 0]))


def rar5(files, flags=0):
    def block(body):
        sized = variable(len(body)) + body
        return number(zlib.crc32(sized), 4) + sized

    yield b"Rar!\x1a\x07\x01\0" + block(bytes([1, 0]) + variable(flags))
    for name, content in files:
        yield block(bytes([2, 2]) + variable(len(content)) + b"\x04" + variable(len(content)) + variable(0x81A4)
                    + number(zlib.crc32(content), 4) + bytes([0, 1]) + variable(len(name)) + name)
        yield content
    yield block(bytes([5, 0, 0]))


def make(folder, pages):
    """The archives, by what they are called."""
    book = folder / "book"
    book.mkdir()
    run = lambda *command: subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)  # noqa: E731
    for page in range(pages):
        run("vips", "gaussnoise", "noise.v", "400", "600", "--seed", str(page + 1), "--mean", "150", "--sigma", "30")
        run("vips", "resize", "noise.v", "large.v", "4")
        run("vips", "cast", "large.v", "page.v", "uchar")
        run("vips", "jpegsave", "page.v", f"book/p{page + 1}.jpg", "--Q", "75")
    files = [(f"p{page + 1}.jpg".encode(), (book / f"p{page + 1}.jpg").read_bytes()) for page in range(pages)]
    names = [name.decode() for name, _ in files]
    in_book = lambda *command: subprocess.run(command, cwd=book, check=True, stdout=subprocess.DEVNULL)  # noqa: E731
    in_book("zip", "-q", "-0", "../stored.cbz", *names)
    in_book("zip", "-q", "../deflated.cbz", *names)
    in_book("tar", "-c", "-f", "../plain.cbt", *names)
    in_book("tar", "-c", "-z", "-f", "../gzip.cbt", *names)
    in_book("7z", "a", "-bd", "-ms=off", "-mx=1", "../separate.cb7", *names)
    in_book("7z", "a", "-bd", "-ms=4g", "-mx=1", "../solid.cb7", *names)
    for name, parts in (("rar4.cbr", rar4(files)), ("rar5.cbr", rar5(files)), ("solid5.cbr", rar5(files, 4))):
        with open(folder / name, "wb") as file:
            file.writelines(parts)
    print(f"{pages} pages, {sum(len(content) for _, content in files) / 1e6:.0f} MB of JPEG, {SIZE[0]} x {SIZE[1]} pixels shown")
    return ["stored.cbz", "deflated.cbz", "plain.cbt", "rar4.cbr", "rar5.cbr", "separate.cb7", "solid.cb7", "solid5.cbr", "gzip.cbt"]


@contextlib.contextmanager
def service(build, folder):
    """A service that renders nothing ahead: what is measured is what is asked for."""
    providers = folder / "providers"
    providers.mkdir(exist_ok=True)
    for path in [build / "libsheaf-images.so", PROJECT / "Plugins/Images/libsheaf-images.provider"]:
        link = providers / path.name
        link.unlink(missing_ok=True)
        link.symlink_to(path)
    (folder / "sheafd.conf").write_text("[Cache]\nReadAhead=0\n[Hosts]\nHostsPerProvider=1\n")
    socket = folder / "socket"
    socket.unlink(missing_ok=True)
    process = subprocess.Popen(
        [build / "sheafd", "--socket", socket, "--config", folder / "sheafd.conf", "--provider-path", providers],
        stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while not socket.exists():
            time.sleep(0.01)
        yield str(socket), process.pid
    finally:
        process.terminate()
        process.wait()


def host(pid):
    """The host of the images."""
    with open(f"/proc/{pid}/task/{pid}/children") as file:
        return next((int(child) for child in file.read().split()), None)


def cost(pid):
    """Processor time in milliseconds, and the most memory in MB."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    ticks = int(fields[11]) + int(fields[12])
    peak = next(int(line.split()[1]) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmHWM:"))
    return ticks * 1000 / os.sysconf("SC_CLK_TCK"), peak / 1024


async def opened(build, folder, path, page, then):
    """Opens at a page with a fresh service: milliseconds until it is there, and for each of some turns; the host's cost."""
    with service(build, folder) as (socket, pid):
        async with sheaf.Service(socket) as server:
            start = time.monotonic()
            axis = sheaf.AxisSetup(axis="horizontal", arrangement=sheaf.Arrangement(spread="cover"))
            options = {"axes": [axis], "target": sheaf.Target(index=page)}
            async with await server.open(str(path), sheaf.Viewport(width=SIZE[0], height=SIZE[1]), **options) as reader:
                (await reader.get()).close()
                times = [(time.monotonic() - start) * 1000]
                for step in then:
                    start = time.monotonic()
                    (await reader.turn(step)).close()
                    times.append((time.monotonic() - start) * 1000)
                return times, cost(host(pid))


def timed(command):
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (time.monotonic() - start) * 1000, (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1000


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="sheaf-comics-"))
    build, middle, last = options.build.resolve(), options.pages // 2 - 1, options.pages - 2
    median = lambda values: statistics.median(list(values))  # noqa: E731
    try:
        archives = make(folder, options.pages)
        alone = [timed(["vips", "thumbnail", folder / "book/p1.jpg", folder / "t.v", "800", "--height", "1200"]) for _ in range(options.rounds)]
        print(f"vips alone: a page in {median(time for time, _ in alone):.0f} ms, {median(cpu for _, cpu in alone):.0f} ms of processor")
        print(f"{'':14}" + "".join(f"{name:>12}" for name in (
            "page 1", f"page {middle + 1}", f"page {last + 1}", "a turn", "a turn back", "cpu", "memory", "bsdtar")))
        for name in archives:
            rounds = [[asyncio.run(opened(build, folder, folder / name, page, then)) for page, then in (
                (0, []), (middle, [1] * TURNS), (last, [-1] * TURNS))] for _ in range(options.rounds)]
            first, there, end = ([one[place] for one in rounds] for place in range(3))
            unpacked = [timed(["bsdtar", "-xOf", folder / name, f"p{last + 1}.jpg"]) for _ in range(options.rounds)]
            columns = [
                *(median(times[0] for times, _ in part) for part in (first, there, end)),
                median(time for times, _ in there for time in times[1:TURNS + 1]),
                median(time for times, _ in end for time in times[1:]),
            ]
            cpu, memory = (median(costs[place] for _, costs in end) for place in range(2))
            print(f"{name:14}" + "".join(f"{column:9.0f} ms" for column in columns) + f"{cpu:9.0f} ms{memory:9.0f} MB"
                  f"{median(time for time, _ in unpacked):9.0f} ms")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


main()
