import Foundation
import SheafInterface
import TestSupport
import Testing

/// Answers of sheaf-web, byte by byte.
@Suite struct WebTests {
    private static func scene(_ options: [String] = []) throws -> RunningWeb {
        try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: options)
    }

    @Test func anImageMayBeKeptForEverAndIsAskedForAgainForNothing() throws {
        let web = try Self.scene(["--cors"])
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
        let onlyHead = try web.get(path, method: "HEAD", ["Range: bytes=10-99"])
        #expect(onlyHead.status == 200 && onlyHead.headers["content-length"] == "\(whole.body.count)")
        // What is gone on with is the same picture, or all of it comes.
        #expect(try web.get(path, ["Range: bytes=10-99", "If-Range: \(tag)"]).status == 206)
        let other = try web.get(path, ["Range: bytes=10-99", "If-Range: \"1\""])
        #expect(other.status == 200 && other.body == whole.body)
        let none = try web.get(path, ["Range: bytes=\(whole.body.count)-"])
        #expect(none.status == 416 && none.headers["content-range"] == "bytes */\(whole.body.count)")
        let huge = try web.get(path, ["Range: bytes=0-\(Int.max),0-\(Int.max),0-\(Int.max)"])
        #expect(huge.status == 200 && huge.body == whole.body)
    }

    @Test func whatIsToldOfDocumentsIsAskedForAgainAtTheCostOfItsTag() throws {
        let web = try RunningWeb(documents: ["book.pdf": Documents.policy.get()], options: ["--cors"])
        let image = try web.image("book", page: 9)
        let page = try #require(image.split(separator: "/").last)
        for path in [
            "/documents.json", image + "/info.json", "/text/\(page)", "/links/\(page)",
            "/iiif/presentation/3/\(try web.name(of: "book"))/manifest.json",
        ] {
            let whole = try web.get(path)
            let tag = try #require(whole.headers["etag"], "\(path)")
            #expect(whole.status == 200 && !whole.body.isEmpty)
            let same = try web.get(path, ["If-None-Match: \(tag)"])
            #expect(same.status == 304 && same.body.isEmpty && same.headers["etag"] == tag, "\(path)")
            #expect(same.headers["access-control-allow-origin"] == (path.hasPrefix("/iiif/") ? "*" : nil))
            #expect(try web.get(path, ["If-None-Match: \"1\""]).body == whole.body)
        }
        let refused = try web.get(image + "/full/0,/0/default.jpg")
        #expect(refused.status == 400 && refused.headers["access-control-allow-origin"] == "*")
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
        let web = try Self.scene(RunningWeb.proxy + ["--host", "books.example"])
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
        for (wrong, status) in [
            ("X-Forwarded-Host: a\"b", 421), ("X-Forwarded-Host: evil.example", 421),
            ("X-Forwarded-Proto: javascript", 400), ("X-Forwarded-Prefix: //evil.example", 400),
        ] {
            #expect(try web.get(image + "/info.json", [wrong]).status == status, "\(wrong)")
        }
        // Of whom nobody has said that it is a proxy, nothing is believed.
        let plain = try Self.scene()
        let said = try plain.get(plain.image("policy") + "/info.json", headers).text
        #expect(said.contains("\"id\":\"http://sheaf.example/iiif"))
    }

    @Test func whatIsNotThereIsSaidSo() throws {
        let web = try Self.scene(["--cors"])
        let image = try web.image("policy")
        let document = try web.document("policy")
        for path in [
            "/nothing", "/iiif", "/iiif/4/x/info.json", "/iiif/3/x/info.json", "/iiif/3/" + document.name,
            image.replacingOccurrences(of: "-1", with: "-194", options: .backwards) + "/info.json",
            image + "/full/max/0",
            "/iiif/presentation/3/0123456789abcdef/manifest.json", "/iiif/presentation/3/\(document.name)/other.json",
            "/iiif/3/\(document.name)-0123456789abcdef0123456789abcdef-1/full/max/0/default.jpg", "/documents.json/x",
        ] { #expect(try web.get(path).status == 404, "\(path)") }
        #expect(try web.get(image + "/full/max/0/default.gif").status == 400)
        let options = try web.get(image + "/info.json", method: "OPTIONS")
        #expect(options.status == 204 && options.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
    }

    @Test func aDocumentThatIsNoneIsRefusedAndTheOthersAreServed() throws {
        let web = try RunningWeb(documents: ["broken.pdf": "/bin/true", "policy.pdf": Documents.policy.get()])
        let broken = try web.name(of: "broken")
        let version = String(repeating: "0", count: 32)
        #expect(try web.get("/iiif/3/\(broken)-\(version)-1/info.json").status == 422)
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
    @Test func aNameHasTheLooksInIt() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get(), "book.epub": Documents.policyEPUB])
        let name = try web.name(of: "policy")
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
        let book = try web.name(of: "book")
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
        let there = try Mutool(Documents.policy.get()).links
        let index = try #require(
            there.firstIndex { $0.contains { $0.uri.hasPrefix("mailto:") } && $0.contains { $0.page != nil } })
        let links = try web.get("/links/" + web.image("policy", page: index + 1).dropFirst("/iiif/3/".count))
        #expect(links.status == 200 && links.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(links.text.hasPrefix(#"{"width":612.0,"height":792.0,"links":[{"box":["#))
        for link in there[index] {
            let target = link.page.map { #""page":\#($0 + 1),"y":"# } ?? #""uri":"\#(link.uri)"}"#
            #expect(links.text.contains(target))
        }
        #expect(links.text.components(separatedBy: #""box""#).count == there[index].count + 1)
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
        // The same as it is found.
        let lines = try web.get("/search/\(document.name)?q=must+not", ["Accept: application/x-ndjson"])
        #expect(lines.status == 200 && lines.headers["content-type"] == "application/x-ndjson")
        let told = try lines.text.split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        let streamed = told.flatMap { $0["matches"] as? [[String: Any]] ?? [] }
        #expect(told.count > 20 && told.last?["complete"] as? Bool == true)
        #expect(streamed.compactMap { $0["page"] as? Int } == matches.compactMap { $0["page"] as? Int })
        #expect(streamed.compactMap { $0["before"] as? String } == matches.compactMap { $0["before"] as? String })
        #expect(told.compactMap { $0["searched"] as? Int } == told.compactMap { $0["searched"] as? Int }.sorted())
        let head = try web.get(
            "/search/\(document.name)?q=must+not", method: "HEAD", ["Accept: application/x-ndjson"])
        #expect(head.status == 200 && head.body.isEmpty)
        let nothing = try web.get("/search/\(document.name)?q=nowhere-to-be-found").text
        #expect(nothing.hasPrefix(#"{"matches":[],"complete":"#))
        #expect(try web.get("/search/\(document.name)").status == 400)
        #expect(try web.get("/search/\(document.name)?q=" + String(repeating: "a", count: 1_024)).status == 200)
        #expect(try web.get("/search/\(document.name)?q=" + String(repeating: "a", count: 1_025)).status == 400)
        #expect(try web.get("/search/0123456789abcdef?q=a").status == 404)
        // Each search has had a reader of its own.
        try eventually { try web.service.connect().status().readers <= 1 }
    }

    /// A match that begins on one page and ends on the next has its boxes on both.
    @Test func aMatchGoesOnOnThePageBehind() throws {
        let web = try RunningWeb(documents: [:], providers: ["sheaf-text"])
        let text = (0..<2_000).map { "word\($0)" }.joined(separator: " ")
        try Data(text.utf8).write(to: web.library.appendingPathComponent("words.txt"))
        func words(_ page: Int) throws -> [Substring] {
            let reply = try web.get("/text/" + web.image("words", page: page).dropFirst("/iiif/3/".count))
            let json = try #require(JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
            let runs = try #require(json["runs"] as? [[String: Any]])
            return runs.compactMap { $0["text"] as? String }.joined().split { $0.isWhitespace }
        }
        let phrase = try #require(words(1).last) + "+" + #require(words(2).first)
        for accepted in ["application/json", "application/x-ndjson"] {
            let reply = try web.get("/search/\(web.name(of: "words"))?q=\(phrase)", ["Accept: \(accepted)"])
            let matches = try reply.text.split(separator: "\n").flatMap { line in
                let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                return json?["matches"] as? [[String: Any]] ?? []
            }.filter { $0["page"] != nil }
            #expect(matches.count == 1 && matches.first?["page"] as? Int == 1)
            #expect((matches.first?["boxes"] as? [Any])?.count == 1 && (matches.first?["rest"] as? [Any])?.count == 1)
        }
    }
}
