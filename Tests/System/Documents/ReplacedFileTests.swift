import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Files that others take the place of, as programs that save do it.
@Suite struct ReplacedFileTests {
    private static let alone = "[Cache]\nReadAhead=0\n"

    /// Reads what is told up to the state that follows a change of the document.
    private static func change(_ viewer: Viewer) throws -> ReaderInterface.DocumentChange? {
        let change = try viewer.told { $0.document != nil }.last?.document
        try viewer.told { $0.state != nil }
        return change
    }

    // MARK: Going over

    @Test(arguments: [
        // By the page's id, or else the index, or the last page that there is.
        (order: "9, 0-8", page: 4, index: 5), (order: "20-25", page: 24, index: 4),
        (order: "30-31", page: 31, index: 1),
    ]) func aReaderGoesOverToWhatTookThePlace(order: String, page: Int, index: Int) throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("order = 0-8")
        let viewer = try Viewer(service, path, target: .init(index: 4), handover: .descriptor)
        let other = try Viewer(service, path, target: .init(index: 8))
        try viewer.look(.init(paper: .sepia))
        _ = try viewer.told()
        let new = try service.pattern("order = \(order)", name: "new")
        #expect(rename(new, path) == 0)
        #expect(try viewer.told { $0.removed != nil }.last?.removed == true)
        #expect(try viewer.state().document.removed == true && viewer.page().page.page == 4)
        let reply = try viewer.reload(path)
        #expect(reply.state.reader == viewer.id && reply.state.looks.paper == .sepia && reply.marks == nil)
        #expect(reply.state.location?.page == page && reply.state.location?.index == index)
        #expect(reply.state.document.removed == nil && reply.state.phase == .rest)
        #expect(reply.state.document.document != viewer.opened.document.document)
        #expect(reply.state.document.title == viewer.opened.document.title)
        let change = try #require(try Self.change(viewer))
        #expect(change.location?.index == index && change.document.document == reply.state.document.document)
        #expect(try viewer.page().page.page == page)
        // Who has not asked for it keeps what there was.
        #expect(try other.state().document.count.pages == 9 && other.page().page.page == 8)
        #expect(try other.state().document.document == viewer.opened.document.document)
        try other.reload(path)
        #expect(try other.state().document.document == reply.state.document.document)
        try eventually {
            try service.connect().call(ManagerInterface.ListDocuments.self, .init()).parameters.documents.count == 1
        }
    }

    @Test func whereItJumpedFromGoesAlong() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"))
        try viewer.turn(.init(index: 4))
        try viewer.turn(.init(index: 8))
        try viewer.turn(.init(history: .back))
        try viewer.reload(service.pattern("order = 20-21, 0-8", name: "new"))
        let history = try viewer.history()
        #expect(history.back.map(\.index) == [2] && history.forward.map(\.index) == [10])
        #expect(try viewer.turn(.init(history: .forward)).parameters.location.page == 8)
    }

    @Test func twoAxesAndWhatIsBehindThemGoAlong() throws {
        let service = try RunningService(configuration: Self.alone)
        let axes: [ReaderInterface.AxisSetup] = [
            .init(axis: .horizontal, pages: 3, unlocks: 1, start: 1), .init(axis: .vertical, unlocks: 1, start: 1),
        ]
        let viewer = try Viewer(service, service.pattern("order = 0-8"), axes: axes, background: .init(index: 6))
        let state = try viewer.reload(service.pattern("order = 9-19, 0-8", name: "new")).state
        #expect(state.location?.page == 6 && state.location?.index == 17 && state.location?.surface == .background)
        #expect(Set(state.axes.map(\.document.document)).count == 1)
        #expect(state.axes.map(\.spread) == [1, 1])
    }

    /// The document's own file is opened again only where it has changed.
    @Test func theSameFileIsTheSameDocument() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("order = 0-8")
        let viewer = try Viewer(service, path)
        _ = try viewer.page(3)
        let state = try viewer.reload(path).state
        #expect(state.document.document == viewer.opened.document.document)
        #expect(try viewer.page(3).page.origin == .cached)
        _ = try service.pattern("order = 0-5")
        let changed = try viewer.reload(path).state
        #expect(changed.document.document == viewer.opened.document.document && changed.document.count.pages == 6)
    }

    @Test func anAlbumGoesOverToAnother() throws {
        let service = try RunningService(configuration: Self.alone, providers: ["sheaf-images"])
        let pictures = try (0..<3).map { index in
            let path = service.folder.appendingPathComponent("\(index).png").path
            let made = try Command.run(
                "/usr/bin/vips", ["black", path, "\(20 + 10 * index)", "30"], environment: ["VIPS_NOVECTOR": "1"])
            try #require(made.status == 0, "\(made.errors)")
            return path
        }
        let viewer = try Viewer(service, album: [pictures[0], pictures[1]], target: .init(index: 1))
        #expect(rename(pictures[2], pictures[1]) == 0)
        #expect(try viewer.told { $0.removed != nil }.last?.removed == true)
        let files = try pictures.prefix(2).map { SharedDescriptor(try FileDescriptor.open($0)) }
        let state = try viewer.client.call(
            ReaderInterface.Reload.self,
            .init(
                reader: viewer.id,
                album: [.init(fileDescriptor: 0, name: "0.png"), .init(fileDescriptor: 1, name: "1.png")]),
            descriptors: files
        ).parameters.state
        #expect(state.location?.index == 1 && state.document.count.pages == 2)
        // It is the third picture now, which is wider.
        #expect(try viewer.page().page.pageWidth > viewer.page(0).page.pageWidth)
    }

    @Test func aFileOfAnotherFormatIsRefusedByName() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, Documents.policy.get(), target: .init(index: 5))
        let pattern = try service.pattern("pages = 9")
        #expect(try failure { try viewer.reload(pattern) } == .otherFormat(provider: "pattern", flows: false))
        #expect(
            try failure { try viewer.reload(Documents.policyEPUB) } == .otherFormat(provider: "epub", flows: true))
        let broken = try service.file("broken.pdf", Data("%PDF-1.7\n".utf8))
        guard case .notADocument = try failure(of: { try viewer.reload(broken) }) else {
            throw TestFailure("a broken document is shown")
        }
        #expect(
            try failure {
                _ = try viewer.client.call(
                    ReaderInterface.Reload.self,
                    .init(reader: viewer.id, fileDescriptor: 0, album: [.init(fileDescriptor: 0, name: "x")]))
            } == .invalidCall(field: "album", reason: "a call has either fileDescriptor or album"))
        #expect(try viewer.state().location?.index == 5 && viewer.page().page.index == 5)
        #expect(
            try service.connect().call(ManagerInterface.ListDocuments.self, .init()).parameters.documents.count == 1)
    }

    @Test func aLockedDocumentNeedsThePasswordOfTheNewOne() throws {
        let service = try RunningService(configuration: Self.alone)
        let locked = try ["one", "two"].map { password in
            let path = service.folder.appendingPathComponent("\(password).pdf").path
            let made = try Command.run(
                "/usr/bin/qpdf", [Documents.policy.get(), "--encrypt", password, password, "256", "--", path])
            try #require(made.status == 0, "\(made.errors)")
            return path
        }
        let reader = try TestReader(service, locked[0], password: "one")
        #expect(try failure { try reader.reload(locked[1]) } == .passwordNeeded(wrong: true))
        #expect(try reader.reload(locked[1], password: "two").state.document.count.pages == Documents.pages)
    }

    // MARK: Being told

    /// Each of the ways in which a name comes to stand for something else.
    @Test(arguments: [
        "renamed over", "removed", "put aside", "renamed over, with another name", "written, then replaced",
    ])
    func itIsToldThatTheNameIsAnothersNow(how: String) throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("order = 0-8")
        let viewer = try Viewer(service, path)
        let new = try service.pattern("order = 0-3", name: "new")
        switch how {
        case "renamed over": #expect(rename(new, path) == 0)
        case "removed": #expect(unlink(path) == 0)
        case "put aside": #expect(rename(path, path + "~") == 0)
        case "renamed over, with another name":
            #expect(link(path, path + ".kept") == 0)
            try service.answer()
            #expect(rename(new, path) == 0)
        default:
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data("# more\n".utf8))
            #expect(rename(new, path) == 0)
        }
        #expect(try viewer.told { $0.removed != nil }.last?.removed == true)
        #expect(try viewer.state().document.removed == true)
        // A reload without a file is what it was, and says so.
        #expect(try viewer.reload().document.removed == true && viewer.state().document.count.pages == 9)
    }

    @Test func nothingIsToldOfAFileThatKeepsItsName() throws {
        let service = try RunningService(configuration: Self.alone)
        let path = try service.pattern("order = 0-8")
        let viewer = try Viewer(service, path)
        #expect(chmod(path, 0o640) == 0 && link(path, path + ".kept") == 0)
        _ = try service.pattern("order = 0-3")
        let told = try viewer.told { $0.document != nil }
        #expect(told.allSatisfy { $0.removed == nil })
        #expect(try viewer.state().document.removed == nil)
    }

    // MARK: Files that are written in parts

    /// A change that took the reader's page away, and one that brings it back: where the reader has not turned, it is back as well.
    @Test(arguments: [false, true]) func aPageThatComesBackIsReturnedTo(turns: Bool) throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 6))
        _ = try service.pattern("order = 0-2")
        #expect(try Self.change(viewer)?.location?.index == 2)
        if turns { try viewer.turn(.init(index: 1)) }
        _ = try service.pattern("order = 9, 0-4")
        _ = try Self.change(viewer)
        _ = try service.pattern("order = 9, 0-8")
        let change = try Self.change(viewer)
        #expect(change?.location?.page == (turns ? 1 : 6) && change?.location?.index == (turns ? 2 : 7))
        #expect(try viewer.page().page.page == (turns ? 1 : 6))
    }

    /// An axis shows the first three pages. The page that had gone is back behind them: the reader stays with the page it came to.
    @Test func aPageThatComesBackOutsideOfThePartIsNot() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(
            service, service.pattern("order = 0, 1, 4, 5"), target: .init(index: 2),
            axes: [.init(axis: .horizontal, pages: 3)])
        _ = try service.pattern("order = 0, 1, 5")
        #expect(try Self.change(viewer)?.location?.page == 5)
        _ = try service.pattern("order = 0, 5, 1, 4")
        let change = try Self.change(viewer)
        #expect(change?.location?.page == 5 && change?.location?.index == 1)
    }

    @Test func theSameWhereAnotherFileBringsItBack() throws {
        let service = try RunningService(configuration: Self.alone)
        let viewer = try Viewer(service, service.pattern("order = 0-8"), target: .init(index: 6))
        #expect(try viewer.reload(service.pattern("order = 0-2", name: "half")).state.location?.page == 2)
        let state = try viewer.reload(service.pattern("order = 9, 0-8", name: "whole")).state
        #expect(state.location?.page == 6 && state.location?.index == 7 && state.phase == .rest)
        #expect(try viewer.page().page.page == 6)
    }
}

/// The marks in files that are written anew, or that others take the place of.
@Suite struct CopiedMarkTests {
    /// The policy with some pages before it, or without some.
    private static func edited(_ service: RunningService, _ name: String, _ pages: String...) throws -> String {
        let path = service.folder.appendingPathComponent(name).path
        let policy = try Documents.policy.get()
        let parts = pages.flatMap { [policy, $0] }
        let made = try Command.run("/usr/bin/qpdf", [policy, "--pages"] + parts + ["--", path])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    private static func copy(_ service: RunningService) throws -> String {
        try service.file("policy.pdf", try Data(contentsOf: URL(fileURLWithPath: Documents.policy.get())))
    }

    /// A line of a page that stands nowhere else near it.
    private static func line(_ reader: TestReader, on index: Int) throws -> String {
        let texts = try (index - 8...min(index + 8, Documents.pages - 1)).map { page in
            try reader.client.call(
                DocumentInterface.GetText.self, .init(reader: reader.id, index: page)
            ).parameters.runs.map(\.text)
        }
        let all = texts.map { $0.joined(separator: " ") }
        // Headings are in the table of contents too.
        return try #require(
            texts[8].first { line in
                line.count > 40 && line.first?.isNumber == false && all.count { $0.contains(line) } == 1
            })
    }

    @Test(arguments: ["another file", "the same file"]) func theyAreCopiedAsFarAsTheirTextIsThere(how: String) throws {
        let state = try PlacesTests.State()
        let service = try state.start()
        let path = try Self.copy(service)
        let reader = try TestReader(service, path, target: .init(index: 40))
        let texts = try [12, 60, 100].map { try Self.line(reader, on: $0) }
        let marks = try zip([12, 60, 100], texts).map {
            try reader.mark(index: $0, text: $1, note: "noted", color: "red")
        }
        // The last pages are not in the new one.
        let last = Documents.pages - 3
        let gone = try reader.mark(index: last, text: Self.line(reader, on: last))
        let page = try reader.mark(index: 20)
        let watching = try Watching(reader, on: service)
        let new = try Self.edited(service, "new.pdf", "1-3", "1-\(last - 10)")
        let reply: ReaderInterface.ReloadReply
        if how == "another file" {
            reply = try reader.reload(new)
        } else {
            try Data(contentsOf: URL(fileURLWithPath: new)).write(to: URL(fileURLWithPath: path))
            reply = try reader.client.call(ReaderInterface.Reload.self, .init(reader: reader.id)).parameters
        }
        #expect(reply.marks == 4)
        #expect(try watching.wait { $0.marks })
        let copied = try Dictionary(uniqueKeysWithValues: reader.marks().map { ($0.mark, $0) })
        #expect(copied.count == 4 && copied[gone.mark] == nil && copied[page.mark]?.kind == .bookmark)
        for mark in marks {
            let there = try #require(copied[mark.mark])
            #expect(there.index == mark.index.map { $0 + 3 } && there.text == mark.text && there.note == mark.note)
            #expect(there.color == "red" && there.created == mark.created && there.changed == mark.changed)
            let (old, now) = (try #require(mark.boxes.first), try #require(there.boxes.first))
            #expect(abs(old.x0 - now.x0) < 1 && abs(old.y0 - now.y0) < 1)
        }
        // Those of the old content are what they were.
        let before = try TestReader(service, Documents.policy.get())
        #expect(try before.marks().count == 5)
        // And it is opened where it was left.
        let place = try reader.state().location?.index
        try reader.jump(.init(relative: 1))
        try reader.close()
        _ = try TestReader.reopened(at: (place ?? 0) + 1) { try TestReader(service, new) }
    }

    /// A text that stands on several pages is found where it was on its page.
    @Test func ofSeveralPlacesItIsTheOneWhereItWas() throws {
        let state = try PlacesTests.State()
        let service = try state.start()
        let book = { (name: String, lines: [[String]]) in
            let path = service.folder.appendingPathComponent(name + ".pdf").path
            let script = """
                var doc = new PDFDocument();
                var font = doc.addSimpleFont(new Font("Times-Roman"));
                JSON.parse(scriptArgs[1]).forEach(function (lines) {
                    var text = "";
                    lines.forEach(function (line, number) {
                        text += "BT /F 12 Tf 40 " + (700 - 100 * number) + " Td (" + line + ") Tj ET ";
                    });
                    doc.insertPage(-1, doc.addPage([0, 0, 400, 800], 0, {Font: {F: font}}, text));
                });
                doc.save(scriptArgs[0]);
                """
            let file = try service.file("make.js", Data(script.utf8))
            let made = try Command.run(
                "/usr/bin/mutool",
                ["run", file, path, String(decoding: try JSONEncoder().encode(lines), as: UTF8.self)])
            try #require(made.status == 0, "\(made.text)\(made.errors)")
            return path
        }
        let old = [["one"], ["", "refrain", "refrain"], ["three"]]
        let reader = try TestReader(service, book("old", old))
        // The second of the two.
        let places = try reader.client.call(
            DocumentInterface.GetText.self, .init(reader: reader.id, index: 1)
        ).parameters.runs.filter { $0.text.contains("refrain") }.map(\.place.box)
        let box = try #require(places.last)
        let mark = try reader.mark(
            index: 1, text: "refrain", boxes: [.init(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1)])
        #expect(try reader.reload(book("new", [["refrain"], ["one"], ["refrain"]] + old)).marks == 1)
        let there = try #require(try reader.marks().first)
        #expect(there.index == 4 && there.boxes == mark.boxes && places.count == 2)
        // Where it stands nowhere as it did, it is the nearest page.
        #expect(try reader.reload(book("next", [["one"], ["two"], ["three"], ["refrain"], ["five"]])).marks == 1)
        #expect(try reader.marks().first?.index == 3)
    }

    /// Marks that were not in one half of a file are there when the other half has come.
    @Test func theyOutliveAFileThatIsWrittenInHalves() throws {
        let state = try PlacesTests.State()
        let service = try state.start()
        let reader = try TestReader(service, Self.copy(service), target: .init(index: 90))
        let early = try reader.mark(index: 12, text: Self.line(reader, on: 12))
        let title = "Registering Documents using doc-base"
        let outline = try Mutool(Documents.policy.get()).outline
        let index = try #require(outline.first { $0.title?.hasSuffix(title) == true }?.page)
        let late = try reader.mark(index: index, text: Self.line(reader, on: index))
        let heading = try reader.mark(index: index, text: "9.10 \(title)")
        // The heading is in the table of contents of the first half.
        #expect(try reader.reload(Self.edited(service, "half.pdf", "1-50")).marks == 2)
        #expect(try Set(reader.marks().map(\.mark)) == [early.mark, heading.mark])
        let whole = try reader.reload(Self.edited(service, "whole.pdf", "1-3", "1-\(Documents.pages)"))
        #expect(whole.marks == 3 && whole.state.location?.index == 90)
        let there = try reader.marks().reduce(into: [:]) { $0[$1.mark] = $1.index }
        #expect(there == [early.mark: 15, late.mark: index + 3, heading.mark: index + 3])
        // One that was taken away does not come back.
        _ = try reader.client.call(ReaderInterface.RemoveMark.self, .init(reader: reader.id, mark: late.mark))
        #expect(try reader.reload(Self.edited(service, "next.pdf", "1-4", "1-\(Documents.pages)")).marks == 2)
    }

    /// The service does not have to be the one that has read the old content.
    @Test func theyAreFoundAfterARestart() throws {
        let state = try PlacesTests.State()
        var service = try state.start()
        let path = state.folder + "/policy.pdf"
        try Data(contentsOf: URL(fileURLWithPath: Documents.policy.get())).write(to: URL(fileURLWithPath: path))
        let first = try TestReader(service, path, target: .init(index: 40))
        _ = try first.mark(index: 12, text: Self.line(first, on: 12))
        service.stop()
        service = try state.start()
        // It looks nothing up: the digest of the file is not known to this run.
        let reader = try TestReader(service, path, target: .init(index: 40))
        let new = try Self.edited(service, "new.pdf", "1-3", "1-180")
        try Data(contentsOf: URL(fileURLWithPath: new)).write(to: URL(fileURLWithPath: path))
        #expect(
            try reader.client.call(ReaderInterface.Reload.self, .init(reader: reader.id)).parameters.marks == 1)
        #expect(try reader.marks().map(\.index) == [15])
    }

    @Test func aFileThatIsSavedOverAndOverTakesNoRoomForMarks() throws {
        let state = try PlacesTests.State()
        let service = try state.start("MarksPerUser=3\n", providers: ["sheaf-pattern"])
        let reader = try TestReader(service, service.pattern("pages = 9"))
        for index in 0..<3 { _ = try reader.mark(index: index) }
        for revision in 1...20 {
            let new = try service.pattern("pages = 9\nrevision = \(revision)", name: "new\(revision)")
            #expect(try reader.reload(new).marks == 3)
        }
        #expect(try failure { _ = try reader.mark(index: 4) } == .limitReached(limit: "MarksPerUser", value: 3))
        #expect(try state.ask("SELECT count(*) FROM marks") == "[(48,)]\n")
    }
}
