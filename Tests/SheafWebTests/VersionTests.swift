import Foundation
import SheafOS
import Testing

@testable import SheafWeb

/// Which bytes a document has, as URLs say it.
@Suite struct VersionTests {
    /// A look at a file of one byte, whose last change was then.
    private static func state(_ seconds: Double) throws -> FileStatus {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-state-\(UUID().uuidString)")
            .path
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
        return try #require(FileStatus(path: path))
    }

    private static let digits = "0123456789abcdef0123456789abcdef" + "ffffffffffffffffffffffffffffffff"

    @Test func itIsTheBeginningOfTheDigestWhateverTheTimesAre() throws {
        for kind in ["sha256", "sha256-album"] {
            let versions = try [1, 2].map { DocumentVersion.of(digest: "\(kind):\(Self.digits)", try Self.state($0)) }
            #expect(versions == Array(repeating: String(Self.digits.prefix(32)), count: 2))
        }
    }

    /// A file of which only the ends were read may change in the middle, and then its time changes.
    @Test func ofAFileWhoseMiddleWasNotReadItHasTheTimeToo() throws {
        let versions = try [1, 1, 2].map {
            DocumentVersion.of(digest: "sha256-ends:\(Self.digits)", try Self.state($0))
        }
        #expect(versions[0] == versions[1] && versions[1] != versions[2])
        for version in versions {
            #expect(version?.hasPrefix("0123456789abcdef") == true && version.map(DocumentVersion.isVersion) == true)
        }
    }

    @Test func withoutADigestItIsOfSizeAndTime() throws {
        let versions = try [1, 1, 2].map { DocumentVersion.of(try Self.state($0)) }
        #expect(versions[0] == versions[1] && versions[1] != versions[2])
        #expect(versions.allSatisfy(DocumentVersion.isVersion))
    }

    @Test(arguments: ["", "sha256", "sha256:", "sha256:0123", "sha256:" + String(repeating: "-", count: 64), "a:b:c"])
    func whatIsNoDigestIsNoVersion(_ digest: String) throws {
        #expect(DocumentVersion.of(digest: digest, try Self.state(1)) == nil)
    }

    @Test(arguments: [2, 3, 8, 100]) func soManyAreRememberedAndThoseThatAreUsedStay(_ limit: Int) {
        var memory = RecentMemory<Int, Int>(limit: limit)
        for number in 0..<10 * limit {
            memory[number] = number
            #expect(memory[number] == number && memory[-1] == nil)
            // The last half is there.
            for back in 0..<limit / 2 where number >= back { #expect(memory[number - back] == number - back) }
            #expect(memory.count <= limit)
        }
        memory = RecentMemory(limit: limit)
        for number in 0..<limit - 1 { memory[number] = number }
        #expect(memory.count >= limit - 2)
        for number in 0..<10 * limit {
            memory[-number] = number
            #expect(memory.count <= limit)
        }
        memory[3] = 7
        #expect(memory[3] == 7)
    }
}
