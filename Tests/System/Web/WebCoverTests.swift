import Foundation
import Glibc
import SheafOS
import TestSupport
import Testing

/// Covers that sheaf-web keeps on disk.
@Suite struct WebCoverTests {
    private static let picture = "full/!360,480/0/default.jpg"

    private static func scene(_ documents: [String: String], _ options: [String] = []) throws -> RunningWeb {
        let web = try RunningWeb(documents: documents, options: RunningWeb.metrics + options)
        // What has changed just now is not kept.
        try eventually {
            documents.keys.allSatisfy { name in
                let changed = FileStatus(path: web.library.appendingPathComponent(name).path)?.changed ?? .max
                return Date().timeIntervalSince1970 * 1e9 - Double(changed) > 200_000_000
            }
        }
        return web
    }

    /// The cover of a document, asked for as the library's page does it that knows no version.
    private static func cover(_ web: RunningWeb, _ name: String, _ headers: [String] = []) throws -> HTTPReply {
        let reply = try web.get("/iiif/3/\(name)-1/\(picture)", headers)
        guard reply.status == 302, let location = reply.headers["location"] else { return reply }
        return try web.get("/iiif/3/" + location.replacing("../", with: ""), headers)
    }

    private static func number(_ web: RunningWeb, _ name: String) throws -> Int? {
        let line = try web.get("/metrics").text.split(separator: "\n").first { $0.hasPrefix("\(name) ") }
        return line?.split(separator: " ").last.flatMap { Int($0) }
    }

    /// The files of covers, and the size of that of versions.
    private static func kept(_ web: RunningWeb) throws -> (covers: [URL], versions: Int) {
        let files = try FileManager.default.contentsOfDirectory(at: web.covers, includingPropertiesForKeys: nil)
        let versions = FileStatus(path: web.covers.appendingPathComponent("versions").path)?.size ?? 0
        return (files.filter { $0.lastPathComponent.utf8.count == 49 }, Int(versions))
    }

    private static func restart(_ web: RunningWeb) throws {
        web.stop()
        web.service.stop()
        try web.service.startAgain()
        try web.start()
    }

    @Test func afterARestartCoversComeWithoutADocumentBeingOpened() throws {
        let policy = try Documents.policy.get()
        let web = try Self.scene(["policy.pdf": policy, "book.epub": Documents.policyEPUB, "other.pdf": policy])
        let names = try ["policy", "book", "other"].map { try web.name(of: $0) }
        let covers = try names.map { try Self.cover(web, $0) }
        #expect(covers.allSatisfy { $0.status == 200 && $0.body.starts(with: [0xff, 0xd8]) })
        // Two are the same bytes.
        try eventually {
            try Self.kept(web)
        } until: {
            $0.covers.count == 2 && $0.versions == 3 * 64
        }
        #expect(try Self.number(web, "sheaf_web_covers_total") == 1 && Self.number(web, "sheaf_web_documents") == 3)
        try Self.restart(web)
        // They are known by their versions from the first look on.
        #expect(try web.get("/documents.json").text.components(separatedBy: #""version":"#).count == 4)
        for (name, cover) in zip(names, covers) {
            let again = try Self.cover(web, name)
            #expect(again.status == 200 && again.body == cover.body && again.headers["etag"] == cover.headers["etag"])
            let part = try web.get("/iiif/3/\(name)-1/\(Self.picture)")
            let path = "/iiif/3/" + (part.headers["location"] ?? "").replacing("../", with: "")
            #expect(try web.get(path, ["Range: bytes=2-5"]).body == Array(cover.body[2...5]))
        }
        #expect(try Self.number(web, "sheaf_web_covers_total") == 6 && Self.number(web, "sheaf_web_documents") == 0)
        // Other pictures are made, as they were.
        #expect(try web.get(try web.image("policy") + "/full/100,/0/default.jpg").status == 200)
        #expect(try Self.number(web, "sheaf_web_documents") == 1 && Self.number(web, "sheaf_web_covers_total") == 6)
        // A file with other bytes has another cover, whenever it was written.
        web.stop()
        let made = web.library.appendingPathComponent(".made").path
        let file = web.library.appendingPathComponent("policy.pdf").path
        let cut = try Command.run("/usr/bin/qpdf", [policy, "--pages", ".", "20-30", "--", made])
        try #require(cut.status == 0 && rename(made, file) == 0, "\(cut.errors)")
        try web.start()
        let changed = try Self.cover(web, names[0])
        #expect(changed.status == 200 && changed.body != covers[0].body)
        #expect(try Self.cover(web, names[2]).body == covers[2].body)
    }

    @Test func whatAPasswordOpensIsNotKept() throws {
        let folder = "/tmp/sheaf-cover-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let policy = try Documents.policy.get()
        let made = try Command.run(
            "/usr/bin/qpdf", [policy, "--encrypt", "word", "word", "256", "--", folder + "/locked.pdf"])
        try #require(made.status == 0, "\(made.errors)")
        let web = try Self.scene(["locked.pdf": folder + "/locked.pdf", "policy.pdf": policy])
        let name = try web.name(of: "locked")
        #expect(try Self.cover(web, name).status == 423)
        let unlocked = try web.get(
            "/unlock/\(name)", method: "POST",
            ["Content-Length: 0", "Sheaf-Password: \(Data("word".utf8).base64EncodedString())"])
        let cookie = "Cookie: " + (try #require(unlocked.headers["set-cookie"]).prefix { $0 != ";" })
        #expect(try Self.cover(web, name, [cookie]).status == 200)
        // What is asked for after it is kept, and it is not.
        #expect(try Self.cover(web, web.name(of: "policy")).status == 200)
        try eventually {
            try Self.kept(web)
        } until: {
            $0.covers.count == 1 && $0.versions == 64
        }
        #expect(try Self.cover(web, name).status == 423)
        try Self.restart(web)
        #expect(try Self.cover(web, name).status == 423)
        #expect(try web.get("/documents.json").text.components(separatedBy: #""version":"#).count == 2)
    }

    @Test func whatIsDamagedIsMadeAnew() throws {
        let web = try Self.scene(["policy.pdf": Documents.policy.get()])
        let name = try web.name(of: "policy")
        let cover = try Self.cover(web, name)
        let file = try #require(
            eventually {
                try Self.kept(web)
            } until: {
                $0.covers.count == 1 && $0.versions == 64
            }.covers.first)
        let whole = try Data(contentsOf: file)
        let versions = web.covers.appendingPathComponent("versions")
        let records = try Data(contentsOf: versions)
        var flipped = whole
        flipped[whole.count / 2] ^= 1
        for damaged in [flipped, whole.dropLast(1), Data(), Data("something else".utf8), whole + Data("x".utf8)] {
            try damaged.write(to: file)
            #expect(try Self.cover(web, name).body == cover.body, "\(damaged.count)")
            try eventually { try Data(contentsOf: file) == whole }
        }
        // A folder in its place is left, and the picture is made each time.
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(try Self.cover(web, name).body == cover.body && Self.cover(web, name).body == cover.body)
        try eventually { web.log.contains("covers are not kept") }
        try FileManager.default.removeItem(at: file)
        // Of damaged records what is whole holds, and the file is written anew.
        var shifted = records
        shifted[9] ^= 4
        for (damaged, isKnown) in [
            (shifted + records + Data("x".utf8), true), (shifted, false), (Data("x".utf8), false),
        ] {
            web.stop()
            try damaged.write(to: versions)
            try web.start()
            #expect(try web.get("/documents.json").text.contains(#""version":"#) == isKnown)
            #expect(try Self.cover(web, name).body == cover.body)
            try eventually { try Data(contentsOf: versions) == records }
        }
    }

    @Test func withoutAFolderTheyAreMadeAnew() throws {
        let open = "/tmp/sheaf-cover-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: open) }
        try FileManager.default.createDirectory(
            atPath: open, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
        for (options, said) in [
            (["--covers", "/proc/none"], "/proc/none"), (["--covers", open], "not this user's alone"),
            (["--covers-size", "0"], ""),
        ] {
            let web = try Self.scene(["policy.pdf": Documents.policy.get()], options)
            #expect(try Self.cover(web, web.name(of: "policy")).status == 200)
            #expect(web.log.components(separatedBy: "--covers").count == (said.isEmpty ? 1 : 2), "\(web.log)")
            #expect(said.isEmpty || web.log.contains(said), "\(web.log)")
            #expect(!FileManager.default.fileExists(atPath: web.covers.path))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: open).isEmpty)
        let refused = try Command.run(
            Build.folder.appendingPathComponent("sheaf-web").path, ["--library", "/tmp", "--covers", "covers"])
        #expect(refused.status == 2 && refused.errors.contains("--covers wants an absolute path"))
    }
}
