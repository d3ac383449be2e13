import Foundation
import Testing

/// What is around the pages in the reader, used as a person does.
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
}
