import Foundation
import Glibc
import SheafOS
import Testing

@testable import SheafWeb

/// The folder that covers are kept in, and the file of versions beside them.
@Suite struct CoverTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "sheaf-covers-\(UUID().uuidString)")

    init() throws { try CacheFolder.prepare(folder.path, for: "covers") }

    private static func name(_ number: Int) -> String {
        String(repeating: "0", count: 16) + TextHash.digits(UInt64(number)) + "-" + TextHash.digits(of: "x")
    }

    private var bytes: Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.compactMap { FileStatus(path: "\(folder.path)/\($0)") }.reduce(0) { $0 + Int($1.size) }
    }

    /// Sets the time of the last use of a cover, so many hours back.
    private func use(_ number: Int, hoursAgo hours: Int) {
        let then = timespec(tv_sec: time(nil) - 3_600 * hours, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, "\(folder.path)/\(Self.name(number))", [then, then], 0) == 0)
    }

    @Test func itHoldsSoManyBytesAndWhatIsUsedStays() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        var covers = CacheFolder(folder.path, of: CoverStore.kind, limit: 16_000)
        for number in 0..<15 {
            try covers.keep([UInt8](repeating: UInt8(number), count: 1_000), as: Self.name(number))
            use(number, hoursAgo: 100 - number)
        }
        #expect(bytes == 15 * 1_016)
        // What is found is used.
        #expect(covers.find(Self.name(0))?.content.count == 1_000 && covers.find(Self.name(99)) == nil)
        try covers.keep([UInt8](repeating: 15, count: 1_000), as: Self.name(15))
        #expect(bytes <= 14_000)
        #expect(
            covers.find(Self.name(0)) != nil && covers.find(Self.name(15)) != nil && covers.find(Self.name(1)) == nil)
        // The next run counts what is there, and holds less where it may.
        covers = CacheFolder(folder.path, of: CoverStore.kind, limit: 4_000)
        #expect(bytes <= 3_500 && covers.find(Self.name(15)) != nil)
        // A picture that would take more than a quarter is none.
        try covers.keep([UInt8](repeating: 1, count: 1_001), as: Self.name(20))
        #expect(covers.find(Self.name(20)) == nil)
    }

    /// Somebody may name a folder of their own.
    @Test func otherFilesAreLeftAlone() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let other = folder.appendingPathComponent("beach.jpg")
        try Data(count: 100_000).write(to: other)
        let left = folder.appendingPathComponent(".sheaf-left")
        try Data(count: 10).write(to: left)
        let covers = CacheFolder(folder.path, of: CoverStore.kind, limit: 4_000)
        for number in 0..<8 { try covers.keep([UInt8](repeating: 1, count: 1_000), as: Self.name(number)) }
        #expect(FileStatus(path: other.path)?.size == 100_000)
        // Another run may be writing that now; later nobody is.
        #expect(FileStatus(path: left.path) != nil)
        let then = timespec(tv_sec: time(nil) - 7_200, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, left.path, [then, then], 0) == 0)
        _ = CacheFolder(folder.path, of: CoverStore.kind, limit: 4_000)
        #expect(FileStatus(path: left.path) == nil)
    }

    @Test func onesNameIsNotAnothers() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let covers = CacheFolder(folder.path, of: CoverStore.kind, limit: 16_000)
        try covers.keep([1, 2, 3], as: Self.name(1))
        try FileManager.default.moveItem(
            at: folder.appendingPathComponent(Self.name(1)), to: folder.appendingPathComponent(Self.name(2)))
        #expect(covers.find(Self.name(2)) == nil)
        #expect(!CoverStore.isName("versions") && !CoverStore.isName("beach.jpg") && CoverStore.isName(Self.name(3)))
    }

    @Test func theFileOfVersionsIsBounded() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("versions").path
        let text = folder.appendingPathComponent("a.txt").path
        try Data("a".utf8).write(to: URL(fileURLWithPath: text))
        let version = String(repeating: "0a", count: 16)
        let states = try (0..<4).map { number in
            DocumentState(try #require(LibraryDocument(path: text, name: TextHash.digits(of: "\(number)"))))
        }
        for state in states { try VersionFile.add((state: state, version: version), to: file) }
        #expect(
            VersionFile.read(file).map(\.state) == states
                && VersionFile.read(file).map(\.version) == [version, version, version, version])
        let record = try Data(contentsOf: URL(fileURLWithPath: file)).prefix(VersionFile.recordLength)
        // A file that has more than half of what it may have is written anew: each once, the latest last.
        var many = Data(capacity: VersionFile.limit * VersionFile.recordLength)
        for _ in 0..<VersionFile.limit { many += record }
        try many.write(to: URL(fileURLWithPath: file))
        try VersionFile.add((state: states[1], version: version), to: file)
        #expect(FileStatus(path: file)?.size == Int64(many.count))
        #expect(VersionFile.read(file).count == 1 && FileStatus(path: file)?.size == Int64(VersionFile.recordLength))
        // So many are remembered.
        #expect(VersionFile.limit == 4 * DocumentVersions.limit)
    }
}
