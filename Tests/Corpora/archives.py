# SPDX-License-Identifier: Apache-2.0
"""Archives that others wrote, opened by the service, beside what bsdtar lists."""

import asyncio
import pathlib
import subprocess

import sheaf

import fetch
import service

# Seconds that everything of one archive may take.
PATIENCE = 60
# An error's reason says something from so many characters on.
REASON_LEAST = 12
# How names of pages end, as far as there are any in these archives.
PICTURES = (".jpg", ".jpeg", ".png", ".gif", ".webp", ".tif", ".tiff", ".bmp", ".svg")

OPENED, COUNT = "archives: opened or refused by name", "archives: number of pages"


def _listed(path):
    """The pictures that bsdtar lists; None where it fails."""
    try:
        # It reads one of them for ever.
        done = subprocess.run(
            ["bsdtar", "-t", "-f", path],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=PATIENCE / 4, check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    names = done.stdout.decode(errors="replace").splitlines()
    return None if done.returncode else [name for name in names if name.lower().endswith(PICTURES)]


async def _look_at(running, report, path):
    listed = await asyncio.to_thread(_listed, path)
    try:
        reader = await running.open(path)
    except sheaf.ServiceError as error:
        reason = str(error.parameters.get("reason", ""))
        if len(reason) < REASON_LEAST:
            return report.differs(OPENED, path.name, f"an error that says nothing: {error}")
        report.agrees(OPENED, path.name, "refused")
        return report.left_out("archives that are refused, with this reason", path.name, reason)
    async with reader:
        provider = (await reader.get_state()).state.document.provider
        pages = await service.page_count(reader)
        report.agrees(OPENED, path.name, f"by {provider}")
        for index in sorted({0, pages // 2, pages - 1}):
            try:
                (await reader.get(index)).close()
            except sheaf.ServiceError as error:
                report.left_out("pages of archives that fail, with this reason", f"{path.name} page {index + 1}", str(error))
        if provider != "images":
            return None
        if listed is None or len(listed) == pages:
            return report.agrees(COUNT, path.name, "bsdtar fails" if listed is None else "")
        return report.differs(COUNT, path.name, f"{pages} pages, not {len(listed)}")


async def look(running, report, only=""):
    """Looks at all archives whose names have `only` in them."""
    for path in fetch.archives():
        if only not in path.name:
            continue
        try:
            await asyncio.wait_for(_look_at(running, report, pathlib.Path(path)), PATIENCE)
        except (sheaf.ServiceError, asyncio.TimeoutError) as error:
            report.differs(OPENED, path.name, f"{type(error).__name__}: {error}")
        except ConnectionError:
            # That the service has ended is told once all is done.
            return
