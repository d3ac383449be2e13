#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens what others wrote with a running service, and compares what it shows with what other programs make of it.

    corpora.py BUILD-FOLDER [--part documents|pictures|archives|books|texts|encodings] [--only TEXT] [--result FILE]

`make corpora` calls it. Documents are fetched into .corpora first. It prints a table of what agrees and each disagreement, and
fails where one has no reason in the file `known`. docs/formats.md has the reasons.
"""

import argparse
import asyncio
import datetime
import pathlib
import platform
import sys
import time

PROJECT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "clients/python"))

import archives  # noqa: E402
import books  # noqa: E402
import charsets  # noqa: E402
import documents  # noqa: E402
import fetch  # noqa: E402
import pictures  # noqa: E402
import service  # noqa: E402
import texts  # noqa: E402
from report import Report  # noqa: E402

# Seconds that all of it may take.
LIMIT = 3600
PARTS = {
    "documents": documents,
    "pictures": pictures,
    "archives": archives,
    "books": books,
    "texts": texts,
    "encodings": charsets,
}


async def run(options, report):
    """Makes the parts that were asked for."""
    for part, module in PARTS.items():
        if options.part not in (None, part):
            continue
        started = time.monotonic()
        # A service of its own for each: what one leaves behind is none of the other's.
        async with service.RunningService(options.build) as running:
            await module.look(running, report, options.only)
            await look_at_service(running, report, part)
        print(f"corpora: {part} took {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


async def look_at_service(running, report, part):
    """Whether the service goes on as it was started, and none of its hosts has crashed, was killed or did not answer."""
    if not await running.lives():
        report.differs("the service goes on", part, running.log[-2000:])
        return
    report.agrees("the service goes on", part)
    ended = [line for line in running.log.split("\n") if "its host" in line]
    if ended:
        report.differs("no host crashes", part, "; ".join(ended[:5]))
    else:
        report.agrees("no host crashes", part)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--only", default="", help="only documents with this in their names")
    parser.add_argument("--result", type=pathlib.Path, help="a file that gets what is printed")
    options = parser.parse_args()
    fetch.fetch()
    report = Report()
    asyncio.run(asyncio.wait_for(run(options, report), LIMIT))
    head = f"Sheaf, {datetime.date.today()}, {platform.platform()}: `make corpora`\n\n"
    text = head + report.table() + "\n" + report.listing() + "\n"
    print(text)
    if options.result:
        options.result.write_text(text, encoding="utf-8")
    sys.exit(report.failures > 0)


if __name__ == "__main__":
    main()
