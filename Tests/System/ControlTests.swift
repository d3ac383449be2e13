import Foundation
import Testing

/// sheafctl against a real service, as a person uses it.
@Suite struct ControlTests {
    private static func sheafctl(_ service: RunningService, _ arguments: String...) throws -> Command {
        try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments,
            environment: ["SHEAF_SOCKET": service.socket], seconds: 60)
    }

    @Test func aSessionFromOpeningToClosing() throws {
        let service = try RunningService()
        let opened = try Self.sheafctl(service, "open", Documents.policy.get(), "--size", "300x400")
        #expect(opened.status == 0, "\(opened.errors)")
        for (verb, page) in [("next", 2), ("last", 193), ("previous", 192), ("first", 1)] {
            let turned = try Self.sheafctl(service, verb)
            #expect(turned.status == 0, "\(turned.errors)")
            #expect(turned.text.contains("page") && turned.text.contains(" \(page) of 193"), "\(turned.text)")
            #expect(turned.text.contains("WA \(page)"), "\(turned.text)")
        }
        let again = try Self.sheafctl(service, "first", "--json")
        let line = try #require(
            JSONSerialization.jsonObject(with: again.output) as? [String: Any], "one JSON object a line")
        #expect(line["noop"] as? Bool == true)
        #expect(try Self.sheafctl(service, "goto", "iv").text.contains("(iv)"))
        let picture = service.folder.appendingPathComponent("page.png").path
        #expect(try Self.sheafctl(service, "page", "--page", "12", "-o", picture).status == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: picture)).starts(with: [0x89, 0x50, 0x4e, 0x47]))
        for verb in ["readers", "documents", "providers", "status"] {
            let listed = try Self.sheafctl(service, verb)
            #expect(listed.status == 0 && !listed.text.isEmpty && !listed.text.contains("\u{1b}"), "\(verb)")
        }
        #expect(try Self.sheafctl(service, "close").status == 0)
        #expect(try Self.sheafctl(service, "next").status == 1)
    }

    @Test(arguments: [
        ["goto", "999"], ["goto", "mmmm"], ["page", "--page", "0", "-o", "x.png"], ["open", "/nonexistent"],
        ["open", "/tmp"], ["open", "/etc/hostname"], ["page", "--region", "0,0,99999,1", "-o", "x.png"], ["turn"],
        ["open", "/etc/hostname", "--provider", "acme"], ["open", "/etc/hostname", "--size", "0x0"],
        ["next", "--reader", "ffff"],
    ])
    func mistakesAreOneLineThatSaysWhatToDo(arguments: [String]) throws {
        let service = try RunningService()
        _ = try Self.sheafctl(service, "open", service.pattern("pages = 9"))
        let result = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, arguments,
            environment: ["SHEAF_SOCKET": service.socket])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(
            result.errors.hasPrefix("sheafctl: ") && result.errors.split(separator: "\n").count == 1, "\(result.errors)"
        )
    }

    @Test func withoutAServiceItSaysHowToStartOne() throws {
        let result = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", "/nonexistent/s", "status"])
        #expect(result.status == 1)
        #expect(result.errors.contains("/nonexistent/s") && result.errors.contains("sheafd"), "\(result.errors)")
    }

    @Test(.enabled(if: !Build.isSanitized, "the demonstration's hosts have a limit that no sanitizer lives with"))
    func theDemonstrationRunsAndLeavesNothingButItsPicture() throws {
        let folder = "/tmp/sheaf-demonstration-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let result = try Command.run(
            Build.project.appendingPathComponent("tools/demo").path, [Build.folder.path, Documents.policy.get()],
            environment: ["TMPDIR": folder])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.text.contains(" hit ") && result.text.contains(" miss "))
        #expect(result.text.contains("The last page is in \(Build.folder.path)/sheaf-page.png"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
}
