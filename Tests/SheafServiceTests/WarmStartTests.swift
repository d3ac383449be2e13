import Glibc
import Navigation
import PageModel
import ProviderHost
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import SheafService

/// What systemd has kept is taken over as far as it checks out.
@Suite struct WarmStartTests {
    private static let side = 64
    private static let uid: UInt32 = 4_711
    private static let lastNumber = 90

    /// What is wrong with what was kept.
    enum Damage: CaseIterable {
        case none, noSeals, otherSize, otherMemory, otherNumber, noSuchDocument, noRegion, noMemory
        case noDocument, otherLibrary, otherUser, noSetup, noViewport, twice
        case noNote, halfANote
        /// Fields that a later version has added.
        case laterVersion
    }

    @Test(arguments: Damage.allCases) func whatIsNotSoundIsLeft(damage: Damage) throws {
        let service = try TestService(startingAt: 1_000)
        let kept = try Self.kept(damage, by: service)
        let outcome = WarmStart(kept, for: service.readers).run()
        let (documents, pages, readers) =
            switch damage {
            case .none, .twice, .laterVersion: (1, 1, 1)
            case .noSeals, .otherSize, .otherMemory, .otherNumber, .noSuchDocument, .noRegion, .noMemory: (1, 0, 1)
            case .noDocument, .otherLibrary: (0, 0, 0)
            case .otherUser, .noSetup, .noViewport: (1, 1, 0)
            case .noNote: (0, 0, 0)
            // The one before is still whole, and says the same.
            case .halfANote: (1, 1, 1)
            }
        #expect(outcome.documents == documents && outcome.pages == pages && outcome.readers == readers, "\(outcome)")
        #expect((outcome.dropped == 0) == [.none, .halfANote, .noMemory, .laterVersion].contains(damage))
        #expect(outcome.missing == (damage == .noMemory ? 1 : 0))
        #expect(service.pages.account.pages == (readers == 0 && damage != .noNote ? 0 : pages))
    }

    @Test func aReaderIsWhereItWas() throws {
        let service = try TestService(startingAt: 1_000)
        let outcome = WarmStart(try Self.kept(.none, by: service), for: service.readers).run()
        #expect(outcome.names == ["d7", "p5"])
        let reader = try #require(service.readers.readers.all.first)
        #expect(reader.id == "an-id" && reader.uid == Self.uid && reader.current?.index == 3)
        #expect(reader.history.back.map(\.index) == [1] && reader.document.name == "d7")
        let current = try #require(reader.current)
        let page = try #require(reader.shownPage(current))
        #expect(service.pages.cached(reader.rendition(of: page))?.memory.number == 5)
    }

    /// The next restart may come before a provider has said where the pages are.
    @Test func aReaderWhosePagesAreLookedUpStaysWhereItWas() throws {
        let service = try TestService(startingAt: 1_000)
        _ = WarmStart(try Self.kept(.none, by: service, isPageKnown: false), for: service.readers).run()
        let reader = try #require(service.readers.readers.all.first)
        #expect(reader.isClosed)
        let stored = reader.stored
        let setup = try JSONText.decode(ReaderInterface.OpenParameters.self, from: stored.setup.bytes)
        #expect(setup.axes?.map(\.start) == [3] && stored.transition == 4 && stored.back.map(\.index) == [1])
        // What is read meanwhile of another configuration counts for it too.
        var settings = service.readers.settings
        settings.renditionLimit = RenditionLimit(pixels: 1_024, side: 65_500)
        service.readers.take(settings)
        try service.run { !reader.isClosed }
        #expect(reader.current?.index == 3 && reader.limit == settings.renditionLimit)
    }

    @Test(arguments: [("GetPage", ""), ("Watch", #","more":true"#)])
    func whatIsAskedBeforeThePagesAreFoundWaits(method: String, flag: String) throws {
        let service = try TestService(startingAt: 1_000)
        _ = WarmStart(try Self.kept(.none, by: service, uid: getuid(), isPageKnown: false), for: service.readers).run()
        #expect(service.readers.readers.all.first?.isComing == true)
        let viewer = try service.connect()
        try viewer.send(method, #"{"reader":"an-id","handover":"none"}"#, flag: flag)
        let answer = try viewer.receive()
        #expect(answer.contains(#""index":3"#) && !answer.contains("error"), "\(answer)")
        #expect(method == "GetPage" || answer.contains(#"{"state":"#), "\(answer)")
    }

    @Test func aReaderThatIsClosedBeforeItsPagesAreFoundStaysClosed() throws {
        let service = try TestService(startingAt: 1_000)
        _ = WarmStart(try Self.kept(.none, by: service, isPageKnown: false), for: service.readers).run()
        let reader = try #require(service.readers.readers.all.first)
        var ends = 0
        service.readers.moved = { _ in ends += 1 }
        service.readers.end(reader)
        var isFound = false
        try service.readers.inOrder(reader) { done in
            isFound = true
            done()
        }
        try service.run { isFound }
        #expect(reader.isClosed && ends == 1)
    }

    @Test func theEndOfAReaderThatCannotGoOnIsTold() throws {
        let service = try TestService(startingAt: 1_000)
        var ended: [String] = []
        service.readers.moved = { if $0.isClosed { ended.append($0.id) } }
        _ = WarmStart(try Self.kept(.none, by: service, start: 9), for: service.readers).run()
        try service.run { service.readers.readers.count == 0 }
        #expect(ended == ["an-id"])
    }

    private static func kept(
        _ damage: Damage, by service: TestService, uid: UInt32 = uid, start: Int = 3, isPageKnown: Bool = true
    ) throws -> [String: SharedDescriptor] {
        let path = try service.write("sheaf-pattern 1\npages = 9\nwidth = 64\nheight = 64\n")
        let file = SharedDescriptor(try FileDescriptor.open(path))
        let status = try FileStatus(of: file.number)
        let bytes = side * side * 4
        let memory = SharedDescriptor(
            try Memfd.create(name: "test", size: damage == .otherSize ? bytes - 4_096 : bytes))
        if damage != .noSeals { try Memfd.seal(memory.number) }
        let inode = Int(try Memfd.inode(of: memory.number))
        let document = StoreInterface.Document(
            name: "d7", number: 7, uid: Int(damage == .otherUser ? uid + 1 : uid),
            library: damage == .otherLibrary ? "/no/such.so" : service.patternLibrary, provider: "pattern",
            capabilities: [], device: Int(status.device), inode: Int(status.inode), size: Int(status.size),
            changed: Int(status.changed), count: 9, isExact: true, firstPage: 0, edition: 0, editions: [],
            known: isPageKnown ? [.init(page: 3, index: 3, width: 64, height: 64, measured: true)] : [])
        let page = StoreInterface.Page(
            name: "p5", number: damage == .otherNumber ? 6 : 5, inode: damage == .otherMemory ? inode + 1 : inode,
            bytes: bytes, document: damage == .noSuchDocument ? 8 : 7, page: 3, edition: 0, scale: 1, rotation: 0, x: 0,
            y: 0, width: damage == .noRegion ? 65 : 64, height: 64, pageWidth: 64, pageHeight: 64, format: .bgrx8888,
            index: 3, renderTime: 900)
        let setup = ReaderInterface.OpenParameters(
            viewport: .init(width: damage == .noViewport ? 0 : 64, height: 64),
            axes: [.init(axis: .horizontal, document: "d7", start: start)])
        let reader = StoreInterface.Reader(
            id: "an-id", uid: Int(uid),
            setup: damage == .noSetup ? JSONText { $0.int(7) } : JSONText { setup.encode(into: &$0) },
            back: [.init(surface: .horizontal, page: 1, index: 1)], forward: [], transition: 4)
        let contents = StoreInterface.Contents(
            version: "0", lastNumber: Self.lastNumber, documents: [document],
            pages: damage == .twice ? [page, page] : [page],
            readers: damage == .twice ? [reader, reader] : [reader])
        let note = try DoubledMemory(name: "test")
        var text = JSONText { contents.encode(into: &$0) }.bytes
        if damage == .laterVersion {
            let written = String(decoding: text, as: UTF8.self).replacing(
                "\"version\":", with: "\"new\":[{}],\"version\":")
            text = Array(written.replacing("\"manual\":", with: "\"newer\":1,\"manual\":").utf8)
        }
        if damage != .noNote { try note.write(text) }
        if damage == .halfANote { try note.write(Array(text.dropLast(9))) }
        var kept = ["p5": memory, "d7": file]
        for (name, descriptor) in zip(WarmStore.noteNames, note.halves) { kept[name] = descriptor }
        if damage == .noDocument { kept["d7"] = nil }
        if damage == .noMemory { kept["p5"] = nil }
        return kept
    }
}
