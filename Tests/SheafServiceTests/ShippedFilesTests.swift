import Glibc
import SheafOS
import Testing

@testable import SheafBase
@testable import SheafService

/// What is installed beside the programs, against the programs.
@Suite struct ShippedFilesTests {
    private static func repository(_ relative: String, of file: String = #filePath) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(folder)/\(relative)"
    }

    private static func lines(_ relative: String) throws -> [Substring] {
        try TextFile.read(repository(relative)).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// What an awk program of the project writes.
    private static func awk(_ program: String, _ file: String) throws -> String {
        let path = "/tmp/sheaf-shipped-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        defer { unlink(path) }
        let status = system("awk -f '\(repository(program))' '\(repository(file))' > \(path)")
        try #require(status == 0)
        return try TextFile.read(path)
    }

    /// Section and key of each row of the table in docs/configuration.md.
    private static func documentedKeys() throws -> [String] {
        var section = ""
        var keys: [String] = []
        for line in try lines("docs/configuration.md") where line.hasPrefix("|") {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.filter { $0 != "`" }.drop { $0 == " " }.prefix { $0 != " " } }
            guard cells.count > 5 else { continue }
            if cells[1].first == "[" { section = cells[1].filter { $0 != "[" && $0 != "]" } }
            if cells[2].last == "=" { keys.append("\(section).\(cells[2].dropLast())") }
        }
        return keys
    }

    /// Those of the service, and those that every provider has.
    private static let keys =
        ConfigurationKeys.all.flatMap { section, keys in keys.keys.map { "\(section).\($0)" } } + ["Provider.Priority"]

    @Test func everyMessageIsInTheCatalogAndNoOther() throws {
        let ids = try Self.lines("systemd/sheaf.catalog").filter { $0.hasPrefix("-- ") }.map { $0.dropFirst(3) }
        #expect(ids.sorted() == MessageID.allCases.map { Substring($0.rawValue) }.sorted())
    }

    @Test func messageIDsAreAsJournaldWantsThem() {
        for id in MessageID.allCases {
            #expect(id.rawValue.utf8.count == 32)
            #expect(id.rawValue.allSatisfy { "0123456789abcdef".contains($0) })
        }
    }

    @Test func everyKeyIsDocumentedAndNoOther() throws {
        #expect(try Self.documentedKeys().sorted() == Self.keys.sorted())
    }

    @Test func ofEveryKeyIsSaidWhenAChangeTakesEffect() throws {
        let table = try Self.lines("docs/configuration.md").drop { $0 != "## Changes while it runs" }
            .filter { $0.hasPrefix("| `") }
        for (key, rule) in ConfigurationKeys.all.values.joined() {
            let rows = table.filter { $0.split(separator: "|")[0].contains("`\(key)=`") }
            #expect(rows.count == 1, "\(key)")
            #expect(
                rows.first?.contains("when the service is started again")
                    == rule.waitsForRestart, "\(key)")
        }
    }

    @Test func theManualHasEveryKey() throws {
        let page = try Self.awk("docs/man/plain.awk", "docs/configuration.md")
        for key in Self.keys {
            let name = key.split(separator: ".")[1]
            #expect(page.contains("\n`\(name)=`\n: "), "\(name)")
        }
    }

    @Test func theSampleHasEveryKeyAndSetsNone() throws {
        let sample = try Self.awk("docs/man/sample.awk", "docs/configuration.md")
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 1_000_000))
        try reader.parse(sample, file: "sheafd.conf")
        #expect(reader.warnings.isEmpty)
        #expect("\(reader.configuration)" == "\(Configuration())")
        let set = sample.split(separator: "\n").filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }
            .compactMap { $0.dropFirst().split(separator: "=").first }
        #expect(set.sorted() == Self.keys.map { $0.split(separator: ".")[1] }.sorted())
    }

    @Test func theDefaultsInTheSampleAreTaken() throws {
        // Those that are given as values: taking away the comment sign must not break a configuration.
        let sample = try Self.awk("docs/man/sample.awk", "docs/configuration.md").split(separator: "\n")
            .map { $0.hasPrefix("#") && !$0.hasPrefix("# ") && $0.last != "=" ? $0.dropFirst() : $0 }
            .filter { !$0.hasPrefix("Priority=") }
        var reader = ConfigurationReader(memory: MemoryRoom(machine: 1_000_000))
        try reader.parse(sample.joined(separator: "\n"), file: "sheafd.conf")
        #expect(reader.warnings.isEmpty)
        #expect("\(reader.configuration)" == "\(Configuration())")
    }
}
