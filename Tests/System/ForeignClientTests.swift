import Foundation
import SheafOS
import Testing

/// Varlink clients that others wrote.
@Suite struct ForeignClientTests {
    @Test func pythonVarlinkTurnsPagesWithInlineBytes() throws {
        let folder = "/tmp/sheaf-foreign-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.copyItem(atPath: Documents.policy.get(), toPath: folder + "/policy.pdf")
        let service = try RunningService(configuration: "[Documents]\nLibraryFolders=\(folder)\n")
        let result = try Command.run(
            Build.python, [Self.script("varlink_client.py"), service.socket, folder + "/policy.pdf"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("turned to page 3 of 193"))
    }

    @Test func asyncvarlinkGetsSealedMemory() throws {
        let service = try RunningService()
        let result = try Command.run(
            Build.python, [Self.script("asyncvarlink_client.py"), service.socket, Documents.policy.get()])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "seals 15 write refused\n")
    }

    @Test func theExampleViewerWritesThePageThatMutoolDraws() throws {
        let service = try RunningService()
        let output = service.folder.appendingPathComponent("page.ppm").path
        let viewer = Build.project.appendingPathComponent("docs/examples/viewer.py").path
        let result = try Command.run(Build.python, [viewer, service.socket, Documents.policy.get(), "11", output])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.hasPrefix("page 12 of 193: "))
        let written = try Data(contentsOf: URL(fileURLWithPath: output))
        let drawn = try Command.run(
            "/usr/bin/mutool",
            ["draw", "-q", "-w", "1200", "-h", "1600", "-F", "ppm", "-o", "-", Documents.policy.get(), "12"])
        #expect(written == drawn.output)
        let lines = try String(contentsOfFile: viewer, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 150)
    }

    @Test func theExampleWithGesturesTellsWhatTheDocumentationSays() throws {
        let service = try RunningService()
        let document = service.folder.appendingPathComponent("book.pattern").path
        try "sheaf-pattern 1\npages = 20\nwidth = 300\nheight = 400\n".write(
            toFile: document, atomically: true, encoding: .utf8)
        let example = Build.project.appendingPathComponent("docs/examples/gestures.py").path
        let told = try Command.run(Build.python, [example, service.socket, document])
        #expect(told.status == 0, "\(told.errors)")
        let page = try String(
            contentsOf: Build.project.appendingPathComponent("docs/navigation.md"), encoding: .utf8)
        #expect(told.text.split(separator: "\n").count == 4)
        #expect(page.contains("```\n\(told.text)```\n"), "\(told.text)")
        let wire = try Command.run(Build.python, [example, service.socket, document, "--wire"])
        #expect(wire.status == 0, "\(wire.errors)")
        #expect(wire.text.contains("* {\"parameters\":{\"begin\":"))
    }

    private static func script(_ name: String) -> String {
        Build.project.appendingPathComponent("Tests/System/clients/\(name)").path
    }
}
