import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing

/// Documents that are put into a folder of the library.
@Suite struct WebUploadTests {
    /// An upload that was answered is there, even when sheaf-web is killed the next moment; any other is not.
    @Test func anUploadThatWasAnsweredOutlivesAKill() throws {
        let pages = URL(fileURLWithPath: try Documents.policy.get())
        let policy = try Data(contentsOf: pages)
        let web = try RunningWeb(documents: ["first.pdf": pages.path], uploads: true)
        func names() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: web.library.path).sorted()
        }
        func head(_ name: String) -> String {
            "PUT /documents/\(name) HTTP/1.1\r\nHost: h\r\nContent-Length: \(policy.count)\r\nConnection: close\r\n\r\n"
        }
        let half = try WebConnection(web.socket)
        try half.send(Data(head("half.pdf").utf8) + policy.prefix(100_000))
        try eventually { try names().contains { $0.hasPrefix(".") } }
        // A page is being shown to somebody meanwhile.
        #expect(try web.get(try web.image("first") + "/full/!200,200/0/default.jpg").status == 200)
        #expect(try web.exchange(head("second.pdf"), policy).status == 201)
        kill(web.process.processIdentifier, SIGKILL)
        web.process.waitUntilExit()
        #expect(try Data(contentsOf: web.library.appendingPathComponent("second.pdf")) == policy)
        try web.start()
        try eventually { try names() == ["first.pdf", "second.pdf"] }
        #expect(try web.get(try web.image("second") + "/info.json").status == 200)
        try eventually(log: web.log) { try web.service.connect().status().cache.leasedPages == 0 }
        withExtendedLifetime(half) {}
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
            "x.exe", "pdf", "a", ".hidden.pdf", "annexe%E2%80%AEfdp.pdf", "..%2Fx.pdf", "a%2Fx.pdf",
            String(repeating: "n", count: 197) + ".pdf",
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
        #expect(preflight.headers["access-control-allow-methods"] == nil)
        #expect(try web.get("/documents.json").text.contains(#""uploads":true"#))
        // Where nobody has allowed it there is none.
        let without = try RunningWeb(documents: ["first.pdf": pages.path])
        #expect(try put("documents/x.pdf", Data("x".utf8), on: without).status == 400)
        #expect(try !without.get("/documents.json").text.contains("uploads"))
    }

    @Test func soManyDocumentsComeAtOnce() throws {
        let web = try RunningWeb(
            documents: ["first.pdf": Documents.policy.get()], options: ["--shared-address"], uploads: true)
        func begin(_ name: String) throws -> WebConnection {
            let connection = try WebConnection(web.socket)
            try connection.send("PUT /documents/\(name) HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nx")
            return connection
        }
        var open = try (0..<8).map { try begin("\($0).pdf") }
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: web.library.path).count { $0.hasPrefix(".") } == 8
        }
        let request = "PUT /documents/more.pdf HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nConnection: close\r\n\r\n"
        #expect(try web.exchange(request, Data("x".utf8)).status == 503)
        open.removeLast()
        try eventually { try web.exchange(request, Data("x".utf8)).status == 201 }
        withExtendedLifetime(open) {}
    }
}
