import Foundation
import Glibc
import Testing

/// The reader, used as a person does.
@Suite struct WebReaderTests {
    /// A page with links that lead to these places.
    private static func linking(to uris: [String]) -> Data {
        let links = uris.enumerated().map { number, uri in
            "<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[20 \(20 + 30 * number) 120 \(40 + 30 * number)]/A<</S/URI/URI(\(uri))>>>>"
        }
        return Data(
            """
            %PDF-1.4
            1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[\(links.joined())]>> endobj
            trailer <</Root 1 0 R>>
            %%EOF

            """.utf8)
    }

    /// Two parts of three pages, whose pages are counted from 1 in each.
    private static var twoParts: Data {
        let pages = (4...9).map { "\($0) 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]>> endobj" }
        return Data(
            """
            %PDF-1.4
            1 0 obj <</Type/Catalog/Pages 2 0 R/PageLabels 3 0 R>> endobj
            2 0 obj <</Type/Pages/Kids[4 0 R 5 0 R 6 0 R 7 0 R 8 0 R 9 0 R]/Count 6>> endobj
            3 0 obj <</Nums[0 <</S/D>> 3 <</S/D>>]>> endobj
            \(pages.joined(separator: "\n"))
            trailer <</Root 1 0 R>>
            %%EOF

            """.utf8)
    }

    @Test func aPersonReadsInABrowser() throws {
        let folder = "/tmp/sheaf-manga-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Documents.writeManga(to: folder + "/comic.cbz")
        let links = folder + "/links.pdf"
        try Self.linking(to: [
            "javascript:document.title=1", "data:text/html,x", "file:///etc/passwd", "https://example.org/",
        ])
        .write(to: URL(fileURLWithPath: links))
        let labels = folder + "/labels.pdf"
        try Self.twoParts.write(to: URL(fileURLWithPath: labels))
        let web = try RunningWeb(
            documents: [
                "policy.pdf": Documents.policy.get(), "labels.pdf": labels, "comic.cbz": folder + "/comic.cbz",
                "links.pdf": links,
                "book.epub": Documents.policyEPUB,
            ], providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text"], uploads: true)
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser.py").path
        let result = try Command.run(
            Build.python,
            [
                script, "http://127.0.0.1:\(web.port)/", try web.name(of: "policy"),
                try web.name(of: "comic"), try web.name(of: "links"),
                try web.name(of: "book"), try web.name(of: "labels"),
            ], seconds: 1_500)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }

    @Test func aBrowserShowsDocumentsAsTheyAsk() throws {
        let folder = "/tmp/sheaf-views-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let catalogs = [
            "right": "/ViewerPreferences<</Direction/R2L>>/PageLayout/TwoPageRight/OpenAction[12 0 R/Fit]",
            "pairs": "/PageLayout/TwoColumnLeft", "single": "/PageLayout/SinglePage",
            "start": "/OpenAction[13 0 R/Fit]",
        ]
        var documents = ["book.epub": folder + "/book.epub", "wide.cbz": folder + "/wide.cbz"]
        try WidePageTests.writeComic("hhwhhh", to: folder + "/wide.cbz", in: URL(fileURLWithPath: folder + "/pages"))
        try Documents.writeVerticalBook(to: folder + "/book.epub")
        for (name, catalog) in catalogs {
            documents["\(name).pdf"] = "\(folder)/\(name).pdf"
            try Documents.pdf(catalog: catalog).write(to: URL(fileURLWithPath: "\(folder)/\(name).pdf"))
        }
        let web = try RunningWeb(
            documents: documents, providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text"])
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_view.py").path
        let names = try ["right", "pairs", "single", "start", "book", "wide"].map { try web.name(of: $0) }
        let result = try Command.run(
            Build.python, [script, "http://127.0.0.1:\(web.port)/"] + names, seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }

    @Test func aBookIsBegunBeforeAllOfItIsLaidOut() throws {
        let web = try RunningWeb(documents: ["policy.epub": Documents.policyEPUB], providers: ["sheaf-epub"])
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_begin.py").path
        let arguments = [script, "http://127.0.0.1:\(web.port)/", try web.name(of: "policy")]
        let result = try Command.run(Build.python, arguments, seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing else went wrong in the browser\n"), "\(result.text)")
        // What it begins with is a part of what it is.
        let name = try web.name(of: "policy")
        let manifests = try ["beginning", "manifest"].map { part in
            try #require(
                JSONSerialization.jsonObject(with: Data(web.get("/iiif/presentation/3/\(name).f30/\(part).json").body))
                    as? [String: Any])
        }
        let pages = manifests.map { ($0["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String } }
        #expect(pages[0].count == 16 && pages[1].count > 300 && pages[0] == Array(pages[1].prefix(16)))
        #expect((manifests[0]["partOf"] as? [[String: Any]])?.first?["id"] as? String == manifests[1]["id"] as? String)
        #expect(manifests[1]["partOf"] == nil && manifests[0]["structures"] == nil)
    }

    /// Neither of documents, nor of names of files, nor with the address of an answer typed.
    @Test func nothingOfADocumentRunsInABrowser() throws {
        let script = Build.project.appendingPathComponent("Tests/System/clients/web_active.py").path
        let web = try RunningWeb(
            documents: [:], providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text"])
        let written = try Command.run(Build.python, [script, "--write", web.library.path])
        let port = try #require(Int(written.text.filter(\.isNumber)), "\(written.errors)")
        let result = try Command.run(Build.python, [script, "http://127.0.0.1:\(web.port)/", "\(port)"], seconds: 900)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nobody was called\n"), "\(result.text)")
    }

    @Test func whoReadsSeesWhatTheFileIsNow() throws {
        let original = try Documents.policy.get()
        let web = try RunningWeb(documents: ["policy.pdf": original])
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_change.py").path
        let result = try Command.run(
            Build.python,
            [
                script, "http://127.0.0.1:\(web.port)/", try web.name(of: "policy"),
                web.library.appendingPathComponent("policy.pdf").path, original,
            ], seconds: 600)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }

    @Test func whatIsFoundIsOnTheScreenBeforeTheEnd() throws {
        let web = try RunningWeb(documents: [:], providers: ["sheaf-pattern"])
        try Data("sheaf-pattern 1\npages = 5000\n".utf8)
            .write(to: web.library.appendingPathComponent("long.pattern"))
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_search.py").path
        let arguments = [script, "http://127.0.0.1:\(web.port)/", try web.name(of: "long")]
        let result = try Command.run(Build.python, arguments, seconds: 600)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }

    @Test func whoReadsIsToldWhatIsWrongAndGoesOn() throws {
        let folder = "/tmp/sheaf-trouble-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let original = try Documents.policy.get()
        // A TIFF image whose pixels can't be read, between two others.
        let written = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                cd "$0" && qpdf "$1" --encrypt sésame sésame 256 -- locked.pdf && : >empty.pdf && echo %PDF-1.7 >broken.pdf || exit
                for n in 1 2 3; do vips gaussnoise $n.v 600 900 --mean 200 --sigma 9 && vips cast $n.v $n.png uchar || exit; done
                vips copy 2.png '2.tif[compression=deflate]' || exit
                python3 -c 'data = open("2.tif", "rb").read(); open("2.tif", "wb").write(data[:8] + bytes(100_000) + data[100_008:])'
                zip -q comic.cbz 1.png 2.tif 3.png
                """, folder, original,
            ])
        try #require(written.status == 0, "\(written.errors)")
        let names = ["locked.pdf", "empty.pdf", "broken.pdf", "comic.cbz"]
        let web = try RunningWeb(
            documents: Dictionary(uniqueKeysWithValues: names.map { ($0, "\(folder)/\($0)") })
                .merging(["policy.pdf": original]) { $1 },
            providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text"])
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_trouble.py").path
        let result = try Command.run(
            Build.python,
            [
                script, "http://127.0.0.1:\(web.port)/", web.library.path, "\(web.service.processIdentifier)",
            ] + ["policy", "locked", "empty", "broken", "comic"].map { try web.name(of: $0) }, seconds: 600)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing else went wrong in the browser\n"), "\(result.text)")
    }

    @Test func itsFilesAreThereAndNothingElse() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.name(of: "policy")
        for (path, type) in [
            ("/", "text/html; charset=utf-8"), ("/read/\(name)", "text/html; charset=utf-8"),
            ("/assets/read.js", "text/javascript; charset=utf-8"), ("/assets/reader.css", "text/css; charset=utf-8"),
        ] {
            let reply = try web.get(path)
            #expect(reply.status == 200 && reply.headers["content-type"] == type && !reply.body.isEmpty, "\(path)")
            #expect(reply.headers["content-security-policy"]?.hasPrefix("default-src 'self'") ?? false)
            let tag = reply.headers["etag"] ?? ""
            #expect(try web.get(path, ["If-None-Match: \(tag)"]).status == 304)
        }
        for path in [
            "/read/0123456789abcdef", "/assets/read.html", "/assets/", "/assets/..%2fPackage.swift", "/assets/none.js",
            "/read",
        ] {
            #expect(try web.get(path).status == 404, "\(path)")
        }
        let without = try RunningWeb(
            documents: ["policy.pdf": Documents.policy.get()], options: ["--assets", "/nowhere"])
        #expect(try without.get("/").status == 404 && without.get("/documents.json").status == 200)
        #expect(without.log.contains("/nowhere") && without.log.contains("--assets"))
    }
}
