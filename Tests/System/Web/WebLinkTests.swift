import Foundation
import TestSupport
import Testing

/// Links from one document of a library to another.
@Suite struct WebLinkTests {
    @Test func aLinkLeadsToTheDocumentOfTheLibrary() throws {
        let web = try RunningWeb(
            documents: ["policy.pdf": Documents.policy.get()], providers: ["sheaf-mupdf", "sheaf-text"])
        let files = [
            "from.md":
                "[a](policy.pdf#page=12) [b](plans/next.md) [c](missing.pdf) [d](../outside.pdf) [e](plans/a%20b.md)\n",
            "plans/next.md": "[up](../policy.pdf) [beside](./a%20b.md#nameddest=x&page=3)\n", "plans/a b.md": "Here.\n",
        ]
        let folder = web.library.appendingPathComponent("plans")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        for (name, text) in files { try Data(text.utf8).write(to: web.library.appendingPathComponent(name)) }
        func names() throws -> [String: String] {
            let list = try web.get("/documents.json").body
            let documents = try JSONSerialization.jsonObject(with: Data(list)) as? [String: [[String: Any]]]
            let pairs = (documents?["documents"] ?? []).compactMap { one -> (String, String)? in
                guard let title = one["title"] as? String, let name = one["name"] as? String else { return nil }
                return (title, name)
            }
            return Dictionary(pairs) { first, _ in first }
        }
        let all = try eventually(log: web.log) {
            try names()
        } until: {
            $0.count == 4
        }
        let from = try #require(all["from"]), next = try #require(all["next"])
        // What the reader makes links of.
        let links = try web.get("/links/" + web.image("from").dropFirst("/iiif/3/".count))
        #expect(links.status == 200 && links.text.contains(#""document":"policy.pdf#page=12""#), "\(links.text)")
        func follow(_ link: String, from name: String) throws -> HTTPReply {
            let escaped = link.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            return try web.get("/read/\(name)?to=\(escaped)")
        }
        for (link, origin, place) in [
            ("policy.pdf#page=12", from, "\(all["policy"] ?? "")#number=12"), ("plans/next.md", from, next),
            ("plans/a%20b.md", from, all["a b"] ?? ""), ("../policy.pdf", next, all["policy"] ?? ""),
            ("./a%20b.md#nameddest=x&page=3", next, "\(all["a b"] ?? "")#number=3"),
        ] {
            let reply = try follow(link, from: origin)
            #expect(reply.status == 303 && reply.headers["location"] == place, "\(link): \(reply.text)")
        }
        for link in [
            "missing.pdf", "../outside.pdf", "", "#page=2", "/etc/passwd", "plans", "policy.pdf/", "..",
            "plans/../../policy.pdf",
            "%zz", "file:///etc/passwd",
        ] {
            let reply = try follow(link, from: from)
            #expect(reply.status == 404 && reply.text.contains("no document where the link leads"), "\(link)")
        }
        #expect(try follow("policy.pdf", from: "0123456789abcdef").status == 404)
    }

    @Test func aPersonFollowsOneInABrowser() throws {
        let web = try RunningWeb(
            documents: ["policy.pdf": Documents.policy.get()], providers: ["sheaf-mupdf", "sheaf-text"])
        try Data("[there](policy.pdf#page=12)\n\n[nowhere](missing.pdf)\n".utf8)
            .write(to: web.library.appendingPathComponent("from.md"))
        let from = try eventually(log: web.log) {
            try? web.name(of: "from")
        } until: {
            $0 != nil
        }
        let script = Build.project.appendingPathComponent("Tests/System/clients/browser_links.py").path
        let arguments = [script, "http://127.0.0.1:\(web.port)/", from ?? "", try web.name(of: "policy")]
        let result = try Command.run(Build.python, arguments, seconds: 600)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing else went wrong in the browser\n"), "\(result.text)")
    }
}
