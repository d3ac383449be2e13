import Foundation
import SheafOS
import Testing

/// docs/viewers.md, tried.
@Suite struct ViewerManualTests {
    /// The programs in a language, as the page has them.
    private static func programs(_ language: String) throws -> [String] {
        let page = try String(
            contentsOf: Build.project.appendingPathComponent("docs/viewers.md"), encoding: .utf8)
        return page.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test func theProgramsInPythonDoWhatThePageSays() throws {
        let service = try RunningService()
        let programs = try Self.programs("python")
        try FileManager.default.createSymbolicLink(
            atPath: service.folder.appendingPathComponent("book.pdf").path,
            withDestinationPath: try Documents.policy.get())
        let told = try programs.map { program in
            let file = try service.file("program.py", Data(program.utf8))
            let result = try Command.run(
                "/usr/bin/env",
                [
                    "-C", service.folder.path, "SHEAF_SOCKET=\(service.socket)",
                    "PYTHONPATH=\(PythonPackageTests.folder)", "PYTHONDONTWRITEBYTECODE=1", "/usr/bin/python3", "-X",
                    "dev", file,
                ])
            #expect(result.status == 0, "\(result.errors)")
            return result.text
        }
        try #require(told.count == 3)
        #expect(told[0] == "Debian Policy Manual \(Documents.pages)\n1 (777, 600, 4) [255 255 255 255]\n")
        #expect(told[1].contains("willAppear 4\n") && told[1].contains("didAppear 5\n"), "\(told[1])")
        #expect(told[2].hasPrefix("About this manual\n  Scope\n") && told[2].contains("[must not]"), "\(told[2])")
        // A thumbnail is as wide as the page that it was made of: a pixel more or less.
        let small = told[2].split(separator: "\n").suffix(3).map { $0.prefix(6) }
        #expect(small == ["0 (128", "1 (128", "2 (128"], "\(told[2])")
    }

    @Test func theProgramInCIsBuiltAndOpensADocumentOfTheLibrary() throws {
        let program = try #require(try Self.programs("c").first)
        let library = "/tmp/sheaf-manual-" + (try RandomIdentifier.make().text.prefix(12))
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: library) }
        try FileManager.default.copyItem(atPath: Documents.policy.get(), toPath: library + "/book.pdf")
        let service = try RunningService(configuration: "[Documents]\nLibraryFolders=\(library)\n")
        let installed = try ClientLibraryTests.Installed()
        let source = try service.file(
            "viewer.c", Data(program.replacingOccurrences(of: "/srv/books", with: library).utf8))
        let built = try installed.build(source)
        func told(_ socket: String) throws -> Command {
            try Command.run(built, [], environment: ["LD_LIBRARY_PATH": installed.library, "SHEAF_SOCKET": socket])
        }
        #expect(try told(service.socket).text == "opened\n")
        #expect(try told("/nowhere").errors.hasPrefix("cannot reach sheafd at /nowhere: No such file"))
    }
}
