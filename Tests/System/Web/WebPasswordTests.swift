import Foundation
import Testing

/// Documents of sheaf-web that can't be opened: locked ones, and why others can't be.
@Suite struct WebPasswordTests {
    private static let password = "sésame 1"

    /// - Parameter others: how many notes there are besides.
    private static func scene(others: Int = 0) throws -> RunningWeb {
        let folder = "/tmp/sheaf-locked-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let locked = folder + "/locked.pdf"
        let made = try Command.run(
            "/usr/bin/qpdf", [Documents.policy.get(), "--encrypt", password, password, "256", "--", locked])
        try #require(made.status == 0, "\(made.errors)")
        try Data().write(to: URL(fileURLWithPath: folder + "/empty.pdf"))
        try Data("%PDF-1.7\n".utf8).write(to: URL(fileURLWithPath: folder + "/broken.pdf"))
        let note = folder + "/note.txt"
        try Data("A note.\n".utf8).write(to: URL(fileURLWithPath: note))
        let notes = (0..<others).map { ("note\($0 + 1).txt", note) }
        let documents = [
            "locked.pdf": locked, "empty.pdf": folder + "/empty.pdf", "broken.pdf": folder + "/broken.pdf",
        ]
        return try RunningWeb(
            documents: documents.merging(notes) { $1 }, providers: ["sheaf-mupdf", "sheaf-images", "sheaf-text"])
    }

    private static func unlock(_ web: RunningWeb, _ name: String, _ text: String, _ headers: [String] = []) throws
        -> HTTPReply
    {
        try web.get(
            "/unlock/\(name)", method: "POST",
            ["Content-Length: 0", "Sheaf-Password: \(Data(text.utf8).base64EncodedString())"] + headers)
    }

    @Test func aPasswordOpensADocumentForWhoGaveItAlone() throws {
        let web = try Self.scene()
        let name = try web.name(of: "locked")
        let manifest = "/iiif/presentation/3/\(name)/manifest.json"
        let before = try web.get(manifest)
        #expect(before.status == 423 && before.text == "the document is locked by a password\n")
        let wrong = try Self.unlock(web, name, "sesame")
        #expect(wrong.status == 423 && wrong.text == "the password does not open the document\n")
        #expect(wrong.headers["set-cookie"] == nil)
        let right = try Self.unlock(web, name, Self.password)
        #expect(right.status == 204)
        let set = try #require(right.headers["set-cookie"])
        #expect(set.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        let cookie = "Cookie: other=1; " + set.prefix { $0 != ";" }
        let after = try web.get(manifest, [cookie])
        #expect(after.status == 200 && after.headers["cache-control"] == "private, no-store")
        // Nobody else sees what is open now, from no address of it, nor is it in any cache.
        let page = try web.get("/iiif/3/\(name)-3/full/100,/0/default.jpg", [cookie])
        let image = "/iiif/3/" + (try #require(page.headers["location"]).replacing("../", with: ""))
        let version = try #require(image.firstMatch(of: #/[0-9a-f]{32}-3/#)).output
        for path in [image, "/text/\(name)-\(version)", "/links/\(name)-\(version)", "/search/\(name)?q=policy"] {
            let own = try web.get(path, [cookie])
            #expect(own.status == 200 && own.headers["cache-control"]?.contains("no-store") ?? false, "\(path)")
            for headers in [[], ["Cookie: \(set.prefix { $0 != "=" })=0123456789abcdef0123456789abcdef"]] {
                #expect(try web.get(path, headers).status == 423, "\(path)")
            }
        }
        #expect(try web.get("/looks/\(name)", [cookie]).status == 200)
        #expect(try web.get("/looks/\(name)").status == 423)
        // A browser that has a session keeps it, and one that makes its own up gets another.
        #expect(try Self.unlock(web, name, Self.password, [cookie]).headers["set-cookie"] == set)
        let made = "Cookie: \(set.prefix { $0 != "=" })=0123456789abcdef0123456789abcdef"
        let other = try Self.unlock(web, name, Self.password, [made]).headers["set-cookie"]
        #expect(other.map { $0 != set && !$0.contains("0123456789abcdef") } ?? false)
        #expect(!web.log.contains("sésame") && !web.service.log.contains("sésame"))
    }

    @Test func onlyThisSiteGivesPasswords() throws {
        let web = try Self.scene()
        let name = try web.name(of: "locked")
        for headers in [["Sec-Fetch-Site: cross-site"], ["Origin: http://evil.example"]] {
            #expect(try Self.unlock(web, name, Self.password, headers).status == 403, "\(headers)")
        }
        #expect(try web.get("/unlock/\(name)").status == 405)
        #expect(try web.get("/unlock/\(name)", method: "POST", ["Content-Length: 0"]).status == 400)
        #expect(try Self.unlock(web, name, String(repeating: "x", count: 1_024)).status == 423)
        #expect(try Self.unlock(web, name, String(repeating: "x", count: 1_025)).status == 400)
        #expect(try Self.unlock(web, "0123456789abcdef", Self.password).status == 404)
    }

    @Test func soManyDocumentsAndBrowsersAreUnlocked() throws {
        let web = try Self.scene(others: 64)
        let locked = try web.name(of: "locked")
        func cookie(_ reply: HTTPReply) throws -> String {
            "Cookie: " + (try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
        }
        func isOpen(_ cookie: String) throws -> Bool {
            try web.get("/iiif/presentation/3/\(locked)/manifest.json", [cookie]).status == 200
        }
        let full = try cookie(Self.unlock(web, locked, Self.password))
        for number in 1...64 {
            #expect(try isOpen(full), "\(number)")
            #expect(try Self.unlock(web, web.name(of: "note\(number)"), "any", [full]).status == 204)
        }
        #expect(try !isOpen(full))
        let first = try cookie(Self.unlock(web, locked, Self.password))
        for _ in 1...127 { _ = try Self.unlock(web, locked, Self.password) }
        #expect(try isOpen(first))
        for _ in 1...256 { _ = try Self.unlock(web, locked, Self.password) }
        #expect(try !isOpen(first))
    }

    @Test func whyADocumentDoesNotOpenIsSaid() throws {
        let web = try Self.scene()
        for (title, reason) in [("empty", "the file is empty\n"), ("broken", "no objects found")] {
            let reply = try web.get("/iiif/presentation/3/\(web.name(of: title))/manifest.json")
            #expect(reply.status == 422 && reply.text.contains(reason), "\(reply.status) \(reply.text)")
            #expect(!reply.text.contains(web.library.path))
        }
    }
}
