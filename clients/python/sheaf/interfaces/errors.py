# SPDX-License-Identifier: Apache-2.0
# Written by varlink-generate: call `make generate` instead of changing it.
"""The errors that the interfaces declare, as exceptions."""

from ..message import ServiceError


class InterfaceNotFound(ServiceError):
    """The service has no such interface."""

    interface: str


class MethodNotFound(ServiceError):
    """The interface has no such method."""

    method: str


class MethodNotImplemented(ServiceError):
    """The interface has this method, but the service does not offer it."""

    method: str


class InvalidParameter(ServiceError):
    """A parameter is missing, unknown, or not what the method takes."""

    parameter: str


class PermissionDenied(ServiceError):
    """The caller may not do this."""


class ExpectedMore(ServiceError):
    """The method has more replies than one, and must be called with "more"."""


class InvalidCall(ServiceError):
    """The call is not as its method is declared. `field` is the path to what is wrong ("target.index", "pages.3"),
    `reason` says what it must be: "unknown field", "missing", "not of the type int", "not one of page, width,
    height, scale".
    """

    field: str
    reason: str


class NoSuchReader(ServiceError):
    """The reader does not exist, or is another user's."""

    reader: str


class NoSuchPage(ServiceError):
    """No page there. `target` is what was asked for; `pages` how many there are."""

    target: str
    pages: int


class NoSuchMark(ServiceError):
    """The user has no such mark in the document."""

    mark: str


class InvalidMark(ServiceError):
    """A part of a mark that is out of range. `field` is which one, `reason` what it must be."""

    field: str
    reason: str


class PlacesNotKept(ServiceError):
    """Places and marks are not kept, or not of this document, or the reader shows it in an order of its own. `reason`
    says why, and what to do.
    """

    reason: str


class PlacesFailed(ServiceError):
    """The places or marks could not be read or written. What was answered before is kept."""

    reason: str


class Empty(ServiceError):
    """The document has no pages."""


class NoSuchAxis(ServiceError):
    """The reader has no such axis."""

    axis: str


class AxisDisabled(ServiceError):
    """The axis is switched off: SetAxis switches it on."""

    axis: str


class AxisLocked(ServiceError):
    """The other axis is under way, or rests elsewhere than where it unlocks this one, which is spread `unlocks` where
    it is told.
    """

    axis: str
    unlocks: int | None


class DragActive(ServiceError):
    """A drag is under way already."""

    transition: int


class NoDrag(ServiceError):
    """No drag is under way."""


class TransitionActive(ServiceError):
    """A transition is under way: wait until it has settled."""

    transition: int


class MoveActive(ServiceError):
    """A page is being moved, by this reader or by another one of the document: end that first."""

    index: int


class NoMove(ServiceError):
    """No page is being moved."""


class ManualReader(ServiceError):
    """The viewer of this reader turns its pages itself, and reports what it sees."""


class NotManual(ServiceError):
    """The reader sends appearance events by itself."""


class NoSuchStep(ServiceError):
    """A page can't take this step from where it is: a page appears only when it is hidden or disappearing, and so on.
    """

    index: int
    event: str


class InvalidMotion(ServiceError):
    """A number that is out of range. `field` is which one, `reason` what it must be."""

    field: str
    reason: str


class InvalidArrangement(ServiceError):
    """An axis or an arrangement that can't be. `field` is which part, `reason` what it must be."""

    field: str
    reason: str


class OrientationRefused(ServiceError):
    """The screen may not be turned that way; `allowed` are the orientations that may be."""

    orientation: int
    allowed: list[int]


class NoSuchDocument(ServiceError):
    """The document is not open, or is another user's."""

    document: str


class NotADocument(ServiceError):
    """No provider opens this. `reason` is what the provider said, or why the one can't be loaded whose own it is."""

    reason: str


class PasswordNeeded(ServiceError):
    """The document is locked: `wrong` where a password was given that does not open it, else it is missing. A reader
    from before a restart of the service is told so too: Reload takes the password again.
    """

    wrong: bool


class NotAFile(ServiceError):
    """The descriptor or path is no regular file that can be read, nor the path a folder. `reason` says what it is."""

    reason: str


class RemoteDocument(ServiceError):
    """The document is on FUSE or a network file system, which RemoteFileSystems= does not allow."""


class PathRefused(ServiceError):
    """The path is below no library folder, or leads out of it, or nothing is there; or it has a NUL, which no path has.
    """

    path: str
    reason: str


class OtherFormat(ServiceError):
    """The file is of another format than the document that it is to take the place of: `provider` opens it, and `flows`
    where it has no pages of its own. The reader is where it was. Open the file in another reader.
    """

    provider: str
    flows: bool


class UnknownProvider(ServiceError):
    """The provider does not exist, or could not be loaded."""

    provider: str
    available: list[str]


class DocumentFailed(ServiceError):
    """The document is refused: its provider crashed twice when it opened it, or took too long; or what was asked of the
    whole document (contents, metadata) is: that crashed the provider twice. Reload tries it again.
    """

    reason: str


class PageFailed(ServiceError):
    """This page could not be rendered; others may. Where it has crashed its provider twice it is refused until Reload.
    """

    index: int
    reason: str


class Unsupported(ServiceError):
    """The provider can't do this."""

    what: str


class InvalidLooks(ServiceError):
    """Looks that are out of range. `field` is which part, `reason` what it must be."""

    field: str
    reason: str


class InvalidViewport(ServiceError):
    """A viewport that is out of range. `field` is which one, `reason` what it must be."""

    field: str
    reason: str


class InvalidTarget(ServiceError):
    """Not exactly one kind of target, or one that is out of range."""

    reason: str


class InvalidRegion(ServiceError):
    """The region is empty or not within the page, which measures so many pixels."""

    page_width: int
    page_height: int


class PageTooLarge(ServiceError):
    """The region would have more bytes than MaxRenditionPixels= or PageMax= allow."""

    bytes: int
    limit: int


class Superseded(ServiceError):
    """A newer region of this reader was asked for before this one was there."""


class InlineTooLarge(ServiceError):
    """The bytes don't fit in a message: ask for a descriptor, a region, PNG, JPEG or WebP."""

    bytes: int
    limit: int


class NoSuchRendition(ServiceError):
    """The rendition was not handed to this reader as a descriptor, or was returned."""

    rendition: int


class LimitReached(ServiceError):
    """A limit of the service on one user was reached. `limit` is its name in sheafd.conf."""

    limit: str
    value: int


class ServiceOverloaded(ServiceError):
    """The service could not do it for want of memory, descriptors or processes."""

    reason: str


class InvalidRange(ServiceError):
    """A number that is out of range. `field` is which one, `reason` what it must be."""

    field: str
    reason: str


class InvalidNeedle(ServiceError):
    """The needle has nothing to search for, or is too long. `reason` says which."""

    reason: str


class NoDigest(ServiceError):
    """The document has no digest: it is on FUSE or a network file system, where nothing but its provider reads it.
    `reason` says why.
    """

    reason: str


class NotReadable(ServiceError):
    """A page or a list could not be read; others may be readable. `reason` is what the provider said."""

    reason: str


class FileRefused(ServiceError):
    """A file can't be looked at."""

    reason: str


class ConfigurationRefused(ServiceError):
    """Why a configuration was not taken. `line` counts from 1; absent for a file as a whole."""

    file: str
    line: int | None
    reason: str


# By the names that messages have.
ERRORS: dict[str, type[ServiceError]] = {
    "org.varlink.service.InterfaceNotFound": InterfaceNotFound,
    "org.varlink.service.MethodNotFound": MethodNotFound,
    "org.varlink.service.MethodNotImplemented": MethodNotImplemented,
    "org.varlink.service.InvalidParameter": InvalidParameter,
    "org.varlink.service.PermissionDenied": PermissionDenied,
    "org.varlink.service.ExpectedMore": ExpectedMore,
    "org.sheaf.Reader.InvalidCall": InvalidCall,
    "org.sheaf.Reader.NoSuchReader": NoSuchReader,
    "org.sheaf.Reader.NoSuchPage": NoSuchPage,
    "org.sheaf.Reader.NoSuchMark": NoSuchMark,
    "org.sheaf.Reader.InvalidMark": InvalidMark,
    "org.sheaf.Reader.PlacesNotKept": PlacesNotKept,
    "org.sheaf.Reader.PlacesFailed": PlacesFailed,
    "org.sheaf.Reader.Empty": Empty,
    "org.sheaf.Reader.NoSuchAxis": NoSuchAxis,
    "org.sheaf.Reader.AxisDisabled": AxisDisabled,
    "org.sheaf.Reader.AxisLocked": AxisLocked,
    "org.sheaf.Reader.DragActive": DragActive,
    "org.sheaf.Reader.NoDrag": NoDrag,
    "org.sheaf.Reader.TransitionActive": TransitionActive,
    "org.sheaf.Reader.MoveActive": MoveActive,
    "org.sheaf.Reader.NoMove": NoMove,
    "org.sheaf.Reader.ManualReader": ManualReader,
    "org.sheaf.Reader.NotManual": NotManual,
    "org.sheaf.Reader.NoSuchStep": NoSuchStep,
    "org.sheaf.Reader.InvalidMotion": InvalidMotion,
    "org.sheaf.Reader.InvalidArrangement": InvalidArrangement,
    "org.sheaf.Reader.OrientationRefused": OrientationRefused,
    "org.sheaf.Reader.NoSuchDocument": NoSuchDocument,
    "org.sheaf.Reader.NotADocument": NotADocument,
    "org.sheaf.Reader.PasswordNeeded": PasswordNeeded,
    "org.sheaf.Reader.NotAFile": NotAFile,
    "org.sheaf.Reader.RemoteDocument": RemoteDocument,
    "org.sheaf.Reader.PathRefused": PathRefused,
    "org.sheaf.Reader.OtherFormat": OtherFormat,
    "org.sheaf.Reader.UnknownProvider": UnknownProvider,
    "org.sheaf.Reader.DocumentFailed": DocumentFailed,
    "org.sheaf.Reader.PageFailed": PageFailed,
    "org.sheaf.Reader.Unsupported": Unsupported,
    "org.sheaf.Reader.InvalidLooks": InvalidLooks,
    "org.sheaf.Reader.InvalidViewport": InvalidViewport,
    "org.sheaf.Reader.InvalidTarget": InvalidTarget,
    "org.sheaf.Reader.InvalidRegion": InvalidRegion,
    "org.sheaf.Reader.PageTooLarge": PageTooLarge,
    "org.sheaf.Reader.Superseded": Superseded,
    "org.sheaf.Reader.InlineTooLarge": InlineTooLarge,
    "org.sheaf.Reader.NoSuchRendition": NoSuchRendition,
    "org.sheaf.Reader.LimitReached": LimitReached,
    "org.sheaf.Reader.ServiceOverloaded": ServiceOverloaded,
    "org.sheaf.Document.InvalidCall": InvalidCall,
    "org.sheaf.Document.NoSuchReader": NoSuchReader,
    "org.sheaf.Document.NoSuchAxis": NoSuchAxis,
    "org.sheaf.Document.NoSuchPage": NoSuchPage,
    "org.sheaf.Document.Empty": Empty,
    "org.sheaf.Document.InvalidRange": InvalidRange,
    "org.sheaf.Document.InvalidNeedle": InvalidNeedle,
    "org.sheaf.Document.Superseded": Superseded,
    "org.sheaf.Document.NoDigest": NoDigest,
    "org.sheaf.Document.Unsupported": Unsupported,
    "org.sheaf.Document.NotReadable": NotReadable,
    "org.sheaf.Document.DocumentFailed": DocumentFailed,
    "org.sheaf.Document.LimitReached": LimitReached,
    "org.sheaf.Document.ServiceOverloaded": ServiceOverloaded,
    "org.sheaf.Manager.InvalidCall": InvalidCall,
    "org.sheaf.Manager.FileRefused": FileRefused,
    "org.sheaf.Manager.ConfigurationRefused": ConfigurationRefused,
}
