import Foundation
import Glibc
import SheafInterface
import SheafOS
import TestSupport
import Testing
import Varlink

/// Places where users have stopped reading, and their marks.
@Suite struct PlacesTests {
    private typealias Looks = ReaderInterface.Looks

    /// The state that one run of the service leaves to the next, in a folder.
    final class State {
        let folder = "/tmp/sheaf-state-" + UUID().uuidString

        init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        var database: String { "\(folder)/places.sqlite3" }

        func start(
            _ configuration: String = "", providers: [String] = ["sheaf-mupdf", "sheaf-epub", "sheaf-pattern"],
            launcher: [String] = []
        ) throws -> RunningService {
            try RunningService(
                configuration: "[Readers]\nPlaces=yes\n\(configuration)\n[Cache]\nReadAhead=0\n", providers: providers,
                environment: ["STATE_DIRECTORY": folder], launcher: launcher)
        }

        /// Queries the database on disk as another program does; returns the rows as Python prints them.
        func ask(_ question: String) throws -> String {
            let script = "import sqlite3,sys; print(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall())"
            return try Command.run("/usr/bin/python3", ["-c", script, database, question]).text
        }
    }

    private static func copy(_ path: String, to service: RunningService, _ name: String) throws -> String {
        try service.file(name, try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    // MARK: Places

    @Test func aDocumentIsOpenedWhereItWasLeft() throws {
        let state = try State()
        var service = try state.start()
        let reader = try TestReader(service, Documents.policy.get())
        #expect(reader.opened.location?.index == 0)
        try reader.jump(.init(index: 41))
        try reader.close()
        // At once, by others of the user, and where it says otherwise.
        _ = try TestReader.reopened(at: 41) { try TestReader(service, Documents.policy.get()) }
        #expect(try TestReader(service, Documents.policy.get(), target: .init(index: 7)).opened.location?.index == 7)
        let axes = [ReaderInterface.AxisSetup(axis: .horizontal, start: 5)]
        #expect(try TestReader(service, Documents.policy.get(), axes: axes).opened.location?.index == 5)
        #expect(service.stop() == 0)
        // By another run, another file and another name; who only looks into it changes nothing.
        service = try state.start()
        let copy = try Self.copy(Documents.policy.get(), to: service, "other.pdf")
        for _ in 0..<2 {
            _ = try TestReader.reopened(at: 41) { try TestReader(service, copy) }
            try TestReader(service, copy, target: .init(index: 3)).close()
        }
        // Another document is not this one.
        #expect(try TestReader(service, service.pattern("pages = 90")).opened.location?.index == 0)
        let other = try TestReader(service, copy)
        try other.jump(.init(index: 100))
        // It is kept without being closed, also where the service is killed after that.
        try eventually { try state.ask("SELECT page FROM places") == "[(100,)]\n" }
        kill(service.process.processIdentifier, SIGKILL)
        service = try state.start()
        _ = try TestReader.reopened(at: 100) { try TestReader(service, Documents.policy.get()) }
    }

    @Test func aPlaceInATextIsFoundInOtherLetters() throws {
        let state = try State()
        var service = try state.start()
        let size = { Looks(flow: .init(fontSize: $0)) }
        let text = { (reader: TestReader) in
            try reader.text().runs.map(\.text).joined().filter { $0.isLetter || $0.isNumber }
        }
        let whole = { (reader: TestReader) in
            try eventually { try reader.state().document.count.kind == .exact }
        }
        for index in [30, 111] {
            let reader = try TestReader(service, Documents.policyEPUB, width: 60, height: 80, looks: size(12))
            try whole(reader)
            try reader.jump(.init(index: index))
            let words = try String(text(reader).prefix(12))
            try reader.close()
            // Where the place was known in time.
            let large = try eventually(log: "page \(index)") {
                let reader = try TestReader(service, Documents.policyEPUB, width: 60, height: 80, looks: size(20))
                try whole(reader)
                return (reader: reader, text: try text(reader))
            } until: {
                $0.text.contains(words)
            }.reader
            // It did not turn: the place is what it was.
            try large.close()
            service.stop()
            service = try state.start()
            let again = try TestReader.reopened(at: index) {
                try TestReader(service, Documents.policyEPUB, width: 60, height: 80, looks: size(12))
            }
            try again.close()
        }
    }

    @Test func aDocumentThatHasBecomeShorterOpensAtItsEnd() throws {
        let state = try State()
        let service = try state.start()
        // A folder is known by its path.
        let reader = try TestReader(service, service.pattern("pages = 90"))
        try reader.jump(.init(index: 80))
        try reader.close()
        service.stop()
        _ = try state.ask("SELECT 1")
        _ = try Command.run(
            "/usr/bin/python3",
            [
                "-c",
                "import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); d.execute('UPDATE places SET page=500'); d.commit()",
                state.database,
            ])
        let next = try state.start()
        let path = try next.pattern("pages = 90")
        _ = try TestReader.reopened(at: 89) { try TestReader(next, path) }
    }

    @Test func whatIsKeptIsListedAndForgotten() throws {
        let state = try State()
        let service = try state.start()
        let client = try service.connect()
        let path = try service.pattern("pages = 90")
        for (file, index) in [(try Documents.policy.get(), 3), (path, 7)] {
            let reader = try TestReader(service, file, name: "file \(index)")
            try reader.jump(.init(index: index))
            _ = try reader.mark(note: "here")
            try reader.close()
        }
        try eventually { try client.places().documents.map(\.index).sorted() == [3, 7] }
        let listed = try client.places().documents
        #expect(listed.allSatisfy { $0.marks == 1 && $0.pages > 0 && $0.time > 1_700_000_000 })
        #expect(listed.contains { $0.title == "file 7" })
        #expect(try client.places(first: 1, count: 1).documents.count == 1)
        #expect(try client.places(count: 1).next == 1 && client.places(first: 1, count: 1).next == nil)
        let digest = try #require(listed.first { $0.title == "file 7" }?.digest)
        let forgotten = try client.call(ReaderInterface.ForgetPlaces.self, .init(digest: digest)).parameters
        #expect(forgotten.places == 1 && forgotten.marks == 1)
        #expect(try client.places().documents.map(\.index) == [3])
        #expect(try TestReader(service, path).opened.location?.index == 0)
        #expect(try client.call(ReaderInterface.ForgetPlaces.self, .init()).parameters.marks == 1)
        #expect(try client.places().documents.isEmpty)
        #expect(throws: VarlinkCallError<ReaderInterface.Failure>.self) {
            _ = try client.call(ReaderInterface.ForgetPlaces.self, .init(digest: "sha256:0"))
        }
    }

    @Test func nothingIsKeptUnlessItIsWanted() throws {
        let state = try State()
        let service = try RunningService(environment: ["STATE_DIRECTORY": state.folder])
        let reader = try TestReader(service, Documents.policy.get())
        try reader.jump(.init(index: 4))
        guard case .placesNotKept(let reason) = try failure(of: { _ = try reader.mark() }) else {
            throw TestFailure("it is not told that nothing is kept")
        }
        #expect(reason.contains("Places=yes"))
        try reader.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder).isEmpty)
        #expect(try TestReader(service, Documents.policy.get()).opened.location?.index == 0)
    }

    @Test func itIsSwitchedOnAndOffWhileItRuns() throws {
        let state = try State()
        let service = try RunningService(environment: ["STATE_DIRECTORY": state.folder])
        let reader = try TestReader(service, Documents.policy.get())
        let reload = { (value: String) in
            _ = try service.file("sheafd.conf", Data("[Readers]\nPlaces=\(value)\n\(Build.limits)".utf8))
            _ = try service.connect().call(ManagerInterface.Reload.self, .init())
        }
        try reload("yes")
        _ = try reader.mark()
        try reader.jump(.init(index: 9))
        try reload("no")
        // What was known then is on disk, and nothing more comes.
        #expect(try state.ask("SELECT page FROM places") == "[(9,)]\n")
        try reader.jump(.init(index: 12))
        try reload("yes")
        let again = try TestReader.reopened(at: 9) { try TestReader(service, Documents.policy.get()) }
        #expect(try again.marks().count == 1 && reader.marks().count == 1)
    }

    @Test func withoutAFolderItDoesNotStart() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-\(UUID().uuidString)").path
        try Data().write(to: URL(fileURLWithPath: file))
        defer { unlink(file) }
        let failure = #expect(throws: TestFailure.self) {
            _ = try RunningService(
                configuration: "[Readers]\nPlaces=yes\n",
                launcher: ["/usr/bin/env", "-u", "STATE_DIRECTORY", "XDG_STATE_HOME=\(file)"])
        }
        #expect("\(String(describing: failure))".contains("Places=yes: cannot make the folder \(file)/sheaf"))
    }

    // MARK: Marks

    @Test func twoReadersOfABookSeeEachOthersMarks() throws {
        let state = try State()
        let service = try state.start()
        let reader = try TestReader(service, Documents.policy.get())
        let other = try TestReader(service, Self.copy(Documents.policy.get(), to: service, "copy.pdf"), width: 300)
        #expect(other.opened.document.document != reader.opened.document.document)
        #expect(try other.marks().isEmpty)
        let watching = try Watching(other, on: service)
        let mark = try reader.mark(index: 12, note: "so", color: "red")
        #expect(mark.kind == .bookmark && mark.index == 12 && mark.note == "so" && mark.color == "red")
        #expect(mark.created == mark.changed && mark.label != nil && mark.boxes.isEmpty)
        #expect(try watching.wait { $0.marks })
        #expect(try other.marks() == [mark] && reader.marks() == [mark])
        let changed = try other.client.call(
            ReaderInterface.ChangeMark.self, .init(reader: other.id, mark: mark.mark, note: "", color: "blue")
        ).parameters.mark
        #expect(changed.note == nil && changed.color == "blue" && changed.created == mark.created)
        #expect(try watching.wait { $0.marks })
        #expect(try reader.marks() == [changed])
        _ = try reader.client.call(ReaderInterface.RemoveMark.self, .init(reader: reader.id, mark: mark.mark))
        #expect(try watching.wait { $0.marks })
        #expect(try other.marks().isEmpty)
        #expect(
            try failure {
                _ = try other.client.call(
                    ReaderInterface.RemoveMark.self, .init(reader: other.id, mark: mark.mark))
            } == .noSuchMark(mark: mark.mark))
    }

    /// A mark is of the document's page, whatever part a reader shows. In an order of its own a reader has none.
    @Test func aMarkIsOfAPageOfTheDocument() throws {
        let state = try State()
        let service = try state.start()
        let part = try TestReader(
            service, Documents.policy.get(), axes: [.init(axis: .horizontal, first: 10, pages: 20)])
        #expect(try part.mark(index: 2).index == 2)
        let whole = try TestReader(service, Documents.policy.get())
        #expect(try whole.marks().map(\.index) == [12])
        _ = try whole.mark(index: 40)
        #expect(try part.marks().map(\.index) == [2, nil])
        let ordered = try TestReader(service, Documents.policy.get(), looks: .init(order: [5, 1]))
        guard case .placesNotKept(let reason) = try failure(of: { _ = try ordered.mark() }) else {
            throw TestFailure("a page is marked by where it is in another order")
        }
        #expect(reason.contains("SetLooks"))
    }

    @Test func aReaderInAnOrderOfItsOwnIsToldOfNoMark() throws {
        let state = try State()
        let service = try state.start()
        let ordered = try TestReader(service, Documents.policy.get(), looks: .init(order: [5, 1]))
        _ = try ordered.client.call(DocumentInterface.GetDigest.self, .init(reader: ordered.id))
        let watching = try Watching(ordered, on: service)
        _ = try TestReader(service, Documents.policy.get()).mark(index: 3)
        try ordered.jump(.init(index: 2))
        _ = try watching.wait { $0.end }
        #expect(watching.told.allSatisfy { $0.marks == nil })
    }

    /// An order that comes while the document is being read for its digest.
    @Test func noMarkIsMadeInAnOrderThatIsGivenMeanwhile() throws {
        let state = try State()
        let service = try state.start(providers: ["sheaf-images"])
        // As long as its files are so large, it is not read to its end.
        let picture = try DigestTests.picture(service, size: 256 << 20)
        let album = Array(repeating: picture, count: 64)
        let viewer = try Viewer(service, album: album)
        // The document that is being read stays open.
        let other = try Viewer(service, album: album)
        #expect(other.opened.document.document == viewer.opened.document.document)
        try viewer.client.send(ReaderInterface.AddMark.self, .init(reader: viewer.id))
        try service.answer()
        _ = try other.client.call(
            ReaderInterface.SetLooks.self, .init(reader: viewer.id, looks: .init(order: [1])))
        truncate(picture, 1 << 20)
        guard
            case .placesNotKept(let reason) = try failure(of: {
                _ = try viewer.client.receive(ReaderInterface.AddMark.self)
            })
        else { throw TestFailure("a page is marked by where it is in another order") }
        #expect(reason.contains("SetLooks"))
        let marks = try other.client.call(ReaderInterface.GetMarks.self, .init(reader: other.id)).parameters.marks
        #expect(marks.isEmpty)
    }

    @Test func marksAreListedInParts() throws {
        let state = try State()
        let service = try state.start("MarksPerUser=150\n")
        let reader = try TestReader(service, service.pattern("pages = 200"))
        for index in (0..<150).reversed() { _ = try reader.mark(index: index) }
        #expect(try failure { _ = try reader.mark() } == .limitReached(limit: "MarksPerUser", value: 150))
        #expect(try reader.marks().map(\.index) == Array(0..<150))
        let part = try reader.client.call(ReaderInterface.GetMarks.self, .init(reader: reader.id)).parameters
        #expect(part.marks.count == 64 && part.next == 64 && part.digest.hasPrefix("sha256:"))
    }

    @Test func aHighlightIsFoundInOtherLetters() throws {
        let state = try State()
        let service = try state.start()
        let size = { Looks(flow: .init(fontSize: $0)) }
        let readers = try [12.0, 20].map {
            try TestReader(service, Documents.policyEPUB, width: 300, height: 400, looks: size($0))
        }
        for reader in readers { try eventually { try reader.state().document.count.kind == .exact } }
        try readers[0].jump(.init(index: 30))
        let run = try #require(try readers[0].text().runs.first { $0.text.count > 20 })
        let box = run.place.box
        let mark = try readers[0].mark(
            text: run.text, boxes: [.init(x0: box.x0, y0: box.y0, x1: box.x1, y1: box.y1)])
        #expect(mark.kind == .highlight && mark.index == 30 && mark.position != nil)
        let found = try #require(try readers[1].marks().first)
        let index = try #require(found.index)
        #expect(index > 30 && !found.boxes.isEmpty && found.text == run.text)
        // The boxes are where the words are there.
        let text = try readers[1].client.call(
            DocumentInterface.GetText.self, .init(reader: readers[1].id, index: index)
        ).parameters.runs
        let inside = text.filter { one in
            found.boxes.contains { $0.y0 < one.place.box.y1 && one.place.box.y0 < $0.y1 }
        }.map(\.text).joined(separator: " ")
        #expect(inside.contains(try #require(run.text.split(separator: " ").first)))
        // Without boxes they are looked for.
        let second = try readers[0].mark(text: run.text)
        let own = try #require(second.boxes.first)
        #expect(abs(own.y0 - box.y0) < 2 && abs(own.x0 - box.x0) < 2)
        #expect(try readers[0].mark(text: "not a word of it").boxes.isEmpty)
    }

    /// Of a word that comes again and again, the one that was marked is meant.
    @Test func aWordIsMarkedWhereItStands() throws {
        let state = try State()
        let service = try state.start()
        let reader = try TestReader(service, Documents.policyEPUB, width: 300, height: 400)
        try reader.jump(.init(index: 30))
        let runs = try reader.text().runs
        let words = runs.map { $0.text.split(separator: " ").map(String.init) }
        let line = try #require(
            words.indices.last { line in
                words[line].first.map { word in word.count > 1 && words[..<line].joined().contains(word) } ?? false
            })
        let (box, word) = (runs[line].place.box, words[line][0])
        let mark = try reader.mark(text: word, boxes: [.init(x0: box.x0, y0: box.y0, x1: box.x0 + 9, y1: box.y1)])
        let position = try #require(mark.position)
        #expect(try #require(reader.mark(text: word).position) < position)
        let again = try #require(try reader.mark(position: position, text: word).boxes.first)
        #expect(abs(again.y0 - box.y0) < 2 && abs(again.x0 - box.x0) < 2)
        // In other letters, and behind that.
        let other = try TestReader(
            service, Documents.policyEPUB, width: 300, height: 400, looks: Looks(flow: .init(fontSize: 20)))
        let found = try #require(try other.marks().first { $0.mark == mark.mark })
        #expect(found.position == position && !found.boxes.isEmpty)
    }

    @Test func whatIsNoMarkIsRefused() throws {
        let state = try State()
        let service = try state.start()
        let reader = try TestReader(service, service.pattern("pages = 9"))
        let long = String(repeating: "é", count: 2_048)
        let box = ReaderInterface.MarkBox(x0: 0, y0: 0, x1: 1, y1: 1)
        _ = try reader.mark(text: long, note: long, color: String(repeating: "c", count: 32))
        _ = try reader.mark(text: "t", boxes: Array(repeating: box, count: 128))
        for (field, attempt) in [
            ("text", { _ = try reader.mark(text: long + "x") }), ("note", { _ = try reader.mark(note: long + "x") }),
            ("color", { _ = try reader.mark(color: String(repeating: "c", count: 33)) }),
            ("boxes", { _ = try reader.mark(text: "t", boxes: Array(repeating: box, count: 129)) }),
            ("boxes", { _ = try reader.mark(text: "t", boxes: [.init(x0: 0, y0: 0, x1: 1e10, y1: 1)]) }),
            ("mark", { _ = try reader.mark(mark: "xyz") }), ("created", { _ = try reader.mark(created: -1) }),
            ("position", { _ = try reader.mark(index: 1, position: 1) }),
        ] as [(String, () throws -> Void)] {
            guard case .invalidMark(field, _) = try failure(of: attempt) else {
                throw TestFailure("\(field) is taken")
            }
        }
        for attempt in [{ _ = try reader.mark(index: 9) }, { _ = try reader.mark(index: -1) }] as [() throws -> Void] {
            guard case .noSuchPage = try failure(of: attempt) else {
                throw TestFailure("a page that is not there is marked")
            }
        }
        let count = try reader.marks().count
        #expect(count == 2)
        // What was made elsewhere keeps its id and its time, and comes once.
        let id = String(repeating: "0f", count: 16)
        for note in ["a", "b"] {
            let mark = try reader.mark(index: 2, note: note, mark: id, created: 77)
            #expect(mark.mark == id && mark.created == 77 && mark.note == note)
        }
        #expect(try reader.marks().count == 3)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root, to be several users")) func nobodySeesAnothers() throws {
        let state = try State()
        let service = try state.start()
        let path = try service.pattern("pages = 90")
        let readers = try [UInt32(1_001), 1_002].map {
            try TestReader(service, path, client: service.connect(as: $0))
        }
        try readers[0].jump(.init(index: 30))
        let mark = try readers[0].mark(note: "mine")
        try readers[0].close()
        #expect(try readers[1].marks().isEmpty && readers[1].client.places().documents.isEmpty)
        #expect(
            try failure {
                _ = try readers[1].client.call(
                    ReaderInterface.RemoveMark.self, .init(reader: readers[1].id, mark: mark.mark))
            } == .noSuchMark(mark: mark.mark))
        #expect(try readers[1].client.call(ReaderInterface.ForgetPlaces.self, .init()).parameters.marks == 0)
        #expect(try TestReader(service, path, client: service.connect(as: 1_002)).opened.location?.index == 0)
        let again = try TestReader.reopened(at: 30) {
            try TestReader(service, path, client: service.connect(as: 1_001))
        }
        #expect(try again.marks().map(\.note) == ["mine"])
    }

    // MARK: The disk

    /// Killed at any time: what was answered is there, and the database is whole.
    @Test func whatWasAnsweredOutlivesAKill() throws {
        let state = try State()
        var answered: Set<String> = []
        for round in 0..<4 {
            let service = try state.start()
            let path = try service.pattern("pages = 90")
            let reader = try TestReader(service, path)
            #expect(Set(try reader.marks().map(\.mark)).isSuperset(of: answered))
            let pid = service.process.processIdentifier
            let killer = Thread {
                usleep(UInt32(20_000 + 37_000 * round))
                kill(pid, SIGKILL)
            }
            killer.start()
            for index in 0..<10_000 {
                guard let mark = try? reader.mark(index: index % 90) else { break }
                answered.insert(mark.mark)
            }
            try eventually { !service.process.isRunning }
        }
        let service = try state.start()
        let reader = try TestReader(service, service.pattern("pages = 90"))
        #expect(Set(try reader.marks().map(\.mark)).isSuperset(of: answered) && !answered.isEmpty)
        #expect(!service.log.contains("damaged"))
    }

    /// A disk of its own, which is soon full: turning goes on, what was answered is there, and where there is room again it goes on.
    @Test(.enabled(if: geteuid() == 0, "needs root, to mount a small disk")) func aFullDiskLosesNothing() throws {
        let state = try State()
        #expect(
            try Command.run("/usr/bin/mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", state.folder]).status == 0)
        defer { _ = try? Command.run("/usr/bin/umount", ["-l", state.folder]) }
        let service = try state.start()
        let reader = try TestReader(service, Documents.policy.get())
        var answered: [String] = []
        var reason: String?
        while reason == nil, answered.count < 1_000 {
            do {
                answered.append(
                    try reader.mark(index: answered.count % 90, note: String(repeating: "x", count: 2_000)).mark)
            } catch let error as VarlinkCallError<ReaderInterface.Failure> {
                guard case .failed(.placesFailed(let told)) = error else { throw error }
                reason = told
            }
        }
        #expect(reason?.contains("full") ?? false, "\(reason ?? "nothing failed")")
        for index in 1..<20 { try reader.jump(.init(index: index)) }
        #expect(try Set(reader.marks().map(\.mark)) == Set(answered) && answered.count > 5)
        // Room again.
        _ = try Command.run("/usr/bin/mount", ["-o", "remount,size=8m", state.folder])
        _ = try reader.mark(note: "again")
        try reader.jump(.init(index: 55))
        try reader.close()
        service.stop()
        let next = try state.start()
        let last = try TestReader.reopened(at: 55) { try TestReader(next, Documents.policy.get()) }
        #expect(try last.marks().count == answered.count + 1)
    }

    @Test func aDamagedDatabaseStopsNothing() throws {
        let state = try State()
        try Data(String(repeating: "this is no database. ", count: 1_000).utf8)
            .write(to: URL(fileURLWithPath: state.database))
        let service = try state.start()
        let reader = try TestReader(service, Documents.policy.get())
        _ = try reader.mark()
        #expect(try reader.marks().count == 1)
        #expect(service.log.contains("\(state.database).damaged-1"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: state.folder).contains("places.sqlite3.damaged-1"))
    }

    // MARK: sheafctl

    @Test func sheafctlListsChangesExportsAndImports() throws {
        let state = try State()
        let service = try state.start()
        let control = { (arguments: [String]) in
            try Command.run(
                Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket] + arguments)
        }
        #expect(try control(["open", Documents.policy.get()]).status == 0)
        #expect(try control(["bookmarks"]).text.contains("no marks"))
        #expect(
            try control(["bookmarks", "--add", "--page", "9", "--note", "first \u{1b}[31m"]).text == "marked page 9\n")
        #expect(try control(["goto", "30"]).status == 0)
        let words = try #require(
            try control(["text"]).text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .first { $0.count > 25 })
        #expect(try control(["bookmarks", "--add", "--text", words, "--color", "yellow"]).text == "marked page 30\n")
        let list = try control(["bookmarks"]).text
        #expect(list.contains("highlight") && list.contains("first") && !list.contains("\u{1b}[31m"))
        #expect(try control(["bookmarks", "--change", "1", "--note", "better"]).status == 0)
        #expect(try control(["bookmarks", "--remove", "3"]).status == 1)
        let exported = try control(["bookmarks", "--export"]).text
        let page = try #require(try JSONSerialization.jsonObject(with: Data(exported.utf8)) as? [String: Any])
        let items = try #require(page["items"] as? [[String: Any]])
        #expect(page["type"] as? String == "AnnotationPage" && items.count == 2)
        #expect(items.map { $0["motivation"] as? String } == ["bookmarking", "highlighting"])
        // Forgotten, and taken in again, twice.
        try eventually { try control(["places"]).text.contains("30 of") }
        #expect(try control(["places", "--forget-all"]).text.contains("2 marks"))
        let file = try service.file("marks.json", Data(exported.utf8))
        for _ in 0..<2 { #expect(try control(["bookmarks", "--import", file]).text == "took 2 marks of 2\n") }
        let again = try control(["bookmarks", "--export"]).text
        let found = try #require(try JSONSerialization.jsonObject(with: Data(again.utf8)) as? [String: Any])
        for (old, new) in zip(items, found["items"] as? [[String: Any]] ?? []) {
            for key in ["id", "created", "motivation", "target", "body"] {
                #expect(old[key] as? NSObject == new[key] as? NSObject, "\(key)")
            }
        }
        // What others write.
        let other = """
            [{"@context":"http://www.w3.org/ns/anno.jsonld","id":"http://example.org/anno1","type":"Annotation",
            "bodyValue":"a note","created":"2015-01-28T12:00:00+01:00","target":{"source":"http://example.org/policy.pdf",
            "selector":{"type":"FragmentSelector","value":"page=12","refinedBy":{"type":"TextQuoteSelector","exact":"x"}}}}]
            """
        let foreign = try service.file("other.json", Data(other.utf8))
        #expect(try control(["bookmarks", "--import", foreign]).status == 0)
        #expect(try control(["--json", "bookmarks"]).text.contains(#""index":11"#))
        #expect(try control(["--json", "bookmarks"]).text.contains(#""created":1422442800"#))
        // Those of another document, and what is no JSON.
        #expect(try control(["open", service.pattern("pages = 40")]).status == 0)
        let refused = try control(["bookmarks", "--import", file])
        #expect(refused.status == 1 && refused.errors.contains("--any-document"))
        #expect(try control(["bookmarks", "--import", file, "--any-document"]).text == "took 2 marks of 2\n")
        let broken = try control(["bookmarks", "--import", service.file("broken", Data("{".utf8))])
        #expect(broken.status == 1 && broken.errors.contains("--export"))
    }
}

extension TestReader {
    func mark(
        index: Int? = nil, position: Int? = nil, text: String? = nil, boxes: [ReaderInterface.MarkBox]? = nil,
        note: String? = nil, color: String? = nil, mark: String? = nil, created: Int? = nil
    ) throws -> ReaderInterface.Mark {
        try client.call(
            ReaderInterface.AddMark.self,
            .init(
                reader: id, index: index, position: position, text: text, boxes: boxes, note: note, color: color,
                mark: mark, created: created)
        ).parameters.mark
    }

    func marks() throws -> [ReaderInterface.Mark] {
        var marks: [ReaderInterface.Mark] = []
        var next: Int? = 0
        while let first = next {
            let part = try client.call(ReaderInterface.GetMarks.self, .init(reader: id, first: first)).parameters
            marks += part.marks
            next = part.next
        }
        return marks
    }
}

extension VarlinkBlockingClient {
    fileprivate func places(first: Int? = nil, count: Int? = nil) throws -> ReaderInterface.GetPlacesReply {
        try call(ReaderInterface.GetPlaces.self, .init(first: first, count: count)).parameters
    }
}
