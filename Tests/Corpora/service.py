# SPDX-License-Identifier: Apache-2.0
"""A sheafd of the build, which everything here is asked of, through its Python client."""

import asyncio
import pathlib
import subprocess
import tempfile

import sheaf

PROJECT = pathlib.Path(__file__).resolve().parents[2]

# Pixels per point: 96 an inch.
SCALE = 4 / 3
# Seconds until a service that does not answer has failed.
PATIENCE = 60


class RunningService:
    """The service, as a context manager, with all providers of the build."""

    def __init__(self, build):
        self.build = pathlib.Path(build).resolve()
        self._folder = tempfile.TemporaryDirectory(prefix="sheaf-corpora-")
        self.folder = pathlib.Path(self._folder.name)
        self.client = None

    async def __aenter__(self):
        providers = self.folder / "providers"
        providers.mkdir()
        for manifest in PROJECT.glob("Plugins/*/*.provider"):
            (providers / manifest.name).symlink_to(manifest)
            (providers / manifest.with_suffix(".so").name).symlink_to(self.build / manifest.with_suffix(".so").name)
        configuration = self.folder / "sheafd.conf"
        configuration.write_text("[Service]\nLogTarget=console\n[Cache]\nCacheMax=256M\nPrefetch=no\n", encoding="utf-8")
        socket = self.folder / "socket"
        self._log = open(self.folder / "log", "wb")
        self.process = subprocess.Popen(
            [self.build / "sheafd", "--socket", socket, "--config", configuration, "--provider-path", providers],
            stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
        )
        for _ in range(PATIENCE * 20):
            if socket.exists() or self.process.poll() is not None:
                break
            await asyncio.sleep(0.05)
        self.client = sheaf.Service(str(socket))
        await self.client.status()
        return self

    async def __aexit__(self, *_):
        try:
            await asyncio.wait_for(self.client.close(), PATIENCE)
        finally:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
            self._log.close()
            self._folder.cleanup()

    @property
    def log(self):
        """What the service has logged."""
        return (self.folder / "log").read_text(encoding="utf-8", errors="replace")

    async def lives(self):
        """Whether the process that was started still answers."""
        try:
            await asyncio.wait_for(self.client.status(), PATIENCE)
        except (asyncio.TimeoutError, ConnectionError):
            return False
        return self.process.poll() is None

    async def open(self, path, **options):
        """Opens a document at `SCALE`; a reader."""
        viewport = sheaf.Viewport(width=1000, height=1000, fit="scale", scale=SCALE)
        return await self.client.open(path, viewport, follow=False, **options)


async def everything(method, field, **options):
    """All items of a list that comes in parts."""
    items, first = [], 0
    while first is not None:
        reply = await method(first=first, **options)
        items += getattr(reply, field)
        first = reply.next
    return items


async def page_count(reader):
    """How many pages a document has, once they are counted."""
    for _ in range(PATIENCE * 20):
        count = (await reader.get_state()).state.document.count
        if count.kind == "exact":
            return count.pages
        await asyncio.sleep(0.05)
    raise TimeoutError(f"the pages are not counted within {PATIENCE} seconds")


async def page_text(reader, index):
    """The text of a page."""
    return "".join(run.text for run in await everything(reader.get_text, "runs", index=index))
