import Foundation
import SheafOS
import Testing

@testable import HostProcess

/// The files of a folder of the library, and their limits.
@Suite final class FolderFilesTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ path: String, bytes: Int = 1) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(count: bytes).write(to: file)
    }

    private func look(upTo size: Int64 = 100, limit: Int = FolderFiles.limit) throws -> FolderFiles {
        let opened = try SheafOS.Folder.open(folder.path)
        return try FolderFiles(in: opened.number, upTo: size, limit: limit)
    }

    private func names(_ found: FolderFiles) -> [String] {
        found.files.map { String(decoding: $0.name, as: UTF8.self) }
    }

    @Test func foldersAreLookedIntoButNotLinksNorHiddenOnes() throws {
        for path in ["b.png", "a/2.png", "a/b/1.png", ".c/1.png", "a/.d/1.png", "a/.e"] { try write(path) }
        for (link, target) in [("up", ".."), ("self", "."), ("a/loop", "../a"), ("f.png", "b.png")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(link).path, withDestinationPath: target)
        }
        let found = try look()
        #expect(names(found) == ["a/2.png", "a/b/1.png", "b.png"])
        #expect(found.folders.map { String(decoding: $0, as: UTF8.self) } == ["a", "a/b"])
    }

    @Test func deeperFoldersAndLargerFilesAreLeftOut() throws {
        let deepest = String(repeating: "d/", count: FolderFiles.deepest)
        try write(deepest + "in.png", bytes: 100)
        try write(deepest + "large.png", bytes: 101)
        try write(deepest + "d/out.png")
        #expect(try names(look()) == [deepest + "in.png"])
    }

    @Test func filesAndFoldersAreCountedTogether() throws {
        for path in ["a/1.png", "a/2.png", "3.png"] { try write(path) }
        #expect(try look(limit: 4).files.count == 3)
        let refusal = #expect(throws: OSError.self) { _ = try self.look(limit: 3) }
        #expect(refusal?.code == EFBIG && "\(refusal.map { "\($0)" } ?? "")".contains("more than 3 files and folders"))
    }

    @Test(arguments: [0, 1]) func soManyFoldersAreWatched(more: Int) throws {
        for number in 0..<FolderFiles.watchedFolders + more { try write("\(number)/1.png") }
        let opened = try SheafOS.Folder.open(folder.path)
        #expect(try FileArchive(of: opened.number)?.folders.count == FolderFiles.watchedFolders)
    }

    /// A new file in a folder below changes the folder, so that it is looked through again.
    @Test func aChangeInAFolderBelowCounts() throws {
        try write("a/b/1.png")
        let before = try look()
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: 5)], ofItemAtPath: folder.appendingPathComponent("a/b").path)
        #expect(try look().changed > before.changed)
    }
}
