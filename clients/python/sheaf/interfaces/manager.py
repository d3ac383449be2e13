# SPDX-License-Identifier: Apache-2.0
# Written by varlink-generate: call `make generate` instead of changing it.
"""org.sheaf.Manager: The operator's view of the service. Operators are root, the user whom the service runs as where
that is a person, and members of the group that OperatorGroup= names (sheaf), as they were when they connected. They
see everything, though they can't use the readers of others; others see what is theirs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from ..calls import Caller
from ..message import Received, Sent, present

# How short memory is. The cache is limited to 60 or 20 % of what is configured, or to protected pages.
PressureLevel = Literal["low", "medium", "critical"]

# The source of a warning that memory is short: what systemd has the service watch (MEMORY_PRESSURE_WATCH), the unit's
# own cgroup, the machine, a look at what memory is available, a signal, a call of WarnMemory.
PressureSource = Literal["serviceManager", "cgroup", "machine", "availableMemory", "signal", "call"]

# The paper that a page is shown on. Paper, Trim and TextFlow are as org.sheaf.Reader has them.
Paper = Literal["day", "sepia", "night", "inverted"]

Trim = Literal["no", "page", "document"]

TextStyles = Literal["book", "plain"]

ProviderChangeChange = Literal["added", "replaced", "removed"]

HostState = Literal["starting", "idle", "busy", "ending"]

# One part of what confines a provider host. `privileges`: it has none and gains none; `limits`: on what it takes;
# `files`: it reads only those that it is meant to read; `network`, `scopes`: no TCP, no signals to others and no
# abstract sockets, refused by Landlock too; `systemCalls`: only those that rendering needs.
Confinement = Literal["privileges", "limits", "files", "network", "scopes", "systemCalls"]

CachePageState = Literal["cached", "deferred", "rendering"]

# Why a page is kept alive: some reader at rest shows it, or it is needed otherwise, as in a transition.
CachePageNeed = Literal["none", "moving", "shown"]

# How much a log line matters, the worst first.
LogLevel = Literal["error", "warning", "notice", "info", "debug"]

# Where log lines go: the journal where standard error is one and else standard error (`auto`), the journal, standard
# error (`console`), nowhere.
LogTarget = Literal["auto", "journal", "console", "null"]


@dataclass(kw_only=True)
class Cache:
    """The page cache, in bytes. `reserved` is what renders under way will take. `hits`, `misses`, `joined` and
    `evicted` count pages since the start; `notKept` those that were handed over and not kept, for want of room.
    `leasedPages` and `leasedBytes` are what viewers were handed and have not returned, each page once;
    `leasedOutside` the bytes of those that the cache does not hold any more: it may hold so much less than
    `hardLimit`. `thumbnails` are kept beside it, within a limit of their own, and take `thumbnailBytes`.
    """

    soft_limit: int
    hard_limit: int
    bytes: int
    reserved: int
    pages: int
    hits: int
    misses: int
    joined: int
    evicted: int
    not_kept: int
    leased_pages: int
    leased_bytes: int
    leased_outside: int
    thumbnails: int
    thumbnail_bytes: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            soft_limit=wire["softLimit"],
            hard_limit=wire["hardLimit"],
            bytes=wire["bytes"],
            reserved=wire["reserved"],
            pages=wire["pages"],
            hits=wire["hits"],
            misses=wire["misses"],
            joined=wire["joined"],
            evicted=wire["evicted"],
            not_kept=wire["notKept"],
            leased_pages=wire["leasedPages"],
            leased_bytes=wire["leasedBytes"],
            leased_outside=wire["leasedOutside"],
            thumbnails=wire["thumbnails"],
            thumbnail_bytes=wire["thumbnailBytes"],
        )


@dataclass(kw_only=True)
class PressureCount:
    """How many warnings there were from one source at one level."""

    source: PressureSource
    level: PressureLevel
    warnings: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            source=wire["source"],
            level=wire["level"],
            warnings=wire["warnings"],
        )


@dataclass(kw_only=True)
class PressureReaction:
    """The effects of the last warning. `withinLimit` is when the cache was within its new limit, and `returned` when
    the memory was back with the system, in microseconds from the warning; `returned` is absent where that is not so
    yet, or could not be learnt. `freedPages` and `freedBytes` are what was let go.
    """

    level: PressureLevel
    source: PressureSource
    freed_pages: int
    freed_bytes: int
    within_limit: int
    returned: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            level=wire["level"],
            source=wire["source"],
            freed_pages=wire["freedPages"],
            freed_bytes=wire["freedBytes"],
            within_limit=wire["withinLimit"],
            returned=wire.get("returned"),
        )


@dataclass(kw_only=True)
class Pressure:
    """Memory pressure. `watched` is the source that the kernel's events come from, absent where there is none. While a
    limit is in force that is lower than configured, `level` is its level, `source` who asked for it, `since` and
    `until` the seconds since then and until it is gone unless another warning comes, `next` those until it rises
    next; `recovering` while it rises already; `sustained` where there were so many warnings that it stays down until
    a minute has passed without one. `warnings` are counted since the start.
    """

    watched: PressureSource | None = None
    level: PressureLevel | None = None
    source: PressureSource | None = None
    since: float | None = None
    next: float | None = None
    until: float | None = None
    recovering: bool
    sustained: bool
    configured_limit: int
    warnings: list[PressureCount]
    last_reaction: PressureReaction | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            watched=wire.get("watched"),
            level=wire.get("level"),
            source=wire.get("source"),
            since=wire.get("since"),
            next=wire.get("next"),
            until=wire.get("until"),
            recovering=wire["recovering"],
            sustained=wire["sustained"],
            configured_limit=wire["configuredLimit"],
            warnings=[PressureCount.decode(value, received) for value in wire["warnings"]],
            last_reaction=PressureReaction.decode(wire["lastReaction"], received) if "lastReaction" in wire else None,
        )


@dataclass(kw_only=True)
class Quota:
    """How much of something a user has, and how much one user may have (`value`). `limit` is its name in sheafd.conf.
    """

    limit: str
    used: int
    value: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            limit=wire["limit"],
            used=wire["used"],
            value=wire["value"],
        )


@dataclass(kw_only=True)
class UserAccount:
    """The account of a user: one quota for each limit on users. `leasedPages` are the pages that the user's viewers
    were handed and have not returned.
    """

    uid: int
    quotas: list[Quota]
    leased_pages: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            uid=wire["uid"],
            quotas=[Quota.decode(value, received) for value in wire["quotas"]],
            leased_pages=wire["leasedPages"],
        )


@dataclass(kw_only=True)
class ReaderEntry:
    """A reader. `title` is what people call its document, absent where that is not known. `pagesHeld` and `bytesHeld`
    are what was handed to its viewers as descriptors and not returned; `connections` how many connections use it.
    `current`: of the readers of its user it is the one that was called last; left out of the others.
    """

    reader: str
    uid: int
    document: str
    title: str | None = None
    provider: str
    index: int
    pages: int
    connections: int
    pages_held: int
    bytes_held: int
    current: bool | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            reader=wire["reader"],
            uid=wire["uid"],
            document=wire["document"],
            title=wire.get("title"),
            provider=wire["provider"],
            index=wire["index"],
            pages=wire["pages"],
            connections=wire["connections"],
            pages_held=wire["pagesHeld"],
            bytes_held=wire["bytesHeld"],
            current=wire.get("current"),
        )


@dataclass(kw_only=True)
class TextFlow:

    width: float | None = None
    height: float | None = None
    font_size: float | None = None
    font_family: str | None = None
    line_height: float | None = None
    margin: float | None = None
    columns: int | None = None
    justify: bool | None = None
    unwrap: bool | None = None
    encoding: str | None = None
    styles: TextStyles | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            width=wire.get("width"),
            height=wire.get("height"),
            font_size=wire.get("fontSize"),
            font_family=wire.get("fontFamily"),
            line_height=wire.get("lineHeight"),
            margin=wire.get("margin"),
            columns=wire.get("columns"),
            justify=wire.get("justify"),
            unwrap=wire.get("unwrap"),
            encoding=wire.get("encoding"),
            styles=wire.get("styles"),
        )


@dataclass(kw_only=True)
class DocumentLooks:
    """The looks with which a document was opened. `flow` is left out where it is as the provider is set; `ordered`: its
    pages come in an order that a reader wants.
    """

    trim: Trim
    flow: TextFlow | None = None
    ordered: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            trim=wire["trim"],
            flow=TextFlow.decode(wire["flow"], received) if "flow" in wire else None,
            ordered=wire["ordered"],
        )


@dataclass(kw_only=True)
class DocumentEntry:
    """An open document. `title` is what people call it, absent where that is not known; `name` its path below a library
    folder, absent where it came as a descriptor. `readers` are on it, and `cachedPages` with `cachedBytes` in the
    cache: for operators those of all users, for others their own, of a document of the library the pages that were
    rendered for them. `state` tells whether it can be read, or why not. `looks` tells apart what is one file; it is
    left out where all is as the document and its provider have it.
    """

    document: str
    provider: str
    uid: int | None = None
    title: str | None = None
    name: str | None = None
    pages: int
    bytes: int
    readers: int
    cached_pages: int
    cached_bytes: int
    state: str
    looks: DocumentLooks | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            document=wire["document"],
            provider=wire["provider"],
            uid=wire.get("uid"),
            title=wire.get("title"),
            name=wire.get("name"),
            pages=wire["pages"],
            bytes=wire["bytes"],
            readers=wire["readers"],
            cached_pages=wire["cachedPages"],
            cached_bytes=wire["cachedBytes"],
            state=wire["state"],
            looks=DocumentLooks.decode(wire["looks"], received) if "looks" in wire else None,
        )


@dataclass(kw_only=True)
class ProviderEntry:
    """A provider: its file, and what it can do. `refused` says why it could not be loaded. `priority` is that of its
    section in the configuration. Where a file was given, `certainty` is how sure it is that it opens it, from 1 to
    100; absent where it is `refused`. `suffixes` are what the names of its files end in, in small letters (".pdf"),
    `unlisted` those of them whose files no library lists, and `mediaTypes` what its documents are: as its .provider
    file declares them, absent where that declares none.
    """

    name: str
    path: str
    version: str | None = None
    summary: str | None = None
    capabilities: list[str]
    refused: str | None = None
    priority: int | None = None
    certainty: int | None = None
    suffixes: list[str] | None = None
    unlisted: list[str] | None = None
    media_types: list[str] | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            name=wire["name"],
            path=wire["path"],
            version=wire.get("version"),
            summary=wire.get("summary"),
            capabilities=wire["capabilities"],
            refused=wire.get("refused"),
            priority=wire.get("priority"),
            certainty=wire.get("certainty"),
            suffixes=wire.get("suffixes"),
            unlisted=wire.get("unlisted"),
            media_types=wire.get("mediaTypes"),
        )


@dataclass(kw_only=True)
class ProviderChange:
    """A change of a provider's file."""

    provider: str
    change: ProviderChangeChange

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            provider=wire["provider"],
            change=wire["change"],
        )


@dataclass(kw_only=True)
class HostEntry:
    """A provider host: a process that runs a provider for one user, or for the library where `uid` is absent.
    `documents` are open in it; `isolated`: it has one document alone, which has ended another host before. `memory`
    is what it has for itself, in bytes; absent where the kernel does not tell. `confinement` is what confines it;
    `readablePaths` and `executableMemory` are what its provider is allowed beyond the others, since it declares that
    it needs them. `program` is the process of a provider that is a program: what is said of the host is said of
    both.
    """

    pid: int
    program: int | None = None
    provider: str
    uid: int | None = None
    documents: int
    state: HostState
    isolated: bool
    memory: int | None = None
    confinement: list[Confinement]
    readable_paths: list[str]
    executable_memory: bool

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            pid=wire["pid"],
            program=wire.get("program"),
            provider=wire["provider"],
            uid=wire.get("uid"),
            documents=wire["documents"],
            state=wire["state"],
            isolated=wire["isolated"],
            memory=wire.get("memory"),
            confinement=wire["confinement"],
            readable_paths=wire["readablePaths"],
            executable_memory=wire["executableMemory"],
        )


@dataclass(kw_only=True)
class Amount:
    """A number of pages and their bytes."""

    pages: int
    bytes: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            pages=wire["pages"],
            bytes=wire["bytes"],
        )


@dataclass(kw_only=True)
class CacheLimits:
    """How much the cache may hold: `soft` bytes and `pages` pages of what it keeps and what is being rendered; `hard`
    bytes and `hardPages` pages with what is deferred.
    """

    soft: int
    hard: int
    pages: int
    hard_pages: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            soft=wire["soft"],
            hard=wire["hard"],
            pages=wire["pages"],
            hard_pages=wire["hardPages"],
        )


@dataclass(kw_only=True)
class CacheStates:
    """The memory that pages take, by state. Each page that is alive is `cached` or `deferred`: out of the cache, and
    needed until its transition has settled. `rendering` is reserved for renders under way. Of the pages that are
    alive, readers at rest show `shown`, and `moving` are needed otherwise. `leased` are the pages that viewers were
    handed and have not returned, each page once, and `leasedOutside` those of them that are alive for viewers only.
    `thumbnails` are kept beside the cache.
    """

    cached: Amount
    deferred: Amount
    rendering: Amount
    shown: Amount
    moving: Amount
    leased: Amount
    leased_outside: Amount
    thumbnails: Amount

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            cached=Amount.decode(wire["cached"], received),
            deferred=Amount.decode(wire["deferred"], received),
            rendering=Amount.decode(wire["rendering"], received),
            shown=Amount.decode(wire["shown"], received),
            moving=Amount.decode(wire["moving"], received),
            leased=Amount.decode(wire["leased"], received),
            leased_outside=Amount.decode(wire["leasedOutside"], received),
            thumbnails=Amount.decode(wire["thumbnails"], received),
        )


@dataclass(kw_only=True)
class CacheCounters:
    """The counts of pages since the start: those of `Cache`; `deferred` ones, and those of them that were cached again,
    since somebody asked for them (`readmitted`); those rendered before anybody asked (`readAhead`), those of them
    that somebody asked for later (`readAheadUsed`), and those that went before that (`readAheadWasted`).
    """

    hits: int
    misses: int
    joined: int
    evicted: int
    not_kept: int
    deferred: int
    readmitted: int
    read_ahead: int
    read_ahead_used: int
    read_ahead_wasted: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            hits=wire["hits"],
            misses=wire["misses"],
            joined=wire["joined"],
            evicted=wire["evicted"],
            not_kept=wire["notKept"],
            deferred=wire["deferred"],
            readmitted=wire["readmitted"],
            read_ahead=wire["readAhead"],
            read_ahead_used=wire["readAheadUsed"],
            read_ahead_wasted=wire["readAheadWasted"],
        )


@dataclass(kw_only=True)
class Renders:
    """Renders: how many are under way, and how those since the start have ended. Those that gave a page took `seconds`
    in all. Of those that were cancelled, `cancelledAhead` were read ahead.
    """

    under_way: int
    rendered: int
    failed: int
    cancelled: int
    cancelled_ahead: int
    seconds: float

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            under_way=wire["underWay"],
            rendered=wire["rendered"],
            failed=wire["failed"],
            cancelled=wire["cancelled"],
            cancelled_ahead=wire["cancelledAhead"],
            seconds=wire["seconds"],
        )


@dataclass(kw_only=True)
class Waits:
    """How often readers have waited for pages that they were to show, openings among it, since the start: until all of
    them were there, or the reader had gone on. `seconds` in all; on a screen that draws 60 frames a second
    `droppedFrames` went by.
    """

    waits: int
    seconds: float
    dropped_frames: int

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            waits=wire["waits"],
            seconds=wire["seconds"],
            dropped_frames=wire["droppedFrames"],
        )


@dataclass(kw_only=True)
class CachePage:
    """A page in the cache, or on its way there. `index` is absent where it is not known, `label` where the page has
    none but its number, or nobody has asked for it. `width` and `height` are those of the picture, in pixels;
    `whole` tells whether it is all of the page. `bytes` is what it takes, or what is reserved for it. `leases` is
    how often viewers hold it. `renderTime` is how long it took, in microseconds; absent until it is rendered.
    `readAhead`: nobody has asked for it yet.
    """

    document: str
    provider: str
    page: int
    index: int | None = None
    label: str | None = None
    width: int
    height: int
    whole: bool
    scale: float
    rotation: int
    format: str
    bytes: int
    state: CachePageState
    need: CachePageNeed
    leases: int
    render_time: int | None = None
    read_ahead: bool
    paper: Paper

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            document=wire["document"],
            provider=wire["provider"],
            page=wire["page"],
            index=wire.get("index"),
            label=wire.get("label"),
            width=wire["width"],
            height=wire["height"],
            whole=wire["whole"],
            scale=wire["scale"],
            rotation=wire["rotation"],
            format=wire["format"],
            bytes=wire["bytes"],
            state=wire["state"],
            need=wire["need"],
            leases=wire["leases"],
            render_time=wire.get("renderTime"),
            read_ahead=wire["readAhead"],
            paper=wire["paper"],
        )


@dataclass(kw_only=True)
class StatusReply:
    """What org.sheaf.Manager.Status answers."""

    version: str
    pid: int
    uptime: int
    readers: int
    documents: int
    hosts: int
    connections: int
    memory_limit: int | None = None
    cache: Cache
    pressure: Pressure
    users: list[UserAccount]

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            version=wire["version"],
            pid=wire["pid"],
            uptime=wire["uptime"],
            readers=wire["readers"],
            documents=wire["documents"],
            hosts=wire["hosts"],
            connections=wire["connections"],
            memory_limit=wire.get("memoryLimit"),
            cache=Cache.decode(wire["cache"], received),
            pressure=Pressure.decode(wire["pressure"], received),
            users=[UserAccount.decode(value, received) for value in wire["users"]],
        )


@dataclass(kw_only=True)
class GetCacheReply:
    """What org.sheaf.Manager.GetCache answers."""

    policy: str
    configured: CacheLimits
    limits: CacheLimits
    states: CacheStates
    thumbnail_limit: int
    counters: CacheCounters
    renders: Renders
    waits: Waits
    pressure: Pressure
    pages: list[CachePage] | None = None
    left_out: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            policy=wire["policy"],
            configured=CacheLimits.decode(wire["configured"], received),
            limits=CacheLimits.decode(wire["limits"], received),
            states=CacheStates.decode(wire["states"], received),
            thumbnail_limit=wire["thumbnailLimit"],
            counters=CacheCounters.decode(wire["counters"], received),
            renders=Renders.decode(wire["renders"], received),
            waits=Waits.decode(wire["waits"], received),
            pressure=Pressure.decode(wire["pressure"], received),
            pages=[CachePage.decode(value, received) for value in wire["pages"]] if "pages" in wire else None,
            left_out=wire.get("leftOut"),
        )


@dataclass(kw_only=True)
class ListReadersReply:
    """What org.sheaf.Manager.ListReaders answers."""

    readers: list[ReaderEntry]
    left_out: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            readers=[ReaderEntry.decode(value, received) for value in wire["readers"]],
            left_out=wire.get("leftOut"),
        )


@dataclass(kw_only=True)
class ListDocumentsReply:
    """What org.sheaf.Manager.ListDocuments answers."""

    documents: list[DocumentEntry]
    left_out: int | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            documents=[DocumentEntry.decode(value, received) for value in wire["documents"]],
            left_out=wire.get("leftOut"),
        )


@dataclass(kw_only=True)
class ListProvidersReply:
    """What org.sheaf.Manager.ListProviders answers."""

    providers: list[ProviderEntry]

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            providers=[ProviderEntry.decode(value, received) for value in wire["providers"]],
        )


@dataclass(kw_only=True)
class ListHostsReply:
    """What org.sheaf.Manager.ListHosts answers."""

    hosts: list[HostEntry]

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            hosts=[HostEntry.decode(value, received) for value in wire["hosts"]],
        )


@dataclass(kw_only=True)
class WarnMemoryReply:
    """What org.sheaf.Manager.WarnMemory answers."""

    soft_limit: int
    hard_limit: int
    freed_pages: int
    freed_bytes: int
    microseconds: int
    pressure: Pressure

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            soft_limit=wire["softLimit"],
            hard_limit=wire["hardLimit"],
            freed_pages=wire["freedPages"],
            freed_bytes=wire["freedBytes"],
            microseconds=wire["microseconds"],
            pressure=Pressure.decode(wire["pressure"], received),
        )


@dataclass(kw_only=True)
class GetLogReply:
    """What org.sheaf.Manager.GetLog answers."""

    level: LogLevel
    target: LogTarget

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            level=wire["level"],
            target=wire["target"],
        )


@dataclass(kw_only=True)
class SetLogReply:
    """What org.sheaf.Manager.SetLog answers."""

    level: LogLevel
    target: LogTarget

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            level=wire["level"],
            target=wire["target"],
        )


@dataclass(kw_only=True)
class ReloadReply:
    """What org.sheaf.Manager.Reload answers."""

    changed: list[str]
    after_restart: list[str]
    warnings: list[str]
    providers: list[ProviderChange] | None = None

    @classmethod
    def decode(cls, wire: dict[str, Any], received: Received) -> Self:
        return cls(
            changed=wire["changed"],
            after_restart=wire["afterRestart"],
            warnings=wire["warnings"],
            providers=[ProviderChange.decode(value, received) for value in wire["providers"]] if "providers" in wire else None,
        )


class ManagerCalls(Caller):
    """Methods of org.sheaf.Manager, of no reader in particular."""

    async def status(self) -> StatusReply:
        """The service as a whole. `uptime` in seconds. `memoryLimit` is how much memory its cgroup allows it and its
        hosts, in bytes; absent where that sets no limit. The cache takes no more than half of it, whatever is
        configured. `users` has those who take anything, by uid: for operators all, for others only themselves.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Manager.Status", parameters, sent, StatusReply.decode, True
        )

    async def get_cache(self, *, list_: bool | None = None) -> GetCacheReply:
        """The cache as a whole. `limits` are in force: less than those `configured` while `pressure` has a level, and
        by what is `leasedOutside`. `thumbnailLimit` is in bytes. With `list`, `pages` has the pages of documents
        that the caller has passed as descriptors, for operators those of all; by document, then by index. It has
        1024 at most, and `leftOut` is how many more there are. A render of a document that was closed meanwhile
        counts in `states` until it has ended, and is in no list.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "list": list_,
        }
        return await self._call(
            "org.sheaf.Manager.GetCache", parameters, sent, GetCacheReply.decode, True
        )

    async def list_readers(self) -> ListReadersReply:
        """Lists the readers of the caller, for operators all, by id. A call with `more` gets all of them, 256 in a
        reply. Between two replies others are served, and readers may come or go. A call without `more` gets 1024 at
        most, and `leftOut` is how many more there are.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Manager.ListReaders", parameters, sent, ListReadersReply.decode, True
        )

    async def list_documents(self) -> ListDocumentsReply:
        """Lists the documents that readers of the caller are on, for operators all; in as many replies as ListReaders.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Manager.ListDocuments", parameters, sent, ListDocumentsReply.decode, True
        )

    async def list_providers(
        self,
        *,
        file_descriptor: int | None = None,
        name: str | None = None,
        declared: bool | None = None,
    ) -> ListProvidersReply:
        """The providers, in the order in which they are asked. With a `fileDescriptor` of a file, those that claim it:
        the first is the one that opens it, or whose own it is and which is `refused`: nobody opens it then. `name`
        is what the file is called. A file that can't be opened at all is FileRefused. With `declared`, none is
        loaded for the answer: of one that was not used yet there is what its file declares.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "fileDescriptor": sent.add(file_descriptor),
            "name": name,
            "declared": declared,
        }
        return await self._call(
            "org.sheaf.Manager.ListProviders", parameters, sent, ListProvidersReply.decode, True
        )

    async def list_hosts(self) -> ListHostsReply:
        """The provider hosts that run, oldest first: those of the caller and of the library, for operators all.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Manager.ListHosts", parameters, sent, ListHostsReply.decode, True
        )

    async def warn_memory(self, level: PressureLevel) -> WarnMemoryReply:
        """Tells the service that memory is short. Operators may; others get PermissionDenied. Answers when the cache is
        within its new limit: what is in force then, which is lower than what `level` asks for where another warning
        has asked for less, and what was let go for it. `microseconds` is how long that took.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "level": level,
        }
        return await self._call(
            "org.sheaf.Manager.WarnMemory", parameters, sent, WarnMemoryReply.decode, False
        )

    async def get_log(self) -> GetLogReply:
        """Returns which lines are logged, those of `level` and worse, and where they go.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Manager.GetLog", parameters, sent, GetLogReply.decode, True
        )

    async def set_log(self, *, level: LogLevel | None = None, target: LogTarget | None = None) -> SetLogReply:
        """Changes what is given, until the service ends or reads its configuration again; answers with what holds then.
        Operators may; others get PermissionDenied.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {
            "level": level,
            "target": target,
        }
        return await self._call(
            "org.sheaf.Manager.SetLog", parameters, sent, SetLogReply.decode, True
        )

    async def reload(self) -> ReloadReply:
        """Has the service read its configuration again, as SIGHUP does. Those may who may warn (WarnMemory); others get
        PermissionDenied. `changed` has the keys whose values are others than before, and "Provider NAME" for a
        provider with other settings; `afterRestart` those of them that take effect when the service is started
        again; `warnings` the lines that were ignored, with their file and what is wrong; `providers` those whose
        files came, went or were replaced since it was asked last: what is open with one that was replaced is opened
        again with the new one, and its readers stay where they are. A configuration that can't be used is refused as
        a whole, and so is one with a section for a provider that is not there, or with a setting that its provider
        refuses: the one before stays in force then.

        Repeatable.
        """
        sent = Sent()
        parameters: dict[str, Any] = {}
        return await self._call(
            "org.sheaf.Manager.Reload", parameters, sent, ReloadReply.decode, True
        )
