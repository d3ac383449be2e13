# SPDX-License-Identifier: Apache-2.0
"""One loop for asyncio and GTK: `sheaf.glib.run(main())` runs a coroutine, and what GTK does meanwhile, in one thread.

Handlers of signals may call `asyncio.create_task`, and whatever a coroutine may. It needs python3-gi.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Selector(selectors.EpollSelector):
    """Waits for asyncio's descriptors as GLib does, so that GLib's own sources are served while asyncio waits."""

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        from gi.repository import GLib

        context = GLib.MainContext.default()
        events = super().select(0)
        if events or timeout is not None and timeout <= 0:
            context.iteration(False)
            return events or super().select(0)
        sources = [GLib.unix_fd_add_full(GLib.PRIORITY_DEFAULT, self.fileno(), GLib.IOCondition.IN, lambda *_: True)]
        if timeout is not None:
            # Rounded up: a timer that is looked at too early would be looked at again and again.
            sources.append(GLib.timeout_add(int(timeout * 1000) + 1, lambda: True))
        # Once only: what a handler has begun is asyncio's turn.
        context.iteration(True)
        for source in sources:
            GLib.source_remove(source)
        return super().select(0)


def run(main: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine to its end, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(_Selector())) as runner:
        return runner.run(main)
