import Foundation
import Testing

/// `tools/comments` refuses doc comments that begin with a word that names nothing.
@Suite struct CommentTests {
    @Test(arguments: [
        ("A.swift", "/// It is a page.\nlet page = 1\n", 1),
        ("A.swift", "/// A page,\n/// What it is.\nlet page = 1\n", 0),
        ("A.swift", "let a = 1\n\n    /// The same for a folder.\n", 1), ("A.swift", "// It is so.\n/// Items.\n", 0),
        ("A.swift", "/// Italic text.\n", 0), ("a.varlink", "# Those of a page.\nmethod A() -> ()\n", 1),
        ("a.h", "/* What it is. */\n", 1), ("a.h", "/*\n * A page.\n * It is so.\n */\n", 0),
        ("a.h", "/* A page. */\n/* Who it is for. */\n", 1),
    ])
    func theFirstWordNamesSomething(name: String, text: String, status: Int32) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "sheaf-comments-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try text.write(to: file, atomically: true, encoding: .utf8)
        let tool = Build.project.appendingPathComponent("tools/comments").path
        let result = try Command.run(tool, [file.path])
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains("begins with") == (status == 1))
    }
}
