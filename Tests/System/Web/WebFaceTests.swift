import Foundation
import Testing

/// The bars, the panel and the search around the pages of the reader, used as a person does.
@Suite struct WebFaceTests {
    @Test func keysAndGesturesDoWhatTheManualSays() throws {
        let web = try RunningWeb(
            documents: ["policy.pdf": Documents.policy.get()], providers: ["sheaf-mupdf", "sheaf-pattern"])
        try Data("sheaf-pattern 1\npages = 10000\n".utf8)
            .write(to: web.library.appendingPathComponent("long.pattern"))
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_face.py").path
        let arguments = [
            script, "http://127.0.0.1:\(web.port)/", try web.name(of: "policy"), try web.name(of: "long"),
        ]
        let result = try Command.run(Build.python, arguments, seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }

    /// The states that `make pictures` shows, and each looked at with axe-core.
    @Test func everyStateCanBeUsedByAll() throws {
        let result = try Command.run(
            Build.project.appendingPathComponent("tools/pictures").path, [Build.folder.path], seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        #expect(result.text.hasSuffix("ok: 48 states\n"), "\(result.text)")
    }

    @Test func eachLineIsSelectedByADragOverIt() throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_lines.py").path
        let web = try RunningWeb(documents: [:], providers: ["sheaf-mupdf", "sheaf-djvu"])
        let written = try Command.run(
            Build.python, [script, "--write", web.library.path, try Documents.policy.get()], seconds: 120)
        try #require(written.status == 0, "\(written.text)\(written.errors)")
        _ = try web.name(of: "turned")
        let result = try Command.run(Build.python, [script, "http://127.0.0.1:\(web.port)/"], seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: each drag selects just that\n"), "\(result.text)")
    }
}
