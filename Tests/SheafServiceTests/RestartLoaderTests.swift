import Glibc
import HostProtocol
import HostSupervision
import Navigation
import PageModel
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import PageCache
@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// The descriptors that systemd has kept are taken over as far as they check out.
@Suite struct RestartLoaderTests {
    private static let side = 64
    private static let uid: UInt32 = 4_711
    private static let reader = RandomIdentifier(high: 4, low: 2)
    private static let lastNumber = 90

    /// The faults of what systemd has kept.
    enum Damage: CaseIterable {
        case none, noSeals, otherSize, otherMemory, otherNumber, noSuchDocument, noRegion, noMemory
        case noDocument, otherFile, otherLibrary, otherUser, noSetup, noViewport, twice
        case noNote, halfANote, noPageNote, halfAPageNote, otherPageNote
        /// Fields that a later version has added, and pages as one before noted them.
        case laterVersion, earlierVersion
    }

    @Test(arguments: Damage.allCases) func whatIsNotSoundIsLeft(damage: Damage) throws {
        let service = try TestService(startingAt: 1_000)
        let kept = try Self.kept(damage, by: service)
        let outcome = RestartLoader(kept, for: service.core).run()
        let (documents, pages, readers) =
            switch damage {
            case .none, .twice, .laterVersion: (1, 1, 1)
            case .noSeals, .otherSize, .otherMemory, .otherNumber, .noSuchDocument, .noRegion, .noMemory: (1, 0, 1)
            case .noPageNote, .otherPageNote, .earlierVersion: (1, 0, 1)
            case .noDocument, .otherFile, .otherLibrary: (0, 0, 0)
            // No reader, no document, no page.
            case .otherUser, .noSetup, .noViewport: (1, 0, 0)
            case .noNote: (0, 0, 0)
            // The one before is still whole, and says the same.
            case .halfANote, .halfAPageNote: (1, 1, 1)
            }
        #expect(outcome.documents == documents && outcome.readers == readers, "\(outcome)")
        #expect(service.core.store.adoptPending(atMost: 9) == false)
        #expect(service.core.store.cache.count == pages)
        let dropped = outcome.dropped + (service.core.store.pending?.unsound ?? 0)
        let sound: [Damage] = [
            .none, .halfANote, .halfAPageNote, .noMemory, .otherNumber, .laterVersion, .earlierVersion,
        ]
        #expect((dropped == 0) == sound.contains(damage), "\(outcome)")
        #expect(outcome.missing == ([.noMemory, .otherNumber].contains(damage) ? 1 : 0))
        #expect(outcome.unreadable == (damage == .earlierVersion ? 1 : 0))
    }

    @Test func aReaderIsWhereItWas() throws {
        let service = try TestService(startingAt: 1_000)
        let outcome = RestartLoader(try Self.kept(.none, by: service), for: service.core).run()
        #expect(outcome.names == [.document(7), .page(5)])
        let reader = try #require(service.core.readers.all.first)
        #expect(reader.id == Self.reader && reader.uid == Self.uid && reader.model.current?.index == 3)
        #expect(reader.history.back.map(\.index) == [1] && reader.document.name == "d7")
        let current = try #require(reader.model.current)
        let page = try #require(reader.pages.view(of: current))
        #expect(service.core.store.demand(page.rendition)?.memory.number == 5)
    }

    /// A note that would be too long leaves out the histories of readers: it is short, and not nothing.
    @Test func historiesAreLeftOutWhereTheNoteWouldBeTooLong() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(.none, by: service), for: service.core).run()
        let contents = service.core.note(
            ofDocuments: Set(service.core.documents.all.map(\.id.number)), pages: service.core.pagesToKeep)
        let whole = contents.bytes(atMost: .max)
        let exact = contents.bytes(atMost: whole.count)
        let short = contents.bytes(atMost: whole.count - 1)
        #expect(exact == whole && short.count < whole.count)
        let readers = try [whole, short].map { bytes in
            try JSONText.decode(StoreInterface.Contents.self, from: bytes).readers
        }
        #expect(readers[0].map(\.id) == readers[1].map(\.id))
        #expect(readers[0].map(\.back.count) == [1] && readers[1].map(\.back.count) == [0])
    }

    /// The position that is stored with each step is newer than the note, also where pages were put before without a
    /// step of the reader's.
    @Test(arguments: [(3, 3), (4, 5), (5, 5)]) func whereItRestedIsNewerThanTheNote(transition: Int, index: Int) throws
    {
        let service = try TestService(startingAt: 1_000)
        let positions = try PositionRecords()
        let slot = try #require(positions.slot(for: Self.reader.text))
        positions.store(slot, transition: transition, first: 5, second: 0)
        _ = RestartLoader(try Self.kept(.none, by: service), positions: positions, for: service.core).run()
        let reader = try #require(service.core.readers.all.first)
        try service.run { reader.standing.isOpen }
        #expect(reader.model.current?.index == index && reader.standing.transition == max(transition, 4))
    }

    /// Killed before it was noted that it had gone over to a document in other looks, where the same index is another page.
    @Test(arguments: [(UInt64(0), 5), (7, 5), (8, 3)])
    func whereItRestedInAnotherDocumentIsNotWhereItIs(document: UInt64, index: Int) throws {
        let service = try TestService(startingAt: 1_000)
        let positions = try PositionRecords()
        let slot = try #require(positions.slot(for: Self.reader.text))
        positions.store(slot, transition: 5, first: 5, second: 0, document: document)
        _ = RestartLoader(try Self.kept(.none, by: service), positions: positions, for: service.core).run()
        let reader = try #require(service.core.readers.all.first)
        try service.run { reader.standing.isOpen }
        #expect(reader.model.current?.index == index)
    }

    /// systemd keeps a descriptor once: two documents are one file in other looks.
    @Test func aFileInTwoLooksIsKeptOnce() throws {
        let service = try TestService(startingAt: 1_000)
        let kept = try Self.kept(.none, by: service, otherTrim: "page")
        let outcome = RestartLoader(kept, for: service.core).run()
        #expect(outcome.documents == 2 && outcome.readers == 2 && outcome.dropped == 0)
        // The name of the other is not systemd's: it is given again.
        #expect(outcome.names.contains(.document(7)) && !outcome.names.contains(.document(8)))
        let readers = service.core.readers.all
        #expect(Set(readers.map(\.document.name)) == ["d7", "d8"])
        #expect(readers.first { $0.document.name == "d8" }?.document.opened.looks.trim == .page)
        try service.run { readers.allSatisfy(\.standing.isOpen) }
        #expect(readers.allSatisfy { $0.model.current?.index == 3 })
    }

    /// Descriptors that were mixed up are told apart by what they are, and are given again by their names.
    @Test func documentsWhoseDescriptorsWereMixedUpHaveTheirOwnFiles() throws {
        let service = try TestService(startingAt: 1_000)
        let other = try service.write("sheaf-pattern 1\npages = 4\n", to: "other.pattern")
        var kept = try Self.kept(.none, by: service, otherFile: other)
        (kept[.document(7)], kept[.document(8)]) = (kept[.document(8)], kept[.document(7)])
        let outcome = RestartLoader(kept, for: service.core).run()
        #expect(outcome.documents == 2 && outcome.readers == 2 && outcome.dropped == 0)
        #expect(outcome.names.isDisjoint(with: [.document(7), .document(8)]))
        let documents = service.core.documents.all.sorted { $0.name < $1.name }
        let inodes = try documents.map { try FileStatus(of: $0.opened.files.descriptors[0].number).inode }
        #expect(documents.map(\.opened.identity.inode) == inodes && Set(inodes).count == 2)
        let readers = service.core.readers.all
        try service.run { readers.allSatisfy(\.standing.isOpen) }
        #expect(readers.allSatisfy { $0.model.current?.index == 3 })
    }

    /// A descriptor that was kept for one user is not used for another, though it be of the file that the other has
    /// open.
    @Test func aDescriptorThatWasKeptForAnotherUserIsNotUsed() throws {
        let service = try TestService(startingAt: 1_000)
        let other = try service.write("sheaf-pattern 1\npages = 4\n", to: "other.pattern")
        var kept = try Self.kept(.none, by: service, otherFile: other, otherUser: Self.uid + 1)
        (kept[.document(7)], kept[.document(8)]) = (kept[.document(8)], kept[.document(7)])
        let outcome = RestartLoader(kept, for: service.core).run()
        #expect(outcome.documents == 0 && outcome.readers == 0 && outcome.dropped == 5, "\(outcome)")
    }

    /// A file that was written meanwhile is the same document. Its bytes are others, which is looked at when the
    /// service is ready.
    @Test func aFileThatWasWrittenMeanwhileIsTheSame() throws {
        let service = try TestService(startingAt: 1_000)
        let kept = try Self.kept(.none, by: service)
        _ = try service.write("sheaf-pattern 1\npages = 9\nwidth = 64\nheight = 64\n# longer\n")
        let outcome = RestartLoader(kept, for: service.core).run()
        #expect(outcome.documents == 1 && outcome.readers == 1 && outcome.dropped == 0)
    }

    /// The next restart may come before a provider has said where the pages are.
    @Test func aReaderWhosePagesAreLookedUpStaysWhereItWas() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(.none, by: service, isPageKnown: false), for: service.core).run()
        let reader = try #require(service.core.readers.all.first)
        #expect(reader.model.isUnopened)
        let stored = reader.stored
        let setup = try JSONText.decode(ReaderInterface.OpenParameters.self, from: stored.setup.bytes)
        #expect(setup.axes?.map(\.start) == [3] && stored.transition == 4 && stored.back.map(\.index) == [1])
        // What is read meanwhile of another configuration counts for it too.
        var settings = service.core.context.settings
        settings.renditionLimit = RenditionLimit(pixels: 1_024, side: 65_500)
        service.core.setSettings(settings)
        try service.run { reader.standing.isOpen }
        #expect(reader.model.current?.index == 3 && reader.pages.limit == settings.renditionLimit)
    }

    @Test(arguments: [("GetPage", ""), ("Watch", #","more":true"#)])
    func whatIsAskedBeforeThePagesAreFoundWaits(method: String, flag: String) throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(.none, by: service, uid: getuid(), isPageKnown: false), for: service.core)
            .run()
        #expect(service.core.readers.all.first?.model.isUnopened == true)
        let viewer = try service.connect()
        try viewer.send(method, #"{"reader":"\#(Self.reader.text)","handover":"none"}"#, flag: flag)
        let answer = try viewer.receive()
        #expect(answer.contains(#""index":3"#) && !answer.contains("error"), "\(answer)")
        #expect(method == "GetPage" || answer.contains(#"{"state":"#), "\(answer)")
    }

    @Test func aReaderThatIsClosedBeforeItsPagesAreFoundStaysClosed() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(.none, by: service, isPageKnown: false), for: service.core).run()
        let reader = try #require(service.core.readers.all.first)
        service.core.opener.close(reader)
        // What its document answers is of no interest any more.
        try service.run { service.core.documents.count == 0 }
        #expect(reader.isClosed && service.core.readers.count == 0)
    }

    @Test func aReaderThatCannotGoOnYetStaysWhereItWas() throws {
        let service = try TestService(startingAt: 1_000)
        let positions = try PositionRecords()
        _ = RestartLoader(try Self.kept(.none, by: service, isPageKnown: false), for: service.core).run()
        let reader = try #require(service.core.readers.all.first)
        service.core.keep(positions: positions, of: [reader])
        // Half of its document is written.
        _ = try service.write("sheaf-pattern 1\npages = ")
        try service.run { reader.queue.isIdle }
        #expect(reader.model.isUnopened && service.core.readers.count == 1)
        #expect(positions.position(of: Self.reader.text)?.first == 3)
    }

    @Test func aPageIsTakenOverWhenItIsAskedFor() throws {
        let service = try TestService(startingAt: 1_000)
        let kept = try Self.kept(pages: 3...8, by: service)
        _ = RestartLoader(kept, for: service.core).run()
        // The one that the reader shows.
        #expect(service.core.store.cache.count == 1 && service.core.store.pending?.count == 5)
        let viewer = try service.connect()
        let answer = try viewer.call("GetPage", #"{"reader":"\#(Self.reader.text)","index":6,"handover":"none"}"#)
        #expect(answer.contains(#""origin":"cached""#) && answer.contains(#""rendition":8"#), "\(answer)")
        #expect(service.core.store.cache.count == 2 && service.core.store.pending?.count == 4)
        // Asking again, or for the rest, does nothing twice.
        #expect(service.core.store.adoptPending(atMost: 2) && !service.core.store.adoptPending(atMost: 9))
        #expect(
            service.core.store.cache.count == 6 && service.core.store.cache.bytes == 6 * Self.side * Self.side * 4)
        try service.rest()
        #expect(service.core.renders.counters == RenderCounters())
    }

    @Test func aTurnToAPageThatIsNotTakenOverYetIsAHit() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: 3...8, by: service), for: service.core).run()
        // What was noted of pages is not needed until somebody asks.
        #expect(service.document?.pages.known(at: 5) == nil)
        service.core.restoreFoundPages()
        let viewer = try service.connect()
        let answer = try viewer.call(
            "Navigate", #"{"reader":"\#(Self.reader.text)","target":{"index":5},"handover":"none"}"#)
        #expect(answer.contains(#""hit":true"#), "\(answer)")
        #expect(service.core.store.cache.count == 2)
    }

    /// Neither one that ends nor one that is killed while it takes over what the last one had.
    @Test func aRestartMeanwhileLosesNoPage() throws {
        let first = try TestService(startingAt: 1_000)
        let kept = try Self.kept(pages: 3...8, by: first)
        _ = RestartLoader(kept, for: first.core).run()
        first.core.restoreFoundPages()
        _ = first.core.store.adoptPending(atMost: 2)
        let document = try #require(first.document)
        let pages = first.core.store.pagesToKeep(of: [document])
        #expect(Set(pages.map(\.record.number)) == Set(3...8))
        #expect(pages.map(\.record.number).suffix(3) == [6, 7, 8])
        #expect(first.core.store.pagesToKeep(of: []).isEmpty)

        let second = try TestService(startingAt: 1_000)
        var keptAgain = try Self.kept(pages: 3...8, by: second)
        // The same memories; the document is another file, and has the same number.
        let note = try DoubledMemory(name: "test")
        try note.write(KeptPageRecord.note(of: pages.map(\.record)))
        for (name, descriptor) in zip(KeptName.pageNotes, note.halves) { keptAgain[name] = descriptor }
        for page in pages { keptAgain[.page(page.record.number)] = page.descriptor }
        let outcome = RestartLoader(keptAgain, for: second.core).run()
        #expect(outcome.pages == 6 && outcome.dropped == 0 && outcome.missing == 0)
        #expect(!second.core.store.adoptPending(atMost: 9))
        #expect(second.core.store.cache.count == 6 && second.core.store.pending?.unsound == 0)
    }

    @Test func pagesOfADocumentThatIsClosedAreNotTakenOver() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: 3...8, by: service), for: service.core).run()
        service.core.opener.close(try #require(service.core.readers.all.first))
        #expect(service.document == nil && service.core.store.pending?.count == 0)
        #expect(!service.core.store.adoptPending(atMost: 9) && service.core.store.cache.count == 0)
    }

    @Test func pagesWithoutRoomGo() throws {
        let service = try TestService(startingAt: 1_000)
        let page = Self.side * Self.side * 4
        service.core.store.setLimits(CacheLimits(soft: 3 * page, hard: 4 * page))
        _ = RestartLoader(try Self.kept(pages: 3...8, by: service), for: service.core).run()
        #expect(!service.core.store.adoptPending(atMost: 9))
        #expect(service.core.store.cache.count == 3 && service.core.store.pending?.unsound == 0)
    }

    /// Returns the descriptors that a run kept which had pages of these numbers in the cache.
    private static func kept(
        pages numbers: ClosedRange<Int>, by service: TestService
    ) throws -> [KeptName: SharedDescriptor] {
        var kept = try kept(.none, by: service, uid: getuid())
        let pages = try numbers.map { try page($0) }
        let note = try DoubledMemory(name: "test")
        try note.write(
            KeptPageRecord.note(
                of: pages.map { page in
                    var record = page.record
                    record.found = PageSize(width: 64, height: 64).map { size in
                        .init(
                            location: .init(page: record.rendition.page, index: record.index ?? 0), size: size,
                            label: nil, isMeasured: true)
                    }
                    return record
                }))
        for (name, descriptor) in zip(KeptName.pageNotes, note.halves) { kept[name] = descriptor }
        for page in pages { kept[.page(page.record.number)] = page.descriptor }
        return kept
    }

    private static func kept(
        _ damage: Damage, by service: TestService, uid: UInt32 = uid, isPageKnown: Bool = true,
        otherTrim: String? = nil, otherFile: String? = nil, otherUser: UInt32? = nil
    ) throws -> [KeptName: SharedDescriptor] {
        let path = try service.write("sheaf-pattern 1\npages = 9\nwidth = 64\nheight = 64\n")
        let file = SharedDescriptor(try FileDescriptor.open(path))
        let page = try page(5, damage)
        let setup = ReaderInterface.OpenParameters(
            viewport: .init(width: damage == .noViewport ? 0 : 64, height: 64),
            axes: [.init(axis: .horizontal, document: "d7", start: 3)])
        let reader = StoreInterface.Reader(
            id: reader.text, uid: Int(uid),
            setup: damage == .noSetup ? JSONText { $0.int(7) } : JSONText { setup.encode(into: &$0) },
            back: [.init(surface: .horizontal, page: 1, index: 1)], forward: [], transition: 4)
        var documents = [try document(file, damage, by: service, uid: uid, isPageKnown: isPageKnown)]
        var readers = damage == .twice ? [reader, reader] : [reader]
        let otherDescriptor = try otherFile.map { SharedDescriptor(try FileDescriptor.open($0)) }
        if otherTrim != nil || otherDescriptor != nil {
            var other = documents[0]
            if let otherDescriptor {
                other = try document(otherDescriptor, damage, by: service, uid: uid, isPageKnown: isPageKnown)
            }
            (other.name, other.number, other.trim) = ("d8", 8, otherTrim)
            if let otherUser { other.uid = Int(otherUser) }
            documents.append(other)
            var second = reader
            second.id = String(reader.id.reversed())
            var setup = setup
            setup.axes = [.init(axis: .horizontal, document: "d8", start: 3)]
            second.setup = JSONText { setup.encode(into: &$0) }
            readers.append(second)
        }
        let contents = StoreInterface.Contents(
            version: "0", lastNumber: Self.lastNumber,
            documents: documents, pages: damage == .earlierVersion ? [JSONText { $0.int(7) }] : [],
            readers: readers)
        var text = JSONText { contents.encode(into: &$0) }.bytes
        if damage == .laterVersion {
            let written = String(decoding: text, as: UTF8.self).replacing(
                "\"version\":", with: "\"new\":[{}],\"version\":")
            text = Array(written.replacing("\"manual\":", with: "\"newer\":1,\"manual\":").utf8)
        }
        var pages = KeptPageRecord.note(of: damage == .twice ? [page.record, page.record] : [page.record])
        if damage == .otherPageNote { pages[0] ^= 128 }
        let (note, pageNote) = (try DoubledMemory(name: "test"), try DoubledMemory(name: "test"))
        if damage != .noNote { try note.write(text) }
        if damage == .halfANote { try note.write(Array(text.dropLast(9))) }
        if ![.noPageNote, .earlierVersion].contains(damage) { try pageNote.write(pages) }
        if damage == .halfAPageNote { try pageNote.write(Array(pages.dropLast(9))) }
        var kept = [KeptName.page(5): page.descriptor, .document(7): file]
        for (name, descriptor) in zip(KeptName.notes, note.halves) { kept[name] = descriptor }
        for (name, descriptor) in zip(KeptName.pageNotes, pageNote.halves) { kept[name] = descriptor }
        if let otherDescriptor { kept[.document(8)] = otherDescriptor }
        if damage == .noDocument { kept[.document(7)] = nil }
        if damage == .otherFile {
            kept[.document(7)] = SharedDescriptor(
                try FileDescriptor.open(try service.write("sheaf-pattern 1\npages = 4\n", to: "other.pattern")))
        }
        if damage == .noMemory { kept[.page(5)] = nil }
        return kept
    }

    private static func document(
        _ file: SharedDescriptor, _ damage: Damage, by service: TestService, uid: UInt32, isPageKnown: Bool
    ) throws -> StoreInterface.Document {
        let status = try FileStatus(of: file.number)
        return StoreInterface.Document(
            name: "d7", number: 7, uid: Int(damage == .otherUser ? uid + 1 : uid),
            library: damage == .otherLibrary ? "/no/such.so" : service.patternLibrary, provider: "pattern",
            capabilities: [], device: Int(status.device), inode: Int(status.inode), size: Int(status.size),
            changed: Int(status.changed), count: 9, isExact: true, firstPage: 0, edition: 0, editions: [],
            known: isPageKnown ? [.init(page: 3, index: 3, width: 64, height: 64, measured: true)] : [])
    }

    /// The memory of a page, and what is noted of it: number `number` shows the page at index `number` − 2.
    private static func page(_ number: Int, _ damage: Damage = .none) throws -> KeptPage {
        let bytes = side * side * 4
        let memory = SharedDescriptor(
            try Memfd.create(name: "test", size: damage == .otherSize ? bytes - 4_096 : bytes))
        if damage != .noSeals { try Memfd.seal(memory.number) }
        let inode = try Memfd.inode(of: memory.number)
        let rendition = Rendition(
            document: DocumentID(damage == .noSuchDocument ? 8 : 7), page: PageID(Int64(number - 2)), scale: 1,
            rotation: .upright,
            region: PixelRegion(x: 0, y: 0, width: damage == .noRegion ? 65 : side, height: side), format: .bgrx8888,
            pageSize: PixelSize(width: side, height: side))
        return KeptPage(
            descriptor: memory,
            record: KeptPageRecord(
                SealedPage(
                    descriptor: memory, rendition: rendition, number: damage == .otherNumber ? number + 1 : number,
                    bytes: bytes, stride: side * 4, isCuttable: false),
                inode: damage == .otherMemory ? inode + 1 : inode, index: number - 2, renderTime: 900, found: nil))
    }
}
