import SheafInterface
import TestSupport
import Testing
import Varlink

@testable import SheafControl

@Suite struct FailureTextTests {
    private static let reader: [(ReaderInterface.Failure, [String])] = [
        (.noSuchReader(reader: "ab"), ["no such reader", "sheafctl readers", "sheafctl open"]),
        (.noSuchPage(target: "500", pages: 193), ["no such page", "193 pages"]),
        (.noSuchPage(target: "500", pages: 1), ["no such page", "1 page,"]),
        (.noSuchPage(target: "xx", pages: 0), ["no such page", "label"]),
        (.noSuchPage(target: "label iv", pages: 193), ["no page has that label", "193 pages", "sheafctl goto N"]),
        (.noSuchPage(target: "link 99", pages: 193), ["no such link", "from 1"]),
        (.noSuchPage(target: "outline entry 99", pages: 193), ["no such entry", "from 1"]),
        (.noSuchPage(target: "back", pages: 193), ["nowhere to go back", "sheafctl history"]),
        (.noSuchPage(target: "forward", pages: 193), ["nowhere to go forward", "sheafctl history"]),
        (.empty, ["no pages", "another"]),
        (.noSuchAxis(axis: .vertical), ["no vertical axis", "sheafctl axis", "--vertical"]),
        (.axisDisabled(axis: .vertical), ["vertical", "switched off", "sheafctl axis vertical --enable"]),
        (.axisLocked(axis: .vertical, unlocks: 1), ["vertical axis is locked", "horizontal", "spread 2", "--axis"]),
        (.axisLocked(axis: .horizontal, unlocks: nil), ["horizontal axis is locked", "vertical", "sheafctl axis"]),
        (.dragActive(transition: 7), ["transition 7", "wait"]),
        (.noDrag, ["no drag", "begin again"]),
        (.transitionActive(transition: 7), ["transition 7", "wait", "sheafctl settle 7"]),
        (.moveActive(index: 4), ["page 5", "wait"]),
        (.noMove, ["no page is being moved", "again"]),
        (.manualReader, ["itself", "sheafctl report", "--manual"]),
        (.notManual, ["itself", "--manual"]),
        (.noSuchStep(index: 4, event: .didAppear), ["page 5", "step DA", "sheafctl watch"]),
        (.invalidMotion(field: "duration", reason: "0 to 60000"), ["--duration", "0 to 60000"]),
        (.invalidMotion(field: "velocity", reason: "a number"), ["--release", "a number"]),
        (.invalidArrangement(field: "spacing", reason: "0 to 10000"), ["--spacing", "0 to 10000"]),
        (.invalidArrangement(field: "unlocks", reason: "9 at most"), ["--unlock", "9 at most"]),
        (.orientationRefused(orientation: 90, allowed: [0, 180]), ["90 degrees", "--orientation 0 or 180"]),
        (.noSuchDocument(document: "d7"), ["\"d7\"", "sheafctl documents"]),
        (.notADocument(reason: "bad header"), ["bad header", "sheafctl providers"]),
        (.otherFormat(provider: "mupdf", flows: true), ["another format", "mupdf", "flows", "sheafctl open FILE"]),
        (.passwordNeeded(wrong: false), ["needs a password", "--password-file"]),
        (.passwordNeeded(wrong: true), ["does not open it", "--password-file"]),
        (.notAFile(reason: "a FIFO"), ["a FIFO", "regular file"]),
        (.noSuchMark(mark: "ab"), ["no such mark", "sheafctl bookmarks"]),
        (.invalidMark(field: "note", reason: "4096 at most"), ["note", "4096 at most"]),
        (.placesNotKept(reason: "Places= is off"), ["not kept", "Places= is off"]),
        (.placesFailed(reason: "disk full"), ["disk full", "again"]),
        (.remoteDocument, ["network", "RemoteFileSystems=yes"]),
        (.pathRefused(path: "../x", reason: "it leads out"), ["it leads out", "LibraryFolders="]),
        (.unknownProvider(provider: "x", available: ["mupdf", "pattern"]), ["\"x\"", "mupdf, pattern"]),
        (.unknownProvider(provider: "x", available: []), ["\"x\"", "ProviderFolders="]),
        (.documentFailed(reason: "killed by SIGSEGV"), ["SIGSEGV", "refused", "sheafctl reload"]),
        (.pageFailed(index: 5, reason: "broken stream"), ["page 6", "broken stream", "another page"]),
        (.unsupported(what: "render"), ["render", "sheafctl --json providers"]),
        (.invalidViewport(field: "width", reason: "1 to 32767"), ["width in --size", "1 to 32767"]),
        (.invalidViewport(field: "rotation", reason: "0, 90"), ["--rotation", "0, 90"]),
        (.invalidLooks(field: "fontSize", reason: "4 to 144"), ["--font-size", "4 to 144"]),
        (.invalidLooks(field: "order", reason: "each once"), ["--sequence", "each once"]),
        (.invalidLooks(field: "width", reason: "72 to 7200"), ["width in --page-size", "72 to 7200"]),
        (.invalidTarget(reason: "two targets"), ["two targets", "number", "label"]),
        (.invalidRegion(pageWidth: 850, pageHeight: 1100), ["850 x 1100", "X,Y,W,H"]),
        (
            .pageTooLarge(bytes: 40_000_000_000, limit: 1 << 28),
            ["37.3 GiB", "256.0 MiB", "PageMax=", "MaxRenditionPixels=", "--region"]
        ),
        (.superseded, ["meanwhile", "again"]),
        (.inlineTooLarge(bytes: 1 << 25, limit: 1 << 24), ["32.0 MiB", "16.0 MiB", "--region"]),
        (.noSuchRendition(rendition: 7), ["rendition 7", "again"]),
        (.limitReached(limit: "ReadersPerUser", value: 64), ["ReadersPerUser=64", "sheafctl close"]),
        (.limitReached(limit: "WatchesPerReader", value: 2), ["WatchesPerReader=2", "end a watch"]),
        (.limitReached(limit: "WatchesPerUser", value: 3), ["WatchesPerUser=3", "end a watch"]),
        (.limitReached(limit: "RequestsPerUser", value: 4), ["RequestsPerUser=4", "try again later"]),
        (.limitReached(limit: "HostsPerUser", value: 5), ["HostsPerUser=5", "try again later"]),
        (.serviceOverloaded(reason: "too many hosts"), ["too many hosts", "again"]),
        (.service(.invalidParameter(parameter: "viewport.width")), ["viewport.width", "--help"]),
        (.invalidCall(field: "viewport.width", reason: "missing"), ["viewport.width (missing)", "--help"]),
    ]

    private static let service: [(ServiceInterface.Failure, [String])] = [
        (.interfaceNotFound(interface: "org.sheaf.Reader"), ["org.sheaf.Reader", "same version"]),
        (.methodNotFound(method: "org.sheaf.Reader.Open"), ["org.sheaf.Reader.Open", "same version"]),
        (.methodNotImplemented(method: "m"), ["same version"]),
        (.invalidParameter(parameter: "index"), ["index", "--help"]),
        (.permissionDenied, ["root"]),
        (.expectedMore, ["same version"]),
    ]

    private static let document: [(DocumentInterface.Failure, [String])] = [
        (.noSuchReader(reader: "ab"), ["no such reader", "sheafctl readers"]),
        (.noSuchAxis(axis: .vertical), ["no vertical axis"]),
        (.noSuchPage(target: "500", pages: 193), ["no such page", "193 pages"]), (.empty, ["no pages"]),
        (.invalidCall(field: "index", reason: "not of the type int"), ["index (not of the type int)", "--help"]),
        (.invalidRange(field: "first", reason: "0 at least"), ["first", "0 at least"]),
        (.invalidNeedle(reason: "too long"), ["too long", "some words"]), (.superseded, ["meanwhile", "again"]),
        (.noDigest(reason: "it is on FUSE"), ["no digest", "FUSE"]),
        (.unsupported(what: "text"), ["text", "providers"]),
        (.notReadable(reason: "broken stream"), ["broken stream", "another page"]),
        (.documentFailed(reason: "killed"), ["killed", "sheafctl reload"]),
        (.limitReached(limit: "RequestsPerUser", value: 4), ["RequestsPerUser=4"]),
        (.serviceOverloaded(reason: "too many hosts"), ["too many hosts", "again"]),
    ]

    private static let connection: [(VarlinkError, [String])] = [
        (VarlinkError(.closedByPeer, "gone"), ["journalctl", "again"]),
        (VarlinkError(.unanswered, "lost"), ["nobody knows whether it was done", "sheafctl state"]),
        (VarlinkError(.unreachable(111), "refused"), ["Connection refused", "systemctl start", "SHEAF_SOCKET"]),
        (VarlinkError(.timedOut, "no answer within 5 ms"), ["5 ms", "--timeout"]),
        (VarlinkError(.protocolViolation, "no JSON"), ["no JSON", "--socket"]),
        (VarlinkError(.overLimit, "too long"), ["too long", "--socket"]),
        (VarlinkError(.system(5), "cannot receive: Input/output error"), ["Input/output", "again"]),
    ]

    @Test(arguments: cases(reader.map { ("\($0.0.errorName)", $0) }))
    func everyErrorOfReadersSaysWhyAndWhatToDo(error: Case<(ReaderInterface.Failure, [String])>) {
        let (failure, parts) = error.value
        check(failure.explanation, parts)
    }

    @Test(arguments: cases(service.map { ("\($0.0.errorName)", $0) }))
    func everyErrorOfTheServiceSaysWhyAndWhatToDo(error: Case<(ServiceInterface.Failure, [String])>) {
        let (failure, parts) = error.value
        check(failure.explanation, parts)
        #expect(ManagerInterface.Failure.service(failure).explanation == failure.explanation)
        #expect(ReaderInterface.Failure.service(failure).explanation == failure.explanation)
    }

    @Test(arguments: cases(document.map { ("\($0.0.errorName)", $0) }))
    func everyErrorOfDocumentsSaysWhyAndWhatToDo(error: Case<(DocumentInterface.Failure, [String])>) {
        let (failure, parts) = error.value
        check(failure.explanation, parts)
    }

    @Test(arguments: cases(connection.map { ("\($0.0.code)", $0) }))
    func everyFailureOfTheConnectionSaysWhyAndWhatToDo(error: Case<(VarlinkError, [String])>) {
        let (failure, parts) = error.value
        check(VarlinkCallError<ReaderInterface.Failure>.connection(failure).explanation, parts)
    }

    /// The interface files are the list of errors: one that is added there must be added here.
    @Test func noErrorIsForgotten() {
        for (name, text, listed) in [
            ("Reader", "\(ReaderInterface.text)", Self.reader.map { "\($0.0.errorName)" }),
            ("Document", "\(DocumentInterface.text)", Self.document.map { "\($0.0.errorName)" }),
        ] {
            let declared = text.split(separator: "\n").filter { $0.hasPrefix("error ") }
                .map { "org.sheaf.\(name)." + $0.split(separator: " ")[1] }
            #expect(declared.count > 10)
            #expect(Set(listed).isSuperset(of: declared))
        }
    }

    @Test func whatADocumentSaysStaysOnOneLine() {
        let failure = ReaderInterface.Failure.notADocument(reason: "line one\nline two\u{1b}[2J")
        #expect(ControlError(failure.explanation).description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    private func check(_ text: String, _ parts: [String]) {
        #expect(!text.contains("\n"))
        #expect(!text.hasSuffix("."))
        for part in parts { #expect(text.contains(part), "\(text)") }
    }
}
