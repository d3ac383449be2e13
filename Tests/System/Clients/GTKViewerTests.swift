import Foundation
import Testing

/// docs/examples/gtk-viewer.py, used as a person does on a screen of its own (Xvfb).
@Suite struct GTKViewerTests {
    private static let example = Build.project.appendingPathComponent("docs/examples/gtk-viewer.py").path

    @Test func noFrameHasAHoleWhilePagesAreDraggedAndEverythingWorks() throws {
        let service = try RunningService()
        let pattern = try service.pattern(
            "pages = 40\nwidth = 300\nheight = 424\nrender-ms = 15\nfill = gradient\ntitle = book")
        // It is saved while it is read.
        let policy = try service.file("policy.pdf", Data(contentsOf: URL(fileURLWithPath: Documents.policy.get())))
        let command = [try #require(service.process.executableURL).path] + (service.process.arguments ?? [])
        let result = try Command.run(
            "/usr/bin/python3",
            [
                PythonPackageTests.client("gtk_viewer"), Self.example, pattern, policy,
                "\(service.process.processIdentifier)",
            ] + command,
            environment: [
                "PYTHONPATH": PythonPackageTests.folder, "PYTHONDONTWRITEBYTECODE": "1",
                "SHEAF_SOCKET": service.socket,
            ], seconds: 600)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(service.log)")
        for name in ["drags", "turns", "sizes"] {
            #expect(result.text.contains("ok: \(name): no hole in any frame\n"), "\(result.text)")
        }
        #expect(result.text.hasSuffix("ok: nothing was left undone\n"), "\(result.text)")
    }

    @Test func itIsSmall() throws {
        let lines = try String(contentsOfFile: Self.example, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count < 300)
    }
}
