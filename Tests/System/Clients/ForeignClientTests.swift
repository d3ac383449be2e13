import Foundation
import Glibc
import SheafOS
import TestSupport
import Testing

/// Varlink clients that others wrote.
@Suite struct ForeignClientTests {
    private static let varlinkctl = "/usr/bin/varlinkctl"

    @Test func pythonVarlinkTurnsPagesWithInlineBytes() throws {
        let folder = "/tmp/sheaf-foreign-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.copyItem(atPath: Documents.policy.get(), toPath: folder + "/policy.pdf")
        let service = try RunningService(configuration: "[Documents]\nLibraryFolders=\(folder)\n")
        let result = try Command.run(
            Build.python, [Self.script("varlink_client.py"), service.socket, folder + "/policy.pdf"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains("turned to page 3 of \(Documents.pages)"))
    }

    @Test func asyncvarlinkGetsSealedMemory() throws {
        let service = try RunningService()
        let result = try Command.run(
            Build.python, [Self.script("asyncvarlink_client.py"), service.socket, Documents.policy.get()])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text == "seals 15 write refused\n")
    }

    /// systemd's own client. It reads all interfaces itself, and compares replies with them.
    @Test(.enabled(if: access(varlinkctl, X_OK) == 0, "needs varlinkctl(1), of systemd 255 and later"))
    func varlinkctlReadsAndCallsTheInterfaces() throws {
        let service = try RunningService()
        func run(_ arguments: String...) throws -> Command { try Command.run(Self.varlinkctl, arguments, seconds: 30) }
        func lines(_ command: Command) -> [String] { command.text.split(separator: "\n").map(String.init) }

        let interfaces = try lines(run("list-interfaces", service.socket))
        #expect(interfaces == ["org.sheaf.Document", "org.sheaf.Manager", "org.sheaf.Reader", "org.varlink.service"])
        for interface in interfaces {
            let text = try run("introspect", service.socket, interface)
            #expect(text.status == 0 && text.text.contains("interface \(interface)"), "\(text.errors)")
            let file = try service.file(interface, text.output)
            #expect(try run("validate-idl", file).status == 0)
        }

        let status = try run("call", service.socket, "org.sheaf.Manager.Status", "{}")
        #expect(status.text.contains("\"pid\":\(service.process.processIdentifier),"), "\(status.errors)")
        let replies = try run("--more", "call", service.socket, "org.sheaf.Manager.ListReaders", "{}")
        #expect(replies.status == 0 && replies.text.contains("{\"readers\":[]}"), "\(replies.errors)")
        let call = ["call", service.socket, "org.sheaf.Reader.GetState", #"{"reader":"none"}"#]
        let refused = try Command.run(Self.varlinkctl, call, seconds: 30)
        #expect(refused.status == 1 && refused.errors.contains("org.sheaf.Reader.NoSuchReader"), "\(refused.errors)")
    }

    @Test func theExampleViewerWritesThePageThatMutoolDraws() throws {
        let service = try RunningService()
        let output = service.folder.appendingPathComponent("page.ppm").path
        let viewer = Build.project.appendingPathComponent("docs/examples/viewer.py").path
        let result = try Command.run(Build.python, [viewer, service.socket, Documents.policy.get(), "11", output])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.hasPrefix("page 12 of \(Documents.pages): "))
        let written = try Data(contentsOf: URL(fileURLWithPath: output))
        let drawn = try Command.run(
            "/usr/bin/mutool",
            ["draw", "-q", "-w", "1200", "-h", "1600", "-F", "ppm", "-o", "-", Documents.policy.get(), "12"])
        #expect(written == drawn.output)
        let lines = try String(contentsOfFile: viewer, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 150)
    }

    @Test func theExampleViewerListsTheOutlineAndSearches() throws {
        let service = try RunningService()
        let viewer = Build.project.appendingPathComponent("docs/examples/viewer.py").path
        let outline = try Command.run(Build.python, [viewer, service.socket, Documents.policy.get(), "outline"])
        #expect(outline.status == 0, "\(outline.errors)")
        #expect(outline.text.hasPrefix("About this manual: page 13\n  Scope: page 13\n"))
        #expect(outline.text.split(separator: "\n").count == (try Mutool(Documents.policy.get()).outline.count))
        let search = try Command.run(
            Build.python,
            [viewer, service.socket, Documents.policy.get(), "search", "must not discriminate against any person"])
        #expect(search.status == 0, "\(search.errors)")
        let lines = search.text.split(separator: "\n")
        #expect(lines.count == 2 && lines.last == "1 found on \(Documents.pages) pages")
        #expect(lines.first?.hasPrefix("page 18 at ") == true)
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
        // The page has the session up to where the third gesture would begin, and its close.
        let written = try Self.messages(Self.session(in: page))
        let sent = Self.messages(wire.text.split(separator: "\n").map(String.init))
        for mark in [">", "<", "*"] {
            let told = written.filter { $0.hasPrefix(mark) }
            let real = sent.filter { $0.hasPrefix(mark) }
            #expect(told.count > 3 && told.dropLast() == real.prefix(told.count - 1), "\(mark)")
            if mark != "*" { #expect(told.last == real.last) } else { #expect(real.contains(told[told.count - 1])) }
        }
    }

    /// The lines of the session that a page shows, unfolded.
    private static func session(in page: String) throws -> [String] {
        let parts = page.components(separatedBy: "```json\n> ")
        guard parts.count == 2, let text = parts[1].components(separatedBy: "\n```").first else {
            throw TestFailure("there is no session, or more than one")
        }
        return ("> " + text).replacingOccurrences(of: "\n  ", with: "").split(separator: "\n").map(String.init)
    }

    /// Messages without what is another thing each time; pages come when they are rendered.
    private static func messages(_ lines: [String]) -> [String] {
        lines.filter { !$0.hasPrefix("* {\"parameters\":{\"page\"") }.map { line in
            [
                ("\"reader\":\"[^\"]*\"", "reader"), ("\"document\":\"d[0-9]+\"", "document"),
                ("\"time\":[0-9]+", "time"), ("\"hit\":(true|false)", "hit"), ("[0-9]\\.[0-9]{2,}", "on the way"),
            ].reduce(line) { text, change in
                text.replacingOccurrences(of: change.0, with: change.1, options: .regularExpression)
            }
        }
    }

    private static func script(_ name: String) -> String {
        Build.project.appendingPathComponent("Tests/System/clients/\(name)").path
    }
}
