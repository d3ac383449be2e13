import Foundation
import SheafOS
import Testing

@testable import HostProtocol
@testable import HostSupervision

/// Counts of pages that are kept, and for whom.
@Suite struct KeptCountsTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "sheaf-counts-\(UUID().uuidString)")

    private static let file = DocumentIdentity(device: 1, inode: 2, size: 3, changed: 4)

    private static func name(
        _ file: DocumentIdentity = file, _ owner: HostOwner = .uid(1), provider: String = "epub 1",
        _ looks: DocumentLooks = DocumentLooks()
    ) -> String {
        KeptCounts.name(of: file, owner, provider: provider, looks)
    }

    /// The count that is found under a name, when the thread has come to it.
    private static func find(_ name: String, in counts: KeptCounts, on loop: EventLoop) throws -> [UInt8]? {
        var found: [UInt8]?
        counts.find(name) {
            found = $0
            loop.exit()
        }
        _ = try loop.run()
        return found
    }

    @Test func whatIsKeptIsFoundAlsoByTheNextRun() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let loop = try EventLoop()
        var counts = try KeptCounts(in: folder.path, on: loop) { Issue.record("\($0)") }
        let most = [UInt8](repeating: 7, count: HostLimits.keptBytes)
        counts.keep([1, 2, 3], as: Self.name())
        counts.keep(most, as: Self.name(provider: "epub 2"))
        counts.keep(most + [7], as: Self.name(provider: "epub 3"))
        for _ in 0..<2 {
            #expect(try Self.find(Self.name(), in: counts, on: loop) == [1, 2, 3])
            #expect(try Self.find(Self.name(provider: "epub 2"), in: counts, on: loop) == most)
            #expect(try Self.find(Self.name(provider: "epub 3"), in: counts, on: loop) == nil)
            counts = try KeptCounts(in: folder.path, on: loop) { Issue.record("\($0)") }
        }
        counts.forget(Self.name())
        #expect(try Self.find(Self.name(), in: counts, on: loop) == nil)
        // Damaged, it is as if there were none.
        let file = folder.appendingPathComponent(Self.name(provider: "epub 2"))
        var bytes = try Data(contentsOf: file)
        bytes[1_000] ^= 1
        try bytes.write(to: file)
        #expect(try Self.find(Self.name(provider: "epub 2"), in: counts, on: loop) == nil)
    }

    @Test func whatIsOfOthersIsNotFound() {
        let inode = DocumentIdentity(device: 1, inode: 3, size: 3, changed: 4)
        let changed = DocumentIdentity(device: 1, inode: 2, size: 3, changed: 5)
        var large = DocumentLooks()
        large.flow = DocumentLooks.Flow()
        large.flow?.fontSize = 16
        var markdown = DocumentLooks()
        markdown.suffix = ".md"
        let names = [
            Self.name(), Self.name(inode), Self.name(changed), Self.name(Self.file, .uid(2)),
            Self.name(Self.file, .library),
            Self.name(provider: "epub 2"), Self.name(Self.file, .uid(1), large),
            Self.name(Self.file, .uid(1), markdown),
        ]
        #expect(Set(names).count == names.count)
        // Margins are cut off what is laid out already.
        var trimmed = DocumentLooks()
        trimmed.trim = .page
        #expect(Self.name(Self.file, .uid(1), trimmed) == Self.name())
    }

    @Test func aFolderOfOthersIsRefused() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        #expect(throws: OSError.self) { _ = try KeptCounts(in: folder.path, on: try EventLoop()) { _ in } }
    }
}
