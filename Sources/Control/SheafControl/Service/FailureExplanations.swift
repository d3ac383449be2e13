import ServiceDiscovery
import SheafInterface
import SheafOS
import Varlink

extension ControlError {
    /// A call that failed.
    init<Failure: ExplainedFailure>(cannot attempt: String, _ error: VarlinkCallError<Failure>) {
        let isOfOnePage = if case .failed(let failure) = error { failure.isOfOnePage } else { false }
        self.init("cannot \(attempt): \(error.explanation)", isOfOnePage: isOfOnePage)
    }
}

/// The errors of an interface, explained to people.
protocol ExplainedFailure: VarlinkFailure {
    /// Why it failed, and what to do next: what follows "cannot open book.pdf: ".
    var explanation: String { get }
    /// Whether a page failed, and others may do better.
    var isOfOnePage: Bool { get }
}

extension ExplainedFailure {
    var isOfOnePage: Bool { false }
}

extension ManagerInterface.Failure: ExplainedFailure {
    var explanation: String {
        switch self {
        case .service(let failure): failure.explanation
        case .invalidCall(let field, let reason): ServiceInterface.Failure.refused(field, reason)
        case .fileRefused(let reason):
            "it can't be read as a document (\(reason)): give a regular file that you can read"
        case .configurationRefused(let file, let line, let reason):
            "\(file)\(line.map { ":\($0)" } ?? ""): \(reason): correct that, the configuration before stays in force"
        }
    }
}

extension DocumentInterface.Failure: ExplainedFailure {
    var explanation: String {
        switch self {
        case .noSuchReader(let reader): ReaderInterface.Failure.noSuchReader(reader: reader).explanation
        case .noSuchAxis(let axis):
            ReaderInterface.Failure.noSuchAxis(axis: axis == .horizontal ? .horizontal : .vertical).explanation
        case .noSuchPage(let target, let pages):
            ReaderInterface.Failure.noSuchPage(target: target, pages: pages).explanation
        case .empty: ReaderInterface.Failure.empty.explanation
        case .invalidCall(let field, let reason): ServiceInterface.Failure.refused(field, reason)
        case .invalidRange(let field, let reason): "\(field) can't be that: \(reason)"
        case .invalidNeedle(let reason): "that can't be searched for (\(reason)): give some words"
        case .noDigest(let reason): "it has no digest: \(reason)"
        case .superseded: "something else is searched for in this reader meanwhile: search again"
        case .unsupported(let what): ReaderInterface.Failure.unsupported(what: what).explanation
        case .notReadable(let reason): "it can't be read (\(reason)): try another page"
        case .documentFailed(let reason): ReaderInterface.Failure.documentFailed(reason: reason).explanation
        case .limitReached(let limit, let value):
            ReaderInterface.Failure.limitReached(limit: limit, value: value).explanation
        case .serviceOverloaded(let reason): ReaderInterface.Failure.serviceOverloaded(reason: reason).explanation
        case .service(let failure): failure.explanation
        }
    }
}

extension ServiceInterface.Failure {
    /// Why a call failed that has a wrong field, and what to do next.
    fileprivate static func refused(_ field: String, _ reason: String? = nil) -> String {
        "the service does not take this \(field)\(reason.map { " (\($0))" } ?? ""): \"sheafctl VERB --help\" says what it can be"
    }

    /// Why it failed, and what to do next.
    var explanation: String {
        switch self {
        case .interfaceNotFound(let name), .methodNotFound(let name), .methodNotImplemented(let name):
            "the service does not know \(name): install sheafctl and sheafd of the same version, and restart sheafd"
        case .invalidParameter(let parameter): Self.refused(parameter)
        case .permissionDenied:
            "you may not: do it as root, or as a member of the group sheaf (\"usermod -aG sheaf USER\", then log in again)"
        case .expectedMore:
            "the service wants to be asked in another way: install sheafctl and sheafd of the same version"
        }
    }
}

extension VarlinkCallError where Failure: ExplainedFailure {
    /// Why there is no answer, and what to do next.
    var explanation: String {
        switch self {
        case .failed(let failure): failure.explanation
        case .undeclared(let name, _):
            "the service answered \(name), which sheafctl does not know: install the sheafctl that came with sheafd"
        case .connection(let error): error.explanation
        }
    }
}

extension VarlinkError {
    /// Why the connection can't be used, and what to do next.
    var explanation: String {
        switch code {
        case .closedByPeer, .closed:
            "sheafd ended the connection: see what it logged (\"journalctl -u sheafd\"), and try again"
        case .unreachable(let code): "\(OSError.text(of: code)): \(UnreachableService.remedy(code))"
        case .unanswered:
            "sheafd ended the connection before it answered, and nobody knows whether it was done: see \"sheafctl state\""
        case .timedOut: "\(description): see \"sheafctl status\", or wait longer with --timeout"
        case .protocolViolation, .overLimit:
            "what answers on the socket does not speak as sheafd does (\(description)): check --socket"
        case .system: "\(description): try again"
        }
    }
}

extension ReaderInterface.Failure: ExplainedFailure {
    var isOfOnePage: Bool { if case .pageFailed = self { true } else { false } }

    var explanation: String {
        switch self {
        case .noSuchReader:
            "there is no such reader of yours, it may have been closed or have expired: \"sheafctl readers\" lists those "
                + "there are, \"sheafctl open FILE\" opens one"
        case .noSuchPage(let target, let pages): noPage(target, pages)
        case .empty:
            "the document has no pages: have it looked at again (\"sheafctl refresh\"), or open another one"
        case .noSuchAxis(let axis):
            "the reader has no \(axis) axis: \"sheafctl axis\" shows those it has, \"sheafctl open FILE --vertical ...\" "
                + "opens one with two"
        case .axisDisabled(let axis):
            "the \(axis) axis is switched off: \"sheafctl axis \(axis) --enable\" switches it on"
        case .axisLocked(let axis, let unlocks): locked(axis, unlocks)
        case .dragActive(let transition):
            "a drag is under way already, transition \(transition): wait until its finger is lifted"
        case .noDrag:
            "no drag is under way: it was released, another turn has ended it, or its connection was lost: begin again"
        case .transitionActive(let transition):
            "transition \(transition) is under way: wait until it has settled, or end it with \"sheafctl settle "
                + "\(transition)\""
        case .moveActive(let index):
            "page \(index + 1) is being moved by hand: wait until it is dropped"
        case .noMove: "no page is being moved: it was dropped or put back already: take it up again"
        case .manualReader:
            "the reader's viewer turns its pages itself: tell what it shows with \"sheafctl report\", or open a reader "
                + "without --manual"
        case .notManual:
            "the reader sends its appearance events itself: \"sheafctl open FILE --manual\" opens one whose viewer reports "
                + "them"
        case .noSuchStep(let index, let event):
            "page \(index + 1) can't take the step \(EventNotation.text(event)) from where it is: a hidden page takes WA, then "
                + "DA, a shown one WD, then DD: see \"sheafctl watch\""
        case .invalidMotion(let field, let reason): "\(Self.option(of: field)) can't be that: \(reason)"
        case .invalidArrangement(let field, let reason): "\(Self.option(of: field)) can't be that: \(reason)"
        case .orientationRefused(let orientation, let allowed):
            "the screen may not be turned by \(orientation) degrees: give --orientation "
                + allowed.map { "\($0)" }.joined(separator: " or ")
        case .noSuchDocument(let document):
            "there is no open document \"\(document)\" of yours: \"sheafctl documents\" lists those there are"
        case .notADocument(let reason):
            "it can't be read as a document (\(reason)): \"sheafctl providers\" lists what can be opened"
        case .otherFormat(let provider, let flows):
            "it is of another format than the document (\(provider) opens it\(flows ? ", as text that flows" : "")): open it in another "
                + "reader, \"sheafctl open FILE\""
        case .passwordNeeded(let isWrong):
            (isWrong ? "the password does not open it" : "it is locked and needs a password")
                + ": give it with --password-file FILE, or on a terminal when you are asked"
        case .notAFile(let reason): "it is not a file that can be read (\(reason)): give a regular file"
        case .noSuchMark: "there is no such mark of yours in the document: \"sheafctl bookmarks\" lists those there are"
        case .invalidMark(let field, let reason): "the \(field) of a mark can't be that: \(reason)"
        case .placesNotKept(let reason): "places and marks are not kept: \(reason)"
        case .placesFailed(let reason):
            "the service could not read or write them (\(reason)): what was kept before is there still, try again"
        case .remoteDocument:
            "it is on FUSE or a network file system: copy it to a local disk, or set RemoteFileSystems=yes in sheafd.conf"
        case .pathRefused(_, let reason):
            "\(reason): give a path below one of LibraryFolders= in sheafd.conf"
        case .unknownProvider(let provider, let available): unknown(provider, available)
        case .documentFailed(let reason):
            "the document is refused (\(reason)): \"sheafctl reload\" tries it again"
        case .pageFailed(let index, let reason): "page \(index + 1) can't be rendered (\(reason)): try another page"
        case .unsupported(let what):
            "the document's provider can't do that (\(what)): \"sheafctl --json providers\" lists what each can do"
        case .invalidCall(let field, let reason): ServiceInterface.Failure.refused(field, reason)
        case .invalidLooks(let field, let reason): "\(Self.looksOption(of: field)) can't be that: \(reason)"
        case .invalidViewport(let field, let reason): "\(Self.option(of: field)) can't be that: \(reason)"
        case .invalidTarget(let reason): "that is no place to turn to (\(reason)): give a number from 1 on, or a label"
        case .invalidRegion(let width, let height):
            "the region is empty or not within the page: give X,Y,W,H within its \(width) x \(height) pixels"
        case .pageTooLarge(let bytes, let limit):
            "it would take \(Units.bytes(bytes)), and the service allows \(Units.bytes(limit)) (MaxRenditionPixels= and PageMax= in "
                + "sheafd.conf): give a smaller --region"
        case .superseded: "another part of a page was asked for of this reader meanwhile: ask again"
        case .inlineTooLarge(let bytes, let limit):
            "its \(Units.bytes(bytes)) don't fit in a message of \(Units.bytes(limit)): give a smaller --region"
        case .noSuchRendition(let rendition):
            "the service did not hand over a rendition \(rendition), or it was returned already: ask for the page again"
        case .limitReached("LeaseMaxPerUser", let value):
            "viewers of this user hold too many pages, LeaseMaxPerUser=\(value) in sheafd.conf: end one that does not "
                + "return them (\"sheafctl readers\" tells who holds what), or raise the limit"
        case .limitReached("WatchesPerReader", let value):
            "it is watched as often as a reader may be, WatchesPerReader=\(value) in sheafd.conf: end a watch, or raise the "
                + "limit"
        case .limitReached("WatchesPerUser", let value):
            "readers of this user are watched as often as they may be, WatchesPerUser=\(value) in sheafd.conf: end a watch, or "
                + "raise the limit"
        case .limitReached("RequestsPerUser", let value):
            "so many requests of this user wait already, RequestsPerUser=\(value) in sheafd.conf: try again later"
        case .limitReached("HostsPerUser", let value):
            "all provider hosts of this user are at work, HostsPerUser=\(value) in sheafd.conf: try again later"
        case .limitReached(let limit, let value):
            "a limit on each user is reached, \(limit)=\(value) in sheafd.conf: close a reader (\"sheafctl close\"), "
                + "or raise the limit"
        case .serviceOverloaded(let reason): "the service could not do it now (\(reason)): try again later"
        case .service(let failure): failure.explanation
        }
    }

    private func noPage(_ target: String, _ pages: Int) -> String {
        let has = pages == 0 ? "" : ": the document has \(Units.count(pages, "page")), counted from 1"
        return switch target.prefix(while: { $0 != " " }) {
        case "label": "no page has that label: labels are as printed, \"sheafctl goto N\" takes numbers\(has)"
        case "link": "no such link leads to a page: links are counted from 1, on each page anew"
        case "outline": "no such entry leads to a page: entries are counted from 1"
        case "back", "forward":
            "there is nowhere to go \(target): \"sheafctl history\" lists where the reader jumped from"
        default: "there is no such page" + (has.isEmpty ? ": give another number or label" : has)
        }
    }

    private func unknown(_ provider: String, _ available: [String]) -> String {
        let subject = provider.isEmpty ? "there is no provider for it" : "there is no provider \"\(provider)\""
        return available.isEmpty
            ? "\(subject), nor any other that can be loaded: \"sheafctl providers\" says why, and ProviderFolders= in "
                + "sheafd.conf where they are looked for"
            : "\(subject): give one of \(available.joined(separator: ", ")), or see \"sheafctl providers\""
    }

    private func locked(_ axis: ReaderInterface.Axis, _ unlocks: Int?) -> String {
        let other = axis == .horizontal ? ReaderInterface.Axis.vertical : .horizontal
        guard let unlocks else {
            return
                "the \(axis) axis is locked while the \(other) one is under way or rests elsewhere than where it frees "
                + "it: see \"sheafctl axis\""
        }
        return "the \(axis) axis is locked until the \(other) one rests at spread \(unlocks + 1): turn there first "
            + "(\"sheafctl goto N --axis \(other)\")"
    }

    /// The option that sets a part of the looks.
    private static func looksOption(of field: String) -> String {
        switch field {
        case "width", "height": "the \(field) in --page-size"
        case "fontSize": "--font-size"
        case "fontFamily": "--font"
        case "lineHeight": "--line-height"
        case "order": "--sequence"
        case "flow": "--font-size and what else lays text out"
        default: "--\(field)"
        }
    }

    /// The option or argument that sets a field of a call.
    private static func option(of field: String) -> String {
        switch field {
        case "width", "height": "the \(field) in --size"
        case "fit", "scale", "rotation", "orientation", "orientations", "duration", "spread", "back", "order", "flow",
            "spacing", "background", "axis":
            "--\(field)"
        case "velocity": "the speed in --release"
        case "offset": "the OFFSET"
        case "relative": "the COUNT"
        case "unlocks": "the spread in --unlock"
        case "first", "pages": "FIRST+PAGES in --part or --vertical"
        case "document": "the document in --vertical"
        case "start": "--vertical-page"
        default: field
        }
    }
}
