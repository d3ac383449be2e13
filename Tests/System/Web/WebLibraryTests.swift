import Foundation
import Glibc
import TestSupport
import Testing

/// The library's page, used as a person does.
@Suite struct WebLibraryTests {
    private static func run(_ arguments: [String], _ web: RunningWeb) throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_library.py").path
        let result = try Command.run(Build.python, [script] + arguments, seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing else went wrong in the browser\n"), "\(result.text)")
        for line in result.text.split(separator: "\n") where line.contains(" ms ") { print(line) }
    }

    @Test func aPersonFindsDocumentsReadsOnAndAddsSome() throws {
        let folder = "/tmp/sheaf-shelf-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let policy = try Documents.policy.get()
        let written = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                cd "$0" && qpdf "$1" --encrypt word word 256 -- locked.pdf && : >empty.pdf && echo %PDF-1.7 >broken.pdf || exit
                vips gaussnoise image.v 900 600 --mean 128 --sigma 40 && vips cast image.v Beach.jpg uchar
                """, folder, policy,
            ])
        try #require(written.status == 0, "\(written.errors)")
        let made = ["locked.pdf", "empty.pdf", "broken.pdf", "Beach.jpg"].map { ($0, "\(folder)/\($0)") }
        let providers = ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text"]
        let web = try RunningWeb(
            documents: [
                "Chapter 2.pdf": policy, "Chapter 10.pdf": policy, "Été à Paris.epub": Documents.policyEPUB,
            ].merging(made) { $1 }, options: ["--upload-size", "20000000"], providers: providers, uploads: true)
        let bare = try RunningWeb(documents: [:], providers: providers)
        try Self.run(
            [
                "http://127.0.0.1:\(web.port)/", web.library.path, "http://127.0.0.1:\(bare.port)/", bare.library.path,
            ], web)
    }

    /// Prints how long a letter in the filter takes.
    @Test func tenThousandDocumentsAreAsQuicklyFound() throws {
        let web = try RunningWeb(documents: [:], providers: ["sheaf-text"])
        for number in 0..<10_000 {
            let file = web.library.appendingPathComponent("text \(number).txt")
            try Data("Text number \(number).\n".utf8).write(to: file)
        }
        try Self.run(["--many", "http://127.0.0.1:\(web.port)/", "10000"], web)
    }
}
