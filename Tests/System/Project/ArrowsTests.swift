import Foundation
import Testing

/// `tools/arrows` says which folder of the sources names one that it may not.
@Suite struct ArrowsTests {
    private func run(changing change: (String) -> String) throws -> Command {
        let list = FileManager.default.temporaryDirectory.appendingPathComponent("sheaf-arrows-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: list) }
        let text = try String(contentsOf: Build.project.appendingPathComponent("Sources/arrows"), encoding: .utf8)
        try change(text).write(to: list, atomically: true, encoding: .utf8)
        return try Command.run(
            Build.project.appendingPathComponent("tools/arrows").path,
            ["--build", Build.folder.path, "--list", list.path])
    }

    private func line(of folder: String, in text: String) -> String {
        text.components(separatedBy: "\n").first { $0.hasPrefix(folder + ":") } ?? "?"
    }

    @Test func whatTheListAllowsPasses() throws {
        let result = try run { $0 }
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.contains("SheafService") && result.text.contains("arrows between folders: "))
    }

    @Test func anArrowThatIsNotInTheListIsNamed() throws {
        let result = try run { text in
            let line = line(of: "Prefetch", in: text)
            return text.replacingOccurrences(
                of: line, with: line.replacingOccurrences(of: " PageModel", with: " Pressure"))
        }
        #expect(result.status == 1)
        #expect(result.errors.contains("Prefetch names PageModel, which Sources/arrows does not allow"))
        #expect(result.errors.contains("Prefetch does not name Pressure any more"))
    }

    @Test func aFolderThatIsNotInTheListIsNamed() throws {
        let result = try run { text in text.replacingOccurrences(of: line(of: "Prefetch", in: text) + "\n", with: "") }
        #expect(result.status == 1)
        #expect(result.errors.contains("Prefetch is not in Sources/arrows"))
    }

    @Test func anArrowThatGoesUpIsRefused() throws {
        let result = try run { text in
            let line = line(of: "PageModel", in: text)
            return text.replacingOccurrences(of: line + "\n", with: line + " Prefetch\n")
        }
        #expect(result.status == 1)
        #expect(result.errors.contains("Sources/arrows lets PageModel name Prefetch, which stands above it"))
    }

    /// A program links the whole of a target: which targets a program has, its symbols tell.
    @Test(arguments: [
        ("sheafd", ["HostProtocol", "HostProcess", "HostSupervision"], ["ProviderChecks"]),
        ("sheafctl", ["HostProtocol", "HostProcess", "ProviderChecks"], ["HostSupervision"]),
    ])
    func whatAuthorsRunIsInSheafctlAlone(program: String, parts: [String], others: [String]) throws {
        let file = Build.folder.appendingPathComponent(program).path
        let symbols = try Command.run("/usr/bin/nm", [file]).text
        // As Swift mangles the name of a module: its length before it.
        for part in parts { #expect(symbols.contains("$s\(part.utf8.count)\(part)"), "\(part) is not in \(program)") }
        for part in others {
            let found = symbols.split(separator: "\n").filter { $0.contains("\(part.utf8.count)\(part)") }
            #expect(found.isEmpty, "\(program) has \(found.count) symbols of \(part): \(found.prefix(3))")
        }
    }
}
