import Glibc
import Navigation
import PageModel
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import SheafDocuments
@testable import SheafPages
@testable import SheafReaders
@testable import SheafService

/// Where readers go on after a restart, where that is not simply where they were.
@Suite struct RestartPositionTests {
    private static let reader = RandomIdentifier(high: 4, low: 2)

    /// Returns the descriptors that were kept of a reader on page 7 of nine, of a document that has `pages` now.
    ///
    /// - Parameter count: the pages by the note, which may be older than the reader's position.
    private static func kept(
        pages: String, count: Int = 9, background: Int? = nil, known: [StoreInterface.KnownPage] = [],
        places: [StoreInterface.Place]? = nil, spread: ReaderInterface.SpreadKind? = nil, by service: TestService
    ) throws -> [KeptName: SharedDescriptor] {
        let order = pages.contains(",") ? "order" : "pages"
        let path = try service.write("sheaf-pattern 1\n\(order) = \(pages)\nwidth = 20\nheight = 30\n")
        let file = SharedDescriptor(try FileDescriptor.open(path))
        let status = try FileStatus(of: file.number)
        var axes = [
            ReaderInterface.AxisSetup(
                axis: .horizontal, document: "d7", start: 7, arrangement: spread.map { .init(spread: $0) })
        ]
        if background != nil {
            axes[0].unlocks = 0
            axes.append(.init(axis: .vertical, document: "d7", unlocks: 0, start: 6))
        }
        let setup = ReaderInterface.OpenParameters(
            viewport: .init(width: 20, height: 30), axes: axes,
            background: background.map { .init(document: "d7", index: $0) })
        let contents = StoreInterface.Contents(
            version: "0", lastNumber: 0,
            documents: [
                StoreInterface.Document(
                    name: "d7", number: 7, uid: Int(getuid()), library: service.patternLibrary, provider: "pattern",
                    capabilities: [], device: Int(status.device), inode: Int(status.inode), size: Int(status.size),
                    changed: Int(status.changed), count: count, isExact: pages != "unknown", firstPage: 0, edition: 0,
                    editions: [], known: known, isChanging: places.map { _ in true })
            ],
            pages: [],
            readers: [
                StoreInterface.Reader(
                    id: reader.text, uid: Int(getuid()), setup: JSONText { setup.encode(into: &$0) }, back: [],
                    forward: [], transition: 4, places: places)
            ])
        let (note, pageNote) = (try DoubledMemory(name: "test"), try DoubledMemory(name: "test"))
        try note.write(JSONText { contents.encode(into: &$0) }.bytes)
        try pageNote.write(KeptPageRecord.note(of: []))
        var kept = [KeptName.document(7): file]
        for (name, descriptor) in zip(KeptName.notes, note.halves) { kept[name] = descriptor }
        for (name, descriptor) in zip(KeptName.pageNotes, pageNote.halves) { kept[name] = descriptor }
        return kept
    }

    @Test(arguments: [("9", 7), ("about 5", 4), ("5", 4), ("1", 0), ("unknown", 7)])
    func aReaderPastTheEndGoesOnAtTheLastPage(pages: String, index: Int) throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: pages, by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.model.current?.index == index && session.standing.transition == 4)
    }

    /// The position that is stored and noted until a reader is opened is where it was: the next restart may come
    /// before.
    @Test func aReaderIsWhereItWasUntilItIsOpened() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: "5", by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        var places: Set<Int?> = []
        try service.run {
            if session.model.isUnopened { places.insert(session.model.resting(on: session.pages.axes[0])) }
            return session.standing.isOpen || session.isClosed
        }
        #expect(places == [7] && session.model.current?.index == 4)
    }

    /// A reader of a document that has become empty goes on, also where a change is being taken in and the end can't be
    /// noted.
    @Test(arguments: ["0", "about 0"], [false, true])
    func aReaderOfADocumentThatHasBecomeEmptyGoesOn(pages: String, isChanging: Bool) throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: pages, by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run {
            if isChanging, session.model.isUnopened { session.document.pages.forget() }
            return session.standing.isOpen || session.isClosed
        }
        #expect(session.standing.isOpen && session.model.current == nil)
    }

    /// A file of which half is written: the reader goes on when all of it is.
    @Test func aReaderWhoseDocumentCannotBeOpenedGoesOnLater() throws {
        let service = try TestService(startingAt: 1_000)
        let places = [StoreInterface.Place(surface: .horizontal, page: 7, index: 7)]
        _ = RestartLoader(try Self.kept(pages: "half", places: places, by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        let viewer = try service.connect()
        let answer = try viewer.call("GetState", #"{"reader":"\#(Self.reader.text)"}"#)
        #expect(answer.contains("error") && session.model.isUnopened && service.core.readers.count == 1, "\(answer)")
        _ = try service.write("sheaf-pattern 1\norder = 20, 0-8\nwidth = 20\nheight = 30\n")
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.model.current == Location(.horizontal, page: PageID(7), index: 8))
    }

    /// The note is older than the position, and its document had fewer pages then: that is no reason to go back.
    @Test(arguments: [0, 5]) func aReaderWhoseDocumentCannotBeAskedIsNotTakenToItsEnd(count: Int) throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: "half", count: count, by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        let viewer = try service.connect()
        let call = #"{"reader":"\#(Self.reader.text)"}"#
        #expect(try viewer.call("GetState", call).contains("error") && session.model.isUnopened)
        _ = try service.write("sheaf-pattern 1\npages = 9\nwidth = 20\nheight = 30\n")
        #expect(try viewer.call("GetState", call).contains(#""index":7"#) && session.model.current?.index == 7)
    }

    /// A reader whose document failed goes on when it is used next, also where nothing tells that the document can be
    /// opened again.
    @Test func aReaderWhoseDocumentFailedGoesOnWhenItIsUsed() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: "half", by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        let viewer = try service.connect()
        let call = #"{"reader":"\#(Self.reader.text)"}"#
        #expect(try viewer.call("GetState", call).contains("error"))
        session.document.watch?.cancel()
        _ = try service.write("sheaf-pattern 1\npages = 9\nwidth = 20\nheight = 30\n")
        let answer = try viewer.call("GetState", call)
        #expect(answer.contains(#""index":7"#) && session.model.current?.index == 7, "\(answer)")
    }

    @Test(arguments: [("9", 8), ("5", 4)]) func theBackgroundOfAReaderGoesOnToo(pages: String, index: Int) throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: pages, background: 8, by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.model.inspect { $0.heldPages }.first { $0.surface == .background }?.index == index)
    }

    /// Where it is after a change, also of one that was being taken in.
    @Test func theBackgroundOfAReaderIsNotedWhereItIs() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: "9", background: 8, by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen }
        _ = try service.write("sheaf-pattern 1\norder = 20, 0-8\nwidth = 20\nheight = 30\n")
        try service.run { session.model.inspect { $0.background }?.index == 9 }
        let setup = try JSONText.decode(ReaderInterface.OpenParameters.self, from: session.stored.setup.bytes)
        #expect(setup.background?.index == 9)
        session.document.changes.begin()
        #expect(session.stored.places?.contains(.init(surface: .background, page: 8, index: 9)) == true)
    }

    @Test func theBackgroundOfAReaderWhoseDocumentWasChangingIsItsPage() throws {
        let service = try TestService(startingAt: 1_000)
        let places = [StoreInterface.Place(surface: .background, page: 8, index: 8)]
        let kept = try Self.kept(pages: "20, 0-8", background: 8, places: places, by: service)
        _ = RestartLoader(kept, for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.model.inspect { $0.background }?.pages.first?.page == PageID(8))
    }

    /// Killed after pages were put before the one that it shows: what was noted of the pages around it is not so any more.
    @Test(arguments: [4, 5]) func aReaderThatHasMovedSinceTheNoteIsOnItsPage(transition: Int) throws {
        let service = try TestService(startingAt: 1_000)
        let positions = try PositionRecords()
        let slot = try #require(positions.slot(for: Self.reader.text))
        positions.store(slot, transition: transition, first: 8, second: 0)
        let known = [7, 8].map {
            StoreInterface.KnownPage(page: $0, index: $0, width: 20, height: 30, measured: true)
        }
        let kept = try Self.kept(pages: "20, 0-8", known: known, by: service)
        _ = RestartLoader(kept, positions: positions, for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.model.current == Location(.horizontal, page: PageID(7), index: 8))
    }

    /// The other page of its spread is not what was noted of that place either.
    @Test func aReaderThatHasMovedSinceTheNoteShowsWhatIsBesideItsPageNow() throws {
        let service = try TestService(startingAt: 1_000)
        let positions = try PositionRecords()
        let slot = try #require(positions.slot(for: Self.reader.text))
        positions.store(slot, transition: 5, first: 9, second: 0)
        let known = [StoreInterface.KnownPage(page: 6, index: 8, width: 20, height: 30, measured: true)]
        let kept = try Self.kept(pages: "20, 0-8", known: known, spread: .double, by: service)
        _ = RestartLoader(kept, positions: positions, for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.standing.shown.pages.map(\.page) == [PageID(7), PageID(8)])
    }

    /// A service that ends while a change is taken in: where the page of a reader is now is not known yet.
    @Test func aReaderIsNotedWithItsPageWhileItsDocumentChanges() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: "9", by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen }
        let document = session.document
        document.pages.forget()
        document.pages.remember((20..<29).map { PageID($0) }, at: 0, of: document.pages.generation)
        let note = service.core.note(ofDocuments: [document.id.number], pages: [])
        #expect(note.documents.first?.known.map(\.page) == [7] && note.documents.first?.known.map(\.index) == [7])
    }

    /// A reader is noted with its page, though nothing is known of the pages any more when all of the document may be
    /// new.
    @Test func aReaderIsNotedWithItsPageWhileItsDocumentIsOpenedAgain() throws {
        let service = try TestService(startingAt: 1_000)
        _ = RestartLoader(try Self.kept(pages: "9", by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen }
        let document = session.document
        document.changes.begin()
        document.pages.allChanged()
        let note = service.core.note(ofDocuments: [document.id.number], pages: [])
        #expect(note.documents.first?.isChanging == true)
        #expect(note.readers.first?.places?.map(\.location) == [Location(.horizontal, page: PageID(7), index: 7)])
    }

    /// The positions of pages in the note are of before the change, also where another reader has taken the change in
    /// already.
    @Test func aReaderWhoseDocumentWasChangingIsOnItsPage() throws {
        let service = try TestService(startingAt: 1_000)
        let known = [StoreInterface.KnownPage(page: 6, index: 7, width: 20, height: 30, measured: true)]
        let places = [StoreInterface.Place(surface: .horizontal, page: 7, index: 7)]
        _ = RestartLoader(try Self.kept(pages: "20, 0-8", known: known, places: places, by: service), for: service.core)
            .run()
        let session = try #require(service.core.readers.all.first)
        // The next restart may come before that is looked up.
        let note = service.core.note(ofDocuments: [session.document.id.number], pages: [])
        #expect(note.documents.first?.isChanging == true && note.readers.first?.places?.map(\.page) == [7])
        try service.run { session.standing.isOpen || session.isClosed }
        #expect(session.model.current == Location(.horizontal, page: PageID(7), index: 8))
    }

    /// A service that is killed while a page can't be looked up goes on there, and not at the beginning.
    @Test func whereAPageCannotBeLookedUpIsStoredToo() throws {
        let service = try TestService(startingAt: 1_000)
        let positions = try PositionRecords()
        service.core.keep(positions: positions, of: [])
        _ = RestartLoader(try Self.kept(pages: "9", by: service), for: service.core).run()
        let session = try #require(service.core.readers.all.first)
        try service.run { session.standing.isOpen }
        let axis = session.pages.axes[0]
        axis.document.pages.allChanged()
        session.pages.arrange(axis, as: Arrangement(spread: .double), CountedSpreads(Arrangement(spread: .double)))
        session.apply(
            try session.command { machine, pages, now throws(Refusal) in
                try machine.setSpreads(.double, of: axis.axis, in: pages, at: now)
            })
        #expect(session.model.current == nil)
        #expect(positions.position(of: Self.reader.text)?.first == 6)
    }
}
