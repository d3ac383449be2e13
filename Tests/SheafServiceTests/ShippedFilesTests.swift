import Glibc
import IniFile
import SheafOS
import TestSupport
import Testing

@testable import HostProtocol
@testable import SheafBase
@testable import SheafService

/// The files that are installed beside the programs, against the programs.
@Suite struct ShippedFilesTests {
    private static func repository(_ relative: String, of file: String = #filePath) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        return "\(folder)/\(relative)"
    }

    private static func lines(_ relative: String) throws -> [Substring] {
        try TextFile.read(repository(relative)).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the output of an awk program of the project.
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

    /// The keys of the service's configuration, and those that every provider has.
    private static let keys =
        ConfigurationKeys.all.flatMap { section, keys in keys.keys.map { "\(section).\($0)" } } + ["Provider.Priority"]

    /// Building, packages and pages are made of what lies in its folder: tools/formats.
    @Test func everyFormatIsAFolderWithAllThatIsMadeOfIt() throws {
        let folders = try Folder.names(in: Self.repository("Plugins")).filter { !$0.hasPrefix(".") }
        #expect(folders.count >= 5)
        for folder in folders {
            let name = folder.lowercased()
            let file = "Plugins/\(folder)/libsheaf-\(name).provider"
            let manifest = try ProviderManifest(try TextFile.read(Self.repository(file)), file: file)
            #expect(!manifest.suffixes.isEmpty && Set(manifest.suffixes) != Set(manifest.unlisted), "\(folder)")
            let about = try IniFile.entries(of: try TextFile.read(Self.repository("Plugins/\(folder)/format.ini")))
            #expect(about.contains { $0.section == "Format" && $0.key == "Summary" }, "\(folder)")
            #expect(try Self.lines("Plugins/\(folder)/README.md")[0].hasPrefix("# "), "\(folder)")
            #expect(try !Folder.names(in: Self.repository("Tests/\(folder)ProviderTests")).isEmpty, "\(folder)")
        }
    }

    @Test(arguments: [
        Case("as it is", ("true", "")),
        Case("an unknown key", ("echo Sumary=x >>Plugins/Text/format.ini", "unknown: Sumary=x")),
        Case("no summary", ("sed -i /^Summary/d Plugins/Text/format.ini", "Plugins/Text/format.ini has no Summary=")),
        Case("nothing for the table", ("sed -i /^Opens/d Plugins/DjVu/format.ini", "has a package, and no Opens=")),
        Case("no manifest", ("rm Plugins/Text/*.provider", "there is no libsheaf-text.provider")),
        Case(
            "another summary",
            ("sed -i s/^Summary=plain/Summary=rich/ Plugins/Text/format.ini", "docs/operations.md is not what")
        ),
        Case("a new file", ("touch Plugins/DjVu/notes", "Package.swift is not what")),
        Case(
            "another ending", ("sed -i '/^Suffixes=/s/$/ .new/' Plugins/Text/*.provider", "sheaf_links.h is not what")),
        Case("a changed table", ("sed -i '/Plugins.DjVu/d' README.md", "README.md is not what")),
    ])
    func whatIsMadeOfTheFormatsIsCompared(_ test: Case<(String, String)>) throws {
        let (change, complaint) = test.value
        let folder = "/tmp/sheaf-formats-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let project = Self.repository("")
        try #require(
            system(
                "mkdir \(folder) && cd '\(project)' && cp -r --parents Plugins Package.swift README.md tools/formats docs/operations.md "
                    + "Sources/Provider/CSheafKit/include \(folder)/") == 0)
        defer { system("rm -r \(folder)") }
        try #require(system("cd \(folder) && \(change)") == 0)
        let status = system("\(folder)/tools/formats --check >\(folder)/said 2>&1")
        let said = try TextFile.read("\(folder)/said")
        #expect((status == 0) == complaint.isEmpty && said.contains(complaint), "\(said)")
    }

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
