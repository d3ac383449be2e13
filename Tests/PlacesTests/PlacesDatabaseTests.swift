import Foundation
import SheafOS
import TestSupport
import Testing

@testable import Places

/// A folder that goes with its test.
final class TestFolder {
    let path = "/tmp/sheaf-places-" + UUID().uuidString

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var database: String { "\(path)/\(PlacesDatabase.fileName)" }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }
}

@Suite struct PlacesDatabaseTests {
    private let folder: TestFolder
    private let one = DocumentDigest(folder: "/one")
    private let two = DocumentDigest(folder: "/two")

    init() throws { folder = try TestFolder() }

    private func open(maxPages: Int? = nil, report: @escaping (String) -> Void = { _ in }) -> PlacesDatabase {
        PlacesDatabase(folder: folder.path, maxPages: maxPages, report: report)
    }

    private func place(_ index: Int, time: Int64 = 0) -> ReadingPlace {
        ReadingPlace(index: index, pages: 100, position: nil, title: "One", time: time)
    }

    private func mark(_ id: String, _ index: Int = 0, position: Int64? = nil) -> Mark {
        Mark(id: id, kind: .bookmark, index: index, position: position, created: 7, changed: 7)
    }

    private func add(_ mark: Mark, to database: PlacesDatabase, of uid: UInt32 = 1, limit: Int = 100) throws {
        try database.add(mark, of: uid, in: one, at: place(mark.index), limit: limit)
    }

    private func marks(_ database: PlacesDatabase, of uid: UInt32 = 1) throws -> [Mark] {
        try database.marks(of: uid, in: one, first: 0, count: 1_000)
    }

    // MARK: Copies

    @Test func aCopyKeepsWhatItsMarkSays() throws {
        let database = open()
        var mark = mark("a", 3)
        mark.note = "so"
        mark.boxes = [MarkBox(x0: 1, y0: 2, x1: 3, y1: 4)]
        try add(mark, to: database)
        mark.index = 5
        try database.copy([mark], of: 1, to: two, at: place(9, time: 4))
        #expect(try database.marks(of: 1, in: two, first: 0, count: 9) == [mark])
        #expect(try marks(database).map(\.index) == [3])
        #expect(try database.place(of: 1, in: two)?.index == 9)
        // Of another user there is none.
        #expect(try database.marks(of: 2, in: two, first: 0, count: 9).isEmpty)
    }

    /// A change in a copy is not undone by one that comes later, unless that was changed after it.
    @Test func theOneThatWasChangedLastIsKept() throws {
        let database = open()
        try add(mark("a"), to: database)
        try database.copy([mark("a")], of: 1, to: two, at: place(0))
        let copied = try database.change("a", of: 1, in: two, note: "there", color: nil, time: 20)
        try database.copy([mark("a")], of: 1, to: two, at: place(0))
        #expect(try database.marks(of: 1, in: two, first: 0, count: 9) == [copied])
        try database.copy([copied], of: 1, to: one, at: place(0))
        #expect(try marks(database) == [copied])
    }

    @Test func aMarkCountsOnceAndIsKeptInSoManyDocuments() throws {
        let database = open()
        try add(mark("a"), to: database, limit: 2)
        let later = (1...Mark.maxCopies).map { DocumentDigest(folder: "/\($0)") }
        for (number, digest) in later.enumerated() {
            let isFull = number == Mark.maxCopies - 1
            try database.copy([mark("a")], of: 1, to: digest, at: place(0, time: Int64(number + 1)))
            // The first one is the one that was read longest ago.
            #expect(try marks(database).isEmpty == isFull)
        }
        for digest in later { #expect(try database.marks(of: 1, in: digest, first: 0, count: 9).count == 1) }
        try add(mark("b"), to: database, limit: 2)
        #expect(throws: PlacesFailure.limitReached(2)) { try add(mark("c"), to: database, limit: 2) }
    }

    @Test func aPlaceIsOfAUserAndADocument() throws {
        let database = open()
        var place = place(7, time: 1)
        place.position = Int64.max
        try database.keep([(1, one, place), (2, one, self.place(8)), (1, two, self.place(9, time: 2))])
        for database in [database, open()] {
            #expect(try database.place(of: 1, in: one) == place)
            #expect(try database.place(of: 2, in: one)?.index == 8)
            #expect(try database.place(of: 2, in: two) == nil)
            #expect(try database.documents(of: 1, first: 0, count: 9).map(\.digest) == [two, one])
            #expect(try database.documents(of: 1, first: 1, count: 9).map(\.place) == [place])
        }
        try database.keep([(1, one, self.place(3, time: 3))])
        #expect(try database.place(of: 1, in: one)?.index == 3)
        // Nobody else reads the file.
        let permissions = try FileManager.default.attributesOfItem(atPath: folder.database)[.posixPermissions]
        #expect(permissions as? Int == 0o600)
    }

    @Test func ofTooManyPlacesTheOldestGo() throws {
        let database = open()
        let most = PlacesDatabase.placesPerUser
        let places = (0...most).map { (UInt32(1), DocumentDigest(folder: "\($0)"), place($0, time: Int64($0))) }
        try database.keep(Array(places.prefix(most)) + [(2, one, place(1))])
        #expect(try database.place(of: 1, in: places[0].1) != nil)
        try database.keep([places[most]])
        #expect(try database.place(of: 1, in: places[0].1) == nil)
        #expect(try database.place(of: 1, in: places[1].1) != nil && database.place(of: 2, in: one) != nil)
    }

    @Test func marksAreAddedChangedAndRemoved() throws {
        let database = open()
        var highlight = Mark(
            id: "b", kind: .highlight, index: 4, label: "iv", position: 400,
            boxes: [MarkBox(x0: 0.1, y0: 1, x1: 2.5, y1: 1e9)], layout: "large", text: "a \u{0} 'b' ß", note: "n",
            color: "red", created: 1, changed: 2)
        try add(highlight, to: database)
        try add(mark("c", 9, position: 300), to: database)
        #expect(try marks(open()).map(\.id) == ["c", "b"] && marks(database).last == highlight)
        #expect(try marks(database, of: 2).isEmpty)
        #expect(try database.documents(of: 1, first: 0, count: 1).first?.marks == 2)
        // One with the same id takes its place.
        highlight.text = "other"
        try add(highlight, to: database)
        #expect(try marks(database).last == highlight && marks(database).count == 2)
        let changed = try database.change("b", of: 1, in: one, note: "", color: nil, time: 9)
        #expect(changed.note == nil && changed.color == "red" && changed.changed == 9)
        #expect(try marks(database).last == changed)
        for (id, uid, digest) in [("x", UInt32(1), one), ("b", 2, one), ("b", 1, two)] {
            #expect(throws: PlacesFailure.noSuchMark) { try database.remove(id, of: uid, in: digest) }
            #expect(throws: PlacesFailure.noSuchMark) {
                _ = try database.change(id, of: uid, in: digest, note: "x", color: nil, time: 0)
            }
        }
        try database.remove("b", of: 1, in: one)
        #expect(try marks(open()).map(\.id) == ["c"])
    }

    @Test func aUserHasSoManyMarks() throws {
        let database = open()
        for number in 0..<3 { try add(mark("\(number)"), to: database, limit: 3) }
        #expect(throws: PlacesFailure.limitReached(3)) { try add(mark("3"), to: database, limit: 3) }
        // One that is there already is no further one, and others have their own.
        try add(mark("2", 5), to: database, limit: 3)
        try add(mark("3"), to: database, of: 2, limit: 3)
        #expect(try marks(database).count == 3)
    }

    @Test func whatIsForgottenIsGoneFromTheDisk() throws {
        let database = open()
        var secret = mark("a")
        secret.note = "a very secret note"
        try add(secret, to: database)
        try database.keep([(1, two, place(1)), (2, one, place(1))])
        #expect(try contains("secret note"))
        #expect(try database.forget(one, of: 1) == (1, 1))
        #expect(try !contains("secret note"))
        #expect(try database.place(of: 1, in: two) != nil && database.place(of: 2, in: one) != nil)
        #expect(try database.forget(nil, of: 1) == (1, 0))
        #expect(try database.documents(of: 1, first: 0, count: 9).isEmpty)
    }

    private func contains(_ text: String) throws -> Bool {
        try folder.names.contains { name in
            try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(name)")).range(of: Data(text.utf8)) != nil
        }
    }

    @Test(arguments: [false, true]) func aDamagedDatabaseIsSetAside(isOpen: Bool) throws {
        var told: [String] = []
        var database = open { told.append($0) }
        for number in 0..<200 { try add(mark("\(number)", number), to: database, limit: 1_000) }
        if !isOpen { database = open { told.append($0) } }
        // In the middle, where only some of it is hit, or all of it.
        for suffix in ["", "-wal"] {
            let path = folder.database + suffix
            guard var bytes = FileManager.default.contents(atPath: path) else { continue }
            let range = isOpen ? 0..<bytes.count : bytes.count / 4..<bytes.count
            bytes.replaceSubrange(range, with: Data(repeating: 0x5a, count: range.count))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            file.write(bytes)
            try file.close()
        }
        if isOpen { database = open { told.append($0) } }
        #expect(try marks(database).count < 200)
        try add(mark("new"), to: database)
        #expect(try marks(database).map(\.id).contains("new"))
        #expect(told.count == 1 && told[0].contains("damaged-1") && told[0].contains("recover"), "\(told)")
        #expect(folder.names.contains("\(PlacesDatabase.fileName).damaged-1"))
    }

    @Test func aFileThatIsNoDatabaseIsSetAside() throws {
        try Data("no database at all, but long enough to look at".utf8).write(to: URL(fileURLWithPath: folder.database))
        var told: [String] = []
        let database = open { told.append($0) }
        try database.keep([(1, one, place(1))])
        #expect(told.count == 1 && folder.names.contains("\(PlacesDatabase.fileName).damaged-1"))
    }

    @Test func oneOfALaterVersionIsLeftAlone() throws {
        let database = open()
        try database.keep([(1, one, place(1))])
        try SQLite(path: folder.database).execute("PRAGMA user_version = 2")
        #expect(throws: PlacesFailure.self) { try open().place(of: 1, in: one) }
        #expect(!folder.names.contains { $0.contains("damaged") })
    }

    @Test func whatWasAnsweredIsThereWhenTheDiskIsFull() throws {
        let database = open(maxPages: 16)
        var answered: [String] = []
        var failure: PlacesFailure?
        while failure == nil, answered.count < 1_000 {
            var large = mark("\(answered.count)")
            large.note = String(repeating: "x", count: 3_000)
            do throws(PlacesFailure) {
                try database.add(large, of: 1, in: one, at: place(0), limit: 1_000)
                answered.append(large.id)
            } catch {
                failure = error
            }
        }
        guard case .failed(let reason) = failure else { throw TestFailure() }
        #expect(reason.contains("full") && reason.contains(folder.database), "\(reason)")
        #expect(answered.count > 3)
        for database in [database, open()] { #expect(try Set(marks(database).map(\.id)) == Set(answered)) }
        // It goes on where there is room again.
        try database.remove(answered[0], of: 1, in: one)
        try add(mark("small"), to: database)
    }

    private struct TestFailure: Error {}
}

@Suite struct DocumentDigestTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func file(_ name: String, _ bytes: Data) throws -> SharedDescriptor {
        try bytes.write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        return SharedDescriptor(try FileDescriptor.open("\(folder.path)/\(name)"))
    }

    private func digest(_ files: [SharedDescriptor], isAlbum: Bool = false) throws -> String {
        let reading = DigestReading(of: files, isAlbum: isAlbum)
        let buffer = DigestBuffer()
        while true { if let digest = try reading.advance(with: buffer) { return digest.text } }
    }

    private func sum(_ name: String) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        process.arguments = ["\(folder.path)/\(name)"]
        process.standardOutput = pipe
        try process.start()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return String(text.prefix(64))
    }

    @Test(arguments: [0, 1, DigestReading.part - 1, DigestReading.part, DigestReading.part + 1])
    func itIsThatOfSha256sum(size: Int) throws {
        let file = try file("a", Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }))
        #expect(try digest([file]) == "sha256:\(sum("a"))")
        #expect(DocumentDigest(try digest([file]))?.text == (try digest([file])))
    }

    /// On both sides of the limit; in the middle of a larger file nothing is read.
    @Test func ofALargeFileTheEndsCount() throws {
        let limit = Int(DocumentDigest.wholeLimit)
        let first = try file("a", Data("x".utf8))
        truncate("\(folder.path)/a", off_t(limit))
        #expect(try digest([first]) == "sha256:\(sum("a"))")
        truncate("\(folder.path)/a", off_t(limit + 100))
        let before = try digest([first])
        #expect(before.hasPrefix("sha256-ends:"))
        func write(_ byte: UInt8, at offset: Int) throws {
            let handle = try FileHandle(forUpdating: URL(fileURLWithPath: "\(folder.path)/a"))
            try handle.seek(toOffset: UInt64(offset))
            handle.write(Data([byte]))
            try handle.close()
        }
        try write(1, at: limit / 2 + 50)
        #expect(try digest([first]) == before)
        try write(1, at: limit / 2 - 1)
        let beginning = try digest([first])
        try write(1, at: limit / 2 + 100)
        #expect(try Set([before, beginning, digest([first])]).count == 3)
    }

    @Test func anAlbumIsItsFilesInTheirOrder() throws {
        let (a, b) = (try file("a", Data("a".utf8)), try file("b", Data("b".utf8)))
        let album = try digest([a, b], isAlbum: true)
        #expect(album.hasPrefix("sha256-album:"))
        #expect(try digest([a, b], isAlbum: true) == album && digest([b, a], isAlbum: true) != album)
        #expect(try digest([a], isAlbum: true) != digest([a]))
    }

    @Test func aFileThatChangesAllTheTimeHasNone() throws {
        let file = try file("a", Data(count: 2 * DigestReading.part))
        let reading = DigestReading(of: [file], isAlbum: false)
        let buffer = DigestBuffer()
        #expect(throws: OSError.self) {
            for number in 0..<100 {
                if try reading.advance(with: buffer) != nil { return }
                let handle = try FileHandle(forUpdating: URL(fileURLWithPath: "\(folder.path)/a"))
                handle.write(Data([UInt8(number)]))
                try handle.close()
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: "\(folder.path)/a")
            }
        }
    }

    @Test func whatIsNoneIsRefused() {
        let digits = String(repeating: "0a", count: 32)
        #expect(DocumentDigest("sha256:\(digits)") != nil && DocumentDigest("sha256-path:\(digits)") != nil)
        for text in [
            "", "sha256", "sha256:", "md5:\(digits)", "sha256:\(digits)0", "sha256:\(digits.uppercased())", digits,
        ] {
            #expect(DocumentDigest(text) == nil, "\(text)")
        }
    }
}

@Suite struct PlacesThreadTests {
    @Test func workIsDoneInItsOrderAndWhatWasHandedOverIsDoneAtTheEnd() throws {
        let folder = try TestFolder()
        let loop = try EventLoop()
        let thread = try PlacesThread(on: loop, folder: folder.path) { _ in }
        let digest = DocumentDigest(folder: "/")
        var done: [Int] = []
        for number in 0..<100 {
            thread.perform { database throws(PlacesFailure) in
                try database.keep([
                    (1, digest, ReadingPlace(index: number, pages: 1, position: nil, title: nil, time: 0))
                ])
            } completion: { _ in
                done.append(number)
            }
        }
        #expect(done.isEmpty)
        thread.finish()
        #expect(done == Array(0..<100))
        let found = try PlacesDatabase(folder: folder.path) { _ in }.place(of: 1, in: digest)
        #expect(found?.index == 99)
    }

    @Test func tooMuchAtOnceIsRefused() throws {
        let folder = try TestFolder()
        let loop = try EventLoop()
        let thread = try PlacesThread(on: loop, folder: folder.path) { _ in }
        var refused = 0
        var count = 0
        // The thread stands still until its first work is let go.
        let gate = DispatchSemaphore(value: 0)
        let begun = DispatchSemaphore(value: 0)
        thread.perform { (_: PlacesDatabase) throws(PlacesFailure) in
            begun.signal()
            gate.wait()
        } completion: { _ in
            count += 1
        }
        begun.wait()
        for _ in 0..<PlacesThread.maxWaiting + 3 {
            thread.perform { (_: PlacesDatabase) throws(PlacesFailure) in
            } completion: { result in
                count += 1
                if case .failure = result { refused += 1 }
            }
        }
        gate.signal()
        try eventually(on: loop) { count == PlacesThread.maxWaiting + 4 }
        #expect(refused == 3)
        thread.finish()
    }

    @Test func aFileThatIsKnownHasItsDigestUntilItChanges() throws {
        let folder = try TestFolder()
        let loop = try EventLoop()
        let thread = try PlacesThread(on: loop, folder: folder.path) { _ in }
        let path = "\(folder.path)/document"
        try Data("a document".utf8).write(to: URL(fileURLWithPath: path))
        func known() throws -> String {
            var found: String?
            thread.digest(knownOf: SharedDescriptor(try FileDescriptor.open(path))) { found = $0?.text ?? "none" }
            try eventually(on: loop) { found != nil }
            return found ?? ""
        }
        #expect(try known() == "none")
        let digest = DocumentDigest(folder: "any")
        let file = SharedDescriptor(try FileDescriptor.open(path))
        thread.note(digest, of: try FileStatus(of: file.number))
        #expect(try known() == digest.text)
        try Data("another one".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try known() == "none")
        thread.finish()
    }
}
