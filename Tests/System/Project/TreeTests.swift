import Foundation
import Testing

/// docs/tree.md names every folder of the project, and none that is not there.
@Suite struct TreeTests {
    /// The folders with files that git knows, as paths from the project's root.
    private static func folders() throws -> Set<String> {
        let listed = try Command.run(
            "/usr/bin/git", ["-c", "safe.directory=*", "-C", Build.project.path, "ls-files"])
        try #require(listed.status == 0, "\(listed.errors)")
        var folders: Set<String> = []
        for file in listed.text.split(separator: "\n") where !file.hasPrefix(".") {
            let parts = file.split(separator: "/").dropLast()
            for depth in parts.indices { folders.insert(parts[...depth].joined(separator: "/")) }
        }
        return folders
    }

    /// The rows of the manual's tables: the folders of the first column, and all of the row.
    private static func rows() throws -> [(folders: [String], text: String)] {
        let manual = try String(contentsOf: Build.project.appendingPathComponent("docs/tree.md"), encoding: .utf8)
        return manual.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let names = (line.dropFirst().prefix { $0 != "|" }).matches(of: /`([^`]+)`/).map { String($0.1) }
            return (names, String(line))
        }
    }

    /// Whether a folder of tests is named for the target or the format that it tests.
    private static func isNamedForItsTarget(_ folder: Substring, among folders: Set<String>) -> Bool {
        guard folder.hasSuffix("Tests") else { return false }
        let name = folder.dropFirst("Tests/".count).dropLast("Tests".count)
        return folders.contains { $0.hasSuffix("/\(name)") }
            || name.hasSuffix("Provider") && folders.contains("Plugins/\(name.dropLast("Provider".count))")
    }

    @Test func everyFolderHasItsRow() throws {
        let folders = try Self.folders()
        let named = Set(try Self.rows().flatMap(\.folders))
        #expect(named.subtracting(folders).sorted() == [], "docs/tree.md names what is not there")
        let due = folders.filter { folder in
            let parts = folder.split(separator: "/")
            let depth = folder.hasPrefix("Sources/") && parts.count > 1 ? 3 : folder.hasPrefix("Tests/System/") ? 3 : 2
            return parts.count == 1 || parts.count == depth && !Self.isNamedForItsTarget(folder[...], among: folders)
        }
        #expect(due.count > 80)
        #expect(due.subtracting(named).sorted() == [], "docs/tree.md has no row for these")
    }

    /// The row of a target names each folder in it.
    @Test func everyFolderOfATargetIsInItsRow() throws {
        let rows = try Self.rows()
        let missing = try Self.folders().filter { folder in
            let parts = folder.split(separator: "/")
            guard parts.count == 4, parts[0] == "Sources", parts[3] != "include" else { return false }
            let target = parts[..<3].joined(separator: "/")
            return !rows.contains { $0.folders.contains(target) && $0.text.contains("`\(parts[3])/`") }
        }
        #expect(missing.sorted() == [])
    }
}
