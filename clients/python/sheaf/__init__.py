# SPDX-License-Identifier: Apache-2.0
"""Viewers for the page server Sheaf: https://example.org/sheaf, docs/viewers.md.

Names are those of the interface files, in Python's way: `GetPage` is `get_page`, `pageWidth` is `page_width`. What is asked of
org.sheaf.Document has its types in `sheaf.interfaces.document`.
"""

from .interfaces import VERSION as __version__
from .interfaces.errors import *  # noqa: F403
from .interfaces.reader import (
    AlbumFile,
    Arrangement,
    AxisSetup,
    Background,
    Looks,
    Page,
    Region,
    State,
    Target,
    TextFlow,
    Viewport,
    WatchReply,
)
from .message import ConnectionLost, ServiceError, Unanswered, Unreachable
from .reader import Reader
from .service import Service

__all__ = [  # noqa: F405
    "AlbumFile",
    "Arrangement",
    "AxisSetup",
    "Background",
    "ConnectionLost",
    "Looks",
    "Page",
    "Reader",
    "Region",
    "Service",
    "ServiceError",
    "State",
    "Target",
    "TextFlow",
    "Unanswered",
    "Unreachable",
    "Viewport",
    "WatchReply",
    "__version__",
]
