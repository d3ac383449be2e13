import Foundation
import Glibc
import SheafInterface
import SheafOS
import Testing

/// sheaf-web as clients that others wrote see it.
@Suite struct WebClientTests {
    private static func client(_ script: String, _ arguments: String...) throws -> Command {
        let path = Build.project.appendingPathComponent("Tests/System/clients/\(script).py").path
        return try Command.run(Build.python, [path] + arguments, seconds: 900)
    }

    @Test(arguments: ["3.0", "2.0"])
    func theValidatorOfTheImageAPIPassesAtLevelTwo(_ version: String) throws {
        let file = "/tmp/sheaf-reference-\(getpid())-\(version).png"
        defer { unlink(file) }
        try #require(try Self.client("iiif_validator_client", "--image", file).status == 0)
        let web = try RunningWeb(documents: ["reference.png": file])
        let image = try web.image("reference", version: version == "3.0" ? 3 : 2).split(separator: "/").map(String.init)
        let result = try Self.client(
            "iiif_validator_client", "127.0.0.1:\(web.port)", "\(image[0])/\(image[1])", image[2], version)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.split(separator: "\n").count { $0.hasPrefix("ok ") } >= 30, "\(result.text)")
    }

    @Test func aManifestIsReadByPrezi3() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.document("policy").name
        let result = try Self.client(
            "iiif_client", "manifest", "http://127.0.0.1:\(web.port)/iiif/presentation/3/\(name)/manifest.json")
        try #require(result.status == 0, "\(result.errors)\(web.log)")
        let read = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(read["canvases"] as? Int == 193 && read["direction"] as? String == "left-to-right")
        let outline = try Mutool(Documents.policy.get()).outline
        #expect(read["ranges"] as? Int == outline.count)
        #expect(read["top"] as? Int == outline.count { $0.level == 0 })
        #expect(read["canvas"] as? [Int] == [2_550, 3_300])
        #expect(read["image"] as? [Int] == read["body"] as? [Int] && read["thumbnail"] as? [Int] == [155, 200])
    }

    @Test func textIsAnnotationsAndIsSearched() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.document("policy").name
        let path = "/iiif/presentation/3/\(name)"
        let result = try Self.client("iiif_client", "text", "http://127.0.0.1:\(web.port)\(path)/manifest.json")
        #expect(result.status == 0 && result.text.hasPrefix("found "), "\(result.text)\(result.errors)\(web.log)")
        let page = try web.get("\(path)/canvas/21/text.json")
        #expect(page.headers["content-type"]?.contains("presentation/3") ?? false)
        let tag = page.headers["etag"] ?? ""
        #expect(try web.get("\(path)/canvas/21/text.json", ["If-None-Match: \(tag)"]).status == 304)
        for bad in [
            "canvas/0/text.json", "canvas/194/text.json", "canvas/x/text.json", "canvas/1", "canvas/1/text.json/",
        ] {
            #expect(try web.get("\(path)/\(bad)").status == 404, "\(bad)")
        }
        #expect(try web.get("/iiif/search/2/\(name)").status == 400)
        #expect(try web.get("/iiif/search/2/0123456789abcdef?q=a").status == 404)
        #expect(try web.get("/iiif/search/2/\(name)/x?q=a").status == 404)
    }

    @Test func tilesFitTogetherAndPicturesAreWhatTheirNamesSay() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let image = "http://127.0.0.1:\(web.port)" + (try web.image("policy", page: 21))
        for what in ["tiles", "forms"] {
            let result = try Self.client("iiif_client", what, image)
            #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)")
        }
        // What was handed over was returned.
        try eventually(log: web.log) { try web.service.connect().status().cache.leasedPages == 0 }
    }

    @Test func openSeadragonShowsPagesByTheirManifest() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let script = URL(fileURLWithPath: Build.python).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("openseadragon.js").path
        let result = try Self.client(
            "openseadragon", script, "http://127.0.0.1:\(web.port)/", try web.document("policy").name)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }
}

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

    @Test func aPersonReadsInABrowser() throws {
        let folder = "/tmp/sheaf-manga-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let made = try Command.run(
            "/bin/sh",
            [
                "-c",
                """
                mkdir -p '\(folder)' && cd '\(folder)'
                for n in 1 2 3 4; do vips gaussnoise $n.v 600 900 --mean 200 --sigma $n && vips cast $n.v $n.png uchar; done
                echo '<ComicInfo><Title>Manga</Title><Manga>YesAndRightToLeft</Manga></ComicInfo>' >ComicInfo.xml
                zip -q comic.cbz ?.png ComicInfo.xml
                """,
            ], environment: ["VIPS_NOVECTOR": "1"])
        try #require(made.status == 0, "\(made.errors)")
        let links = folder + "/links.pdf"
        try Self.linking(to: [
            "javascript:document.title=1", "data:text/html,x", "file:///etc/passwd", "https://example.org/",
        ])
        .write(to: URL(fileURLWithPath: links))
        let web = try RunningWeb(
            documents: [
                "policy.pdf": Documents.policy.get(), "comic.cbz": folder + "/comic.cbz", "links.pdf": links,
                "book.epub": Documents.policyEPUB,
            ], providers: ["sheaf-mupdf", "sheaf-images", "sheaf-text"], uploads: true)
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser.py").path
        let result = try Command.run(
            Build.python,
            [
                script, "http://127.0.0.1:\(web.port)/", try web.document("policy").name,
                try web.document("comic").name, try web.document("links").name,
                try web.document("book").name,
            ], seconds: 1_500)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }

    /// Whole or not at all, by whoever is served, and over nothing that is there.
    @Test func documentsArePutIntoAFolder() throws {
        let pages = URL(fileURLWithPath: try Documents.policy.get())
        let policy = try Data(contentsOf: pages)
        let web = try RunningWeb(
            documents: ["first.pdf": pages.path], options: ["--upload-size", "\(policy.count)"], uploads: true)
        func put(_ path: String, _ body: Data, length: Int? = nil, on web: RunningWeb) throws -> HTTPReply {
            let header =
                "PUT /\(path) HTTP/1.1\r\nHost: h\r\nContent-Length: \(length ?? body.count)\r\nConnection: close\r\n\r\n"
            return try web.exchange(header, body)
        }
        func status(_ name: String, _ body: Data) throws -> Int { try put("documents/\(name)", body, on: web).status }
        let reply = try put("documents/A%20new%20one.pdf", policy, on: web)
        #expect(reply.status == 201 && reply.text.contains(#""title":"A new one""#), "\(reply.text)")
        let document = try web.document("A new one")
        #expect(try web.get("/iiif/presentation/3/\(document.name)/manifest.json").status == 200)
        #expect(try Data(contentsOf: web.library.appendingPathComponent("A new one.pdf")) == policy)
        #expect(try status("A%20new%20one.pdf", policy) == 409)
        #expect(try status("other.pdf", policy + Data("x".utf8)) == 413)
        for name in [
            "x.exe", "pdf", "a", ".hidden.pdf", "..%2Fx.pdf", "a%2Fx.pdf", String(repeating: "n", count: 197) + ".pdf",
        ] {
            #expect([400, 415].contains(try status(name, policy)), "\(name)")
        }
        #expect(try status(String(repeating: "n", count: 196) + ".pdf", policy) == 201)
        for path in ["documents", "documents/a/b.pdf", "other/a.pdf"] {
            #expect(try [400, 405].contains(put(path, Data("x".utf8), on: web).status), "\(path)")
        }
        #expect(try status("none.pdf", Data()) == 400)
        let chunked = try web.exchange(
            "PUT /documents/c.pdf HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
        #expect(chunked.status == 411)
        // Half of one, whose sender goes.
        var half: WebConnection? = try WebConnection(web.socket)
        try half?.send(
            Data("PUT /documents/half.pdf HTTP/1.1\r\nHost: h\r\nContent-Length: \(policy.count)\r\n\r\n".utf8)
                + policy.prefix(1_000))
        try eventually {
            try !FileManager.default.contentsOfDirectory(atPath: web.library.path).filter { $0.hasPrefix(".") }.isEmpty
        }
        half = nil
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: web.library.path).filter { $0.hasPrefix(".") }.isEmpty
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: web.library.path)
        #expect(names.count == 3 && !names.contains("half.pdf"), "\(names)")
        // A site elsewhere may not have a browser do it.
        let preflight = try web.exchange("OPTIONS /documents/x.pdf HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(preflight.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
        #expect(try web.get("/documents.json").text.contains(#""uploads":true"#))
        // Where nobody has allowed it there is none.
        let without = try RunningWeb(documents: ["first.pdf": pages.path])
        #expect(try put("documents/x.pdf", Data("x".utf8), on: without).status == 400)
        #expect(try !without.get("/documents.json").text.contains("uploads"))
    }

    @Test func soManyDocumentsComeAtOnce() throws {
        let web = try RunningWeb(documents: ["first.pdf": Documents.policy.get()], uploads: true)
        func begin(_ name: String) throws -> WebConnection {
            let connection = try WebConnection(web.socket)
            try connection.send("PUT /documents/\(name) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx")
            return connection
        }
        var open = try (0..<4).map { try begin("\($0).txt") }
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: web.library.path).count { $0.hasPrefix(".") } == 4
        }
        let request = "PUT /documents/more.txt HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nConnection: close\r\n\r\n"
        #expect(try web.exchange(request, Data("x".utf8)).status == 503)
        open.removeLast()
        try eventually { try web.exchange(request, Data("x".utf8)).status == 201 }
        withExtendedLifetime(open) {}
    }

    @Test func itsFilesAreThereAndNothingElse() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.document("policy").name
        for (path, type) in [
            ("/", "text/html; charset=utf-8"), ("/read/\(name)", "text/html; charset=utf-8"),
            ("/assets/read.js", "text/javascript; charset=utf-8"), ("/assets/style.css", "text/css; charset=utf-8"),
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

    @Test func aNameHasTheLooksInIt() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get(), "book.epub": Documents.policyEPUB])
        let name = try web.document("policy").name
        let image = try web.image("policy", page: 30)
        let looking = { (looks: String) in image.replacing(name, with: "\(name).\(looks)") }
        let picture = { (path: String) in try web.get(path + "/full/200,/0/default.png") }
        let plain = try picture(image)
        #expect(plain.status == 200)
        for looks in ["night", "sepia", "inverted", "trim"] {
            let other = try picture(looking(looks))
            #expect(other.status == 200 && other.body != plain.body && !other.body.isEmpty, "\(looks)")
            let manifest = try web.get("/iiif/presentation/3/\(name).\(looks)/manifest.json").text
            #expect(manifest.contains("/iiif/3/\(name).\(looks)-") && !manifest.contains("/iiif/3/\(name)-"))
        }
        for looks in ["", "day", "trim.night", "f99"] {
            #expect(try picture(looking(looks)).status == 404, "\(looks)")
            #expect(try web.get("/looks/\(name).\(looks)").status == 404, "\(looks)")
        }
        // The reader has them from its own memory.
        #expect(try web.get("/read/\(name).night").status == 404)
        #expect(try web.get("/looks/\(name)").text == #"{"flows":false}"#)
        #expect(try web.get("/looks/\(name)?page=30&to=f20").text == #"{"flows":false,"page":30}"#)
        let book = try web.document("book").name
        #expect(try web.get("/looks/\(book)").text == #"{"flows":true}"#)
        let moved = try web.get("/looks/\(book)?page=120&to=f20").text
        let page = try #require(moved.firstMatch(of: #/"page":(\d+)/#).flatMap { Int($0.output.1) })
        #expect(page > 240)
        let back = try web.get("/looks/\(book).f20?page=\(page)&to=").text
        #expect([#"{"flows":true,"page":119}"#, #"{"flows":true,"page":120}"#].contains(back), "\(back)")
        for query in ["page=0&to=", "page=x&to=", "page=1", "to=f20", "page=1&to=f99", "page=99999999999999&to="] {
            #expect(try web.get("/looks/\(book)?\(query)").status == 400, "\(query)")
        }
        #expect(try web.get("/looks/\(book)?page=100000&to=f20").status == 404)
        #expect(try web.get("/looks/0123456789abcdef").status == 404)
        // No reader is left open but those of the documents.
        try eventually { try web.service.connect().status().readers <= 5 }
    }

    @Test func textsAndSearchesSayWhereWordsStand() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let document = try web.document("policy")
        let image = try web.image("policy", page: 21).dropFirst("/iiif/3/".count)
        let text = try web.get("/text/\(image)")
        #expect(text.status == 200 && text.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(text.text.hasPrefix(#"{"width":612.0,"height":792.0,"runs":["#) && text.text.contains("2.5 Priorities"))
        #expect(try web.get("/text/\(image.dropLast(2))194").status == 404)
        // Links: out of the document, and within it.
        let links = try web.get("/links/" + web.image("policy", page: 15).dropFirst("/iiif/3/".count))
        #expect(links.status == 200 && links.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(links.text.hasPrefix(#"{"width":612.0,"height":792.0,"links":[{"box":["#))
        #expect(links.text.contains(#""uri":"mailto:debian-policy@lists.debian.org"}"#))
        #expect(links.text.contains(#""page":89,"y":"#) && links.text.components(separatedBy: #""box""#).count == 11)
        #expect(
            try web.get("/links/\(image)-1").status == 404 && web.get("/links/\(image.dropLast(2))194").status == 404)
        // A busy machine may take longer than a search may.
        let result = try #require(
            try eventually(log: web.log) {
                let found = try web.get("/search/\(document.name)?q=must+not")
                return try JSONSerialization.jsonObject(with: Data(found.body)) as? [String: Any]
            } until: {
                $0?["complete"] as? Bool == true
            })
        let matches = try #require(result["matches"] as? [[String: Any]])
        #expect(matches.count > 100)
        #expect(
            matches.allSatisfy { ($0["text"] as? String)?.lowercased() == "must not" && $0["width"] as? Int == 612 })
        // No more than is shown.
        let many = try web.get("/search/\(document.name)?q=e")
        let all = try #require(JSONSerialization.jsonObject(with: Data(many.body)) as? [String: Any])
        #expect((all["matches"] as? [Any])?.count == 200 && all["complete"] as? Bool == false)
        let nothing = try web.get("/search/\(document.name)?q=nowhere-to-be-found").text
        #expect(nothing.hasPrefix(#"{"matches":[],"complete":"#))
        #expect(try web.get("/search/\(document.name)").status == 400)
        #expect(try web.get("/search/\(document.name)?q=" + String(repeating: "a", count: 1_024)).status == 200)
        #expect(try web.get("/search/\(document.name)?q=" + String(repeating: "a", count: 1_025)).status == 400)
        #expect(try web.get("/search/0123456789abcdef?q=a").status == 404)
        // Each search has had a reader of its own.
        try eventually { try web.service.connect().status().readers <= 1 }
    }
}

/// What sheaf-web answers, byte by byte.
@Suite struct WebTests {
    private static func scene(_ options: [String] = []) throws -> RunningWeb {
        try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: options)
    }

    @Test func anImageMayBeKeptForEverAndIsAskedForAgainForNothing() throws {
        let web = try Self.scene()
        let path = try web.image("policy", page: 5) + "/full/200,/0/default.jpg"
        let whole = try web.get(path)
        #expect(
            whole.status == 200 && whole.headers["content-type"] == "image/jpeg"
                && whole.body.starts(with: [0xff, 0xd8]))
        #expect(whole.headers["content-length"] == "\(whole.body.count)")
        #expect(whole.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(whole.headers["access-control-allow-origin"] == "*")
        let tag = try #require(whole.headers["etag"])
        let renders = try web.service.connect().cache().counters
        let same = try web.get(path, ["If-None-Match: \(tag)"])
        #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag)
        #expect(try web.service.connect().cache().counters == renders)
        let head = try web.get(path, method: "HEAD")
        #expect(head.status == 200 && head.body.isEmpty && head.headers["content-length"] == "\(whole.body.count)")
        let part = try web.get(path, ["Range: bytes=10-99"])
        #expect(part.status == 206 && part.body == Array(whole.body[10..<100]))
        #expect(part.headers["content-range"] == "bytes 10-99/\(whole.body.count)")
        let none = try web.get(path, ["Range: bytes=\(whole.body.count)-"])
        #expect(none.status == 416 && none.headers["content-range"] == "bytes */\(whole.body.count)")
        let huge = try web.get(path, ["Range: bytes=0-\(Int.max),0-\(Int.max),0-\(Int.max)"])
        #expect(huge.status == 200 && huge.body == whole.body)
    }

    @Test func aDocumentThatHasChangedHasOtherImages() throws {
        let web = try RunningWeb(documents: ["book.pdf": Documents.policy.get()])
        let before = try web.image("book", page: 9)
        #expect(try web.get(before + "/full/100,/0/default.jpg").status == 200)
        let file = web.library.appendingPathComponent("book.pdf")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.copyItem(atPath: Documents.policyEPUB, toPath: file.path)
        #expect(try web.get(before + "/full/100,/0/default.jpg").status == 404)
        let after = try eventually {
            try web.image("book", page: 9)
        } until: {
            $0 != before
        }
        #expect(try web.get(after + "/info.json").text.contains(#""width":1750"#))
        try FileManager.default.removeItem(at: file)
        #expect(try web.get(after + "/info.json").status == 404)
    }

    @Test func behindAProxyItsNameIsTheProxys() throws {
        let web = try Self.scene()
        let image = try web.image("policy")
        let headers = ["X-Forwarded-Proto: https", "X-Forwarded-Host: books.example", "X-Forwarded-Prefix: /read/"]
        let reply = try web.get(image + "/info.json", headers)
        #expect(reply.text.contains("\"id\":\"https://books.example/read\(image)\""))
        #expect(reply.headers["vary"]?.contains("X-Forwarded-Prefix") ?? false)
        #expect(try web.get(image + "/info.json").text.contains("\"id\":\"http://sheaf.example\(image)\""))
        let redirect = try web.get(image)
        #expect(
            redirect.status == 303
                && redirect.headers["location"] == image.split(separator: "/").last.map { $0 + "/info.json" })
        for wrong in ["X-Forwarded-Host: a\"b", "X-Forwarded-Proto: javascript", "X-Forwarded-Prefix: //evil.example"] {
            #expect(try web.get(image + "/info.json", [wrong]).status == 400, "\(wrong)")
        }
    }

    @Test func whatIsNotThereIsSaidSo() throws {
        let web = try Self.scene()
        let image = try web.image("policy")
        let document = try web.document("policy")
        for path in [
            "/nothing", "/iiif", "/iiif/4/x/info.json", "/iiif/3/x/info.json", "/iiif/3/" + document.name,
            image.replacingOccurrences(of: "-1", with: "-194", options: .backwards) + "/info.json",
            image + "/full/max/0",
            "/iiif/presentation/3/0123456789abcdef/manifest.json", "/iiif/presentation/3/\(document.name)/other.json",
            "/iiif/3/\(document.name)-0123456789abcdef-1/full/max/0/default.jpg", "/documents.json/x",
        ] { #expect(try web.get(path).status == 404, "\(path)") }
        #expect(try web.get(image + "/full/max/0/default.gif").status == 400)
        let options = try web.get(image + "/info.json", method: "OPTIONS")
        #expect(options.status == 204 && options.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
    }

    @Test func aDocumentThatIsNoneIsNotFoundAndTheOthersAreServed() throws {
        let web = try RunningWeb(documents: ["broken.pdf": "/bin/true", "policy.pdf": Documents.policy.get()])
        #expect(try web.get(web.image("broken") + "/info.json").status == 404)
        #expect(try web.get(web.image("policy") + "/info.json").status == 200)
    }

    @Test func aServiceThatIsNotThereIsWaitedForAndThenSaidToBeMissing() throws {
        let web = try Self.scene()
        let image = try web.image("policy", page: 3)
        web.service.stop()
        let reply = try web.get(image + "/info.json")
        #expect(reply.status == 503 && reply.headers["retry-after"] == "1", "\(reply.text)")
        // The library is listed all the same.
        #expect(try web.get("/documents.json").status == 200)
    }

    @Test func aServiceThatComesBackServesOn() throws {
        let web = try Self.scene()
        let image = try web.image("policy", page: 3)
        #expect(try web.get(image + "/full/100,/0/default.jpg").status == 200)
        web.service.stop()
        let again = try RunningService(
            configuration: "[Documents]\nLibraryFolders=\(web.library.path)\n", providers: ["sheaf-mupdf"])
        try FileManager.default.createSymbolicLink(atPath: web.service.socket, withDestinationPath: again.socket)
        let reply = try web.get(image + "/full/101,/0/default.jpg")
        #expect(reply.status == 200, "\(reply.text)\(web.log)")
    }
}

/// What sheaf-web refuses, each beside what it takes.
@Suite struct WebLimitTests {
    private static func scene(_ options: [String] = []) throws -> RunningWeb {
        try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: options)
    }

    private static func request(_ line: String = "GET /documents.json HTTP/1.1", _ headers: String...) -> String {
        ([line] + headers).joined(separator: "\r\n") + "\r\n\r\n"
    }

    @Test func requestsThatAreNoneAreRefused() throws {
        let web = try Self.scene()
        for (request, statuses) in [
            (Self.request("GET /../../etc/passwd HTTP/1.1", "Host: h"), [400]),
            (Self.request("GET /iiif/3/%2e%2e%2f%2e%2e/info.json HTTP/1.1", "Host: h"), [404]),
            (Self.request("GET /iiif/%2e%2e/x HTTP/1.1", "Host: h"), [400]),
            (Self.request("GET /%00 HTTP/1.1", "Host: h"), [400]),
            (Self.request("GET /%zz HTTP/1.1", "Host: h"), [400]),
            (Self.request("GET http://h/ HTTP/1.1", "Host: h"), [400]),
            (Self.request("POST / HTTP/1.1", "Host: h"), [405]), (Self.request("DELETE / HTTP/1.1", "Host: h"), [405]),
            (Self.request("GET / HTTP/1.1", "Host: h", "Host: i"), [400]), (Self.request("GET / HTTP/1.1"), [400]),
            (Self.request("GET / HTTP/1.1", "Host: h", "Content-Length: 4") + "body", [400]),
            (Self.request("GET / HTTP/1.1", "Host: h", "Transfer-Encoding: chunked") + "0\r\n\r\n", [400]),
            (Self.request("GET / HTTP/1.1", "Host: h", "Content-Length: 0", "Content-Length: 5") + "GET /", [400]),
            ("nonsense\r\n\r\n", [400, 0]),
        ] {
            let connection = try WebConnection(web.socket)
            try connection.send(request)
            let reply = try? connection.receiveOne()
            #expect(statuses.contains(reply?.status ?? 0), "\(request): \(reply?.status ?? 0)")
        }
        #expect(try web.get("/documents.json").status == 200)
    }

    @Test func whatFollowsARefusedBodyIsNoRequest() throws {
        let web = try Self.scene()
        let smuggled = Self.request("GET /documents.json HTTP/1.1", "Host: h")
        for header in [
            "Content-Length: \(smuggled.utf8.count)", "Transfer-Encoding: chunked", "Transfer-Encoding: identity",
        ] {
            let connection = try WebConnection(web.socket)
            try connection.send(Self.request("GET / HTTP/1.1", "Host: h", header) + smuggled)
            let all = String(decoding: try connection.receiveAll(), as: UTF8.self)
            #expect(
                all.hasPrefix("HTTP/1.1 400") && all.components(separatedBy: "HTTP/1.1 ").count == 2,
                "\(header): \(all)")
        }
    }

    @Test func aTargetAndHeadersHaveALength() throws {
        let web = try Self.scene()
        let target = { (length: Int) in "/" + String(repeating: "a", count: length - 1) }
        #expect(try web.get(target(2_048)).status == 404)
        #expect(try web.get(target(2_049)).status == 414)
        let header = { (length: Int) in "X-Long: " + String(repeating: "a", count: length) }
        #expect(try web.get("/documents.json", [header(8_000)]).status == 200)
        #expect(try [413, 414, 431, 400].contains(web.get("/documents.json", [header(20_000)]).status))
    }

    /// They wait in the queue of the socket, and nothing turns around meanwhile.
    @Test func withoutDescriptorsConnectionsWait() throws {
        let web = try Self.scene()
        let pid = web.process.processIdentifier
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count
        let limited = try Command.run("/usr/bin/prlimit", ["--pid", "\(pid)", "--nofile=\(open + 8)"])
        #expect(limited.status == 0, "\(limited.errors)")
        func ticks() throws -> Int {
            let stat = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
            return stat.split(separator: " ")[13...14].compactMap { Int($0) }.reduce(0, +)
        }
        let connections = try (0..<40).map { _ in try WebConnection(web.socket) }
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").count >= open + 8
        }
        let before = try ticks()
        usleep(1_000_000)
        #expect(try ticks() - before < 30)
        for connection in connections { connection.close() }
        #expect(try web.get("/documents.json").status == 200)
    }

    @Test func connectionsAreLimitedAndOneThatEndsMakesRoom() throws {
        let web = try Self.scene(["--connections", "3", "--request-time", "3600"])
        var held: [WebConnection] = []
        for _ in 0..<3 {
            let connection = try WebConnection(web.socket)
            try connection.send(Self.request("GET /documents.json HTTP/1.1", "Host: h"))
            #expect(try connection.receiveOne().status == 200)
            held.append(connection)
        }
        let refused = try WebConnection(web.socket)
        try refused.send(Self.request("GET /documents.json HTTP/1.1", "Host: h"))
        #expect(try refused.receiveAll().isEmpty)
        // Those that are there go on.
        for connection in held {
            try connection.send(Self.request("GET /nothing HTTP/1.1", "Host: h"))
            #expect(try connection.receiveOne().status == 404)
        }
        held.removeLast()
        try eventually(log: web.log) { (try? web.get("/documents.json").status) == 200 }
    }

    @Test func whoTakesTooLongToAskIsEnded() throws {
        let web = try Self.scene(["--request-time", "1"])
        let silent = try WebConnection(web.socket)
        let slow = try WebConnection(web.socket)
        try slow.send("GET /documents.json HTTP/1.1\r\nHost: h\r\n")
        // A header now and then is no way to stay.
        try eventually(log: web.log) {
            try slow.send("X: y\r\n")
            return slow.hasEnded
        }
        try eventually { silent.hasEnded }
        // So is one that has asked before, as soon as this machine lets it within its time.
        try eventually(log: web.log) {
            let idle = try WebConnection(web.socket)
            try idle.send(Self.request("GET /documents.json HTTP/1.1", "Host: h"))
            guard (try? idle.receiveOne().status) == 200 else { return false }
            try eventually { idle.hasEnded }
            return true
        }
    }

    @Test func whoTakesTooLongToReceiveIsEndedAndItsPageIsReturned() throws {
        let web = try Self.scene(["--response-time", "1"])
        // More than the sockets hold.
        let path = try web.image("policy", page: 21) + "/full/^3500,/0/default.png"
        let whole = try eventually(log: web.log) {
            try? web.get(path)
        } until: {
            $0.map { $0.headers["content-length"] == "\($0.body.count)" } ?? false
        }
        #expect(whole?.status == 200 && whole?.body.count ?? 0 > 300_000)
        let slow = try WebConnection(web.socket)
        try slow.send(Self.request("GET \(path) HTTP/1.1", "Host: h"))
        try eventually(log: web.log) { slow.hasEnded }
        try eventually { try web.service.connect().status().cache.leasedPages == 0 }
    }

    @Test func anImageHasSoManyPixelsAndNoMore() throws {
        let web = try Self.scene(["--image-pixels", "1000000"])
        let image = try web.image("policy")
        #expect(try web.get(image + "/full/1000,1000/0/default.jpg").status == 200)
        #expect(try web.get(image + "/full/1000,1001/0/default.jpg").status == 400)
        #expect(try web.get(image + "/full/max/0/default.jpg").status == 200)
        #expect(try web.get(image + "/info.json").text.contains(#""maxArea":1000000"#))
    }

    @Test func aCommandLineThatMakesNoSenseIsRefused() throws {
        let program = Build.folder.appendingPathComponent("sheaf-web").path
        for (arguments, says) in [
            (["--connections", "0"], "--connections wants a number from 1 to 10000"),
            (["--library", "books"], "absolute path"),
            (["--image-pixels", "x"], "--image-pixels"), (["--upload", "/elsewhere"], "--upload"),
            (["--upload-size", "1023"], "--upload-size"),
            (["--authorization", "token=/nowhere"], "--authorization wants"), (["--nonsense"], "no option"),
            (["stray"], "stray"),
        ] {
            let result = try Command.run(program, arguments)
            #expect(result.status == 2 && result.errors.contains(says), "\(result.errors)")
        }
        for place in ["nowhere", "localhost:http", "999.0.0.1:1", "/no/such/folder/s"] {
            let result = try Command.run(program, ["--library", "/tmp", "--listen", place])
            #expect(result.status == 1 && result.errors.contains("listen on"), "\(place): \(result.errors)")
        }
    }
}

/// Who is served, and what operators are told.
@Suite struct WebAccessTests {
    @Test(.enabled(if: geteuid() == 0, "needs root, for a network of its own"))
    func whoComesFromAnotherMachineShowsWhatIsAskedFor() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let script = Build.project.appendingPathComponent("Tests/System/clients/web_stranger.py").path
        let result = try Command.run(
            "/usr/bin/unshare",
            [
                "--net", "/usr/bin/python3", script, Build.folder.appendingPathComponent("sheaf-web").path, "--socket",
                web.service.socket, "--library", web.library.path,
            ], seconds: 600)
        try #require(result.status == 0, "\(result.errors)")
        let rules = try JSONDecoder().decode([String: [String: Int]].self, from: result.output)
        // From the machine itself everybody is served, whatever the rule is, and nobody from elsewhere where there is none.
        let closed = [
            "near": 200, "far": 403, "forwarded": 403, "bearer": 403, "wrong": 403, "password": 403,
            "wrong password": 403,
            "user": 403, "nobody": 403,
        ]
        #expect(rules["none"] == closed)
        #expect(rules["open"]?.values.allSatisfy { $0 == 200 } ?? false)
        #expect(rules["user"] == closed.merging(["user": 200]) { $1 })
        let asked = closed.mapValues { $0 == 403 ? 401 : $0 }
        #expect(rules["token"] == asked.merging(["bearer": 200, "password": 200]) { $1 })
    }

    /// The dashboard for Grafana: what its queries ask for.
    private static func dashboard() throws -> String {
        let file = Build.project.appendingPathComponent("packaging/grafana/sheaf.json")
        let parsed = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let panels = try #require(parsed?["panels"] as? [[String: Any]])
        let targets = panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }
        return targets.compactMap { $0["expr"] as? String }.joined(separator: "\n")
    }

    @Test func metricsAreReadByTheReferenceParser() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: ["--metrics"])
        #expect(try web.get(web.image("policy") + "/full/100,/0/default.jpg").status == 200)
        let reply = try web.get("/metrics")
        #expect(reply.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8")
        // The dashboard shows what is there.
        let told = Set(reply.text.split(separator: "\n").map { String($0.prefix { $0 != " " && $0 != "{" }) })
        let dashboard = try Self.dashboard()
        let shown = Set(dashboard.matches(of: #/sheaf_[a-z_]+(?=[{,)])/#).map { String($0.output) })
        #expect(shown.count > 20 && shown.subtracting(told) == [])
        let file = web.library.appendingPathComponent("metrics")
        try Data(reply.body).write(to: file)
        let script = Build.project.appendingPathComponent("Tests/System/clients/metrics.py").path
        let parsed = try Command.run(Build.python, [script, file.path])
        try #require(parsed.status == 0, "\(parsed.errors)")
        let lines = parsed.text.split(separator: "\n")
        for line in [
            "gauge sheaf_web_service_up  1", "counter sheaf_web_images_total  1", "gauge sheaf_web_documents  1",
        ] {
            #expect(lines.contains { $0 == line }, "\(line): \(parsed.text)")
        }
        #expect(lines.contains { $0.hasPrefix("counter sheaf_web_requests_total  ") && !$0.hasSuffix(" 0") })
        #expect(lines.contains { $0.hasPrefix("gauge sheaf_cache_bytes state=cached ") })
        web.service.stop()
        #expect(try web.get("/metrics").text.contains("sheaf_web_service_up 0\n"))
        // Nobody is told who has not asked for it.
        let without = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        #expect(try without.get("/metrics").status == 404)
    }
}
