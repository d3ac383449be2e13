import Foundation
import Testing

/// The files that docs/architecture.md says a turn passes: callgrind saw the same (docs/results/turn.txt).
@Suite struct TurnFilesTests {
    /// The part of the instructions that the files named in the manual hold at least, in percent.
    private static let part = 90.0

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: Build.project.appendingPathComponent(path), encoding: .utf8)
    }

    /// The files of a turn, the most instructions first, each with the part of all that it and those before it hold.
    private static func seen(_ scene: String) throws -> [(file: String, part: Double)] {
        let lines = try text("docs/results/turn.txt").components(separatedBy: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix(scene + ": the ") })
        return lines[(start + 3)...].prefix { !$0.isEmpty }.map { line in
            let words = line.split(separator: " ")
            let file = String(words[0].replacing(/\.(swift|c|cpp)$/, with: ""))
            return (file: file, part: Double(words[2]) ?? 0)
        }
    }

    /// The files that a part of the manual names.
    private static func named(from start: String, to end: String) throws -> Set<String> {
        let manual = try text("docs/architecture.md")
        let begin = try #require(manual.range(of: start)?.upperBound)
        let stop = try #require(manual.range(of: end, range: begin..<manual.endIndex)?.lowerBound)
        return Set(manual[begin..<stop].matches(of: /`([A-Z]\w+\/[\w\/.+]+)`/).map { String($0.1) })
    }

    /// A file that was moved or renamed since is to be counted anew.
    @Test(arguments: ["between two pages", "between two that are never cached, with a watch"])
    func theFilesThatWereSeenAreThere(scene: String) throws {
        let sources = Build.project.appendingPathComponent("Sources")
        let groups = try FileManager.default.contentsOfDirectory(at: sources, includingPropertiesForKeys: nil)
        let gone = try Self.seen(scene).map(\.file).filter { file in
            !["swift", "c", "cpp"].contains { ending in
                groups.contains { FileManager.default.fileExists(atPath: "\($0.path)/\(file).\(ending)") }
            }
        }
        #expect(gone.isEmpty, "make bench ONLY=count, and put it into docs/results/turn.txt: \(gone)")
    }

    @Test func aCachedTurnPassesTheFilesThatTheManualNames() throws {
        let named = try Self.named(from: "A turn to a page in the cache", to: "A reader is a `ReaderModel`")
        let seen = try Self.seen("between two pages")
        #expect(named.isSubset(of: seen.map(\.file)), "not passed: \(named.subtracting(seen.map(\.file)).sorted())")
        let last = try #require(seen.firstIndex { $0.part >= Self.part })
        let most = Set(seen[...last].map(\.file))
        #expect(most.isSubset(of: named), "not named: \(most.subtracting(named).sorted())")
    }

    @Test func aMissedTurnPassesTheFilesThatTheManualNames() throws {
        let named = try Self.named(from: "Where the page is not in the cache", to: "## Further")
            // It is no region.
            .subtracting(["SheafReaders/Commands/Page"])
        let seen = try Self.seen("between two that are never cached, with a watch")
        #expect(named.isSubset(of: seen.map(\.file)), "not passed: \(named.subtracting(seen.map(\.file)).sorted())")
    }
}
