import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Which files sheaf-web lists, and takes: those whose endings the service's providers declare, other people's among them.
@Suite struct WebFormatTests {
    private static func titles(_ web: RunningWeb) throws -> [String] {
        struct Listing: Decodable { let documents: [Document] }
        struct Document: Decodable { let title: String }
        let reply = try web.get("/documents.json")
        return try JSONDecoder().decode(Listing.self, from: Data(reply.body)).documents.map(\.title).sorted()
    }

    private static func put(_ name: String, _ body: String, on web: RunningWeb) throws -> HTTPReply {
        try web.exchange(
            "PUT /documents/\(name) HTTP/1.1\r\nHost: h\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n",
            Data(body.utf8))
    }

    /// Installs docs/examples/netpbm-provider, as somebody else's package would.
    private static func installOther(_ web: RunningWeb, _ manifest: String) throws {
        let folder = web.service.folder.appendingPathComponent("providers")
        try manifest.write(
            to: folder.appendingPathComponent("netpbm.provider"), atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("netpbm"),
            withDestinationURL: Build.project.appendingPathComponent("docs/examples/netpbm-provider"))
    }

    @Test func theLibraryHasWhatProvidersListAndKeepsItWhileTheServiceIsAway() throws {
        let web = try RunningWeb(documents: [:], providers: ["sheaf-text"], uploads: true)
        func write(_ name: String, _ text: String) throws {
            try Data(text.utf8).write(to: web.library.appendingPathComponent(name))
        }
        try write("system.log", "12:00 started\n")
        try write("release.NFO", "a release\n")
        try write("backup.zip", "PK\u{3}\u{4}")
        try write("backup.tar.gz", "x")
        try write("grey.pgm", "P5\n2 1 255\nab")
        try write("book.pdf", "%PDF-1.4")
        #expect(try Self.titles(web) == ["release", "system"])
        // A provider that comes: the library has its documents, and they open.
        try Self.installOther(web, "[Provider]\nSignatures=P5\nSuffixes=.pgm .zip\nUnlisted=.zip\n")
        try eventually(log: web.log) {
            try Self.titles(web)
        } until: {
            $0 == ["grey", "release", "system"]
        }
        #expect(try web.get(try web.image("grey") + "/full/max/0/default.png").status == 200)
        #expect(try web.get(try web.image("system") + "/full/!90,90/0/default.jpg").status == 200)
        // What is put there is what is listed.
        let expected = [
            "new.pgm": 201, "new.log": 201, "new.nfo": 201, "new.zip": 415, "new.pdf": 415, "new.pgmx": 415,
        ]
        for (name, status) in expected {
            #expect(try Self.put(name, "P5\n2 1 255\nab", on: web).status == status, "\(name)")
        }
        let listed = ["grey", "new", "new", "new", "release", "system"]
        #expect(try Self.titles(web) == listed)
        // The service goes: the list stays, for the library and for uploads, over one look at the folders and the next.
        #expect(web.service.stop() == 0)
        #expect(try Self.put("later.log", "x\n", on: web).status == 201)
        #expect(try Self.put("later.zip", "x\n", on: web).status == 415)
        #expect(try Self.titles(web) == (listed + ["later"]).sorted())
        // And comes again, without that provider.
        try FileManager.default.removeItem(at: web.service.folder.appendingPathComponent("providers/netpbm"))
        try web.service.startAgain()
        try eventually(log: web.log) {
            try Self.titles(web)
        } until: {
            $0 == ["later", "new", "new", "release", "system"]
        }
    }

    @Test func aLibraryWithoutTheServiceSaysSoAndFillsWhenItComes() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], uploads: true)
        web.stop()
        #expect(web.service.stop() == 0)
        try web.start()
        #expect(web.log.contains("sheafd does not say which files it opens"), "\(web.log)")
        let reply = try web.get("/documents.json").text
        #expect(reply.contains(#""documents":[]"#) && reply.contains("none are listed"), "\(reply)")
        #expect(try Self.put("a.pdf", "x", on: web).status == 503)
        try web.service.startAgain()
        try eventually(log: web.log) {
            try Self.titles(web)
        } until: {
            $0 == ["policy"]
        }
        #expect(try !web.get("/documents.json").text.contains("none are listed"))
    }

    /// Declarations of a provider are known without loading it.
    @Test func theServiceSaysWhatItsProvidersDeclare() throws {
        let service = try RunningService(providers: ["sheaf-images", "sheaf-mupdf", "test-plain"])
        let connection = try service.connect()
        let declared = try connection.call(ManagerInterface.ListProviders.self, .init(declared: true)).parameters
            .providers
        #expect(service.hosts.isEmpty)
        let images = try #require(declared.first { $0.path.hasSuffix("libsheaf-images.so") })
        #expect(images.name == "images" && images.version == "" && images.suffixes?.contains(".cbz") == true)
        #expect(images.unlisted?.contains(".zip") == true && images.unlisted?.contains(".cbz") == false)
        #expect(images.mediaTypes?.contains("image/png") == true)
        let plain = try #require(declared.first { $0.path.hasSuffix("libtest-plain.so") })
        #expect(plain.suffixes == nil && plain.unlisted == nil && plain.mediaTypes == nil)
        let all = try connection.call(ManagerInterface.ListProviders.self, .init()).parameters.providers
        #expect(all.map(\.suffixes) == declared.map(\.suffixes) && all.allSatisfy { $0.version != "" })
        let table = try Command.run(
            Build.folder.appendingPathComponent("sheafctl").path, ["--socket", service.socket, "providers"]
        ).text.split(separator: "\n")
        #expect(
            table.contains {
                $0.hasPrefix("mupdf ") && $0.hasSuffix(" .pdf .xps .oxps .cbz .html .htm .xhtml")
            })
        #expect(table.contains { $0.hasPrefix("images ") && $0.contains(" .cbt (.zip .rar ") && $0.hasSuffix(".zst)") })
        #expect(table.contains { $0.hasPrefix("plain ") && $0.hasSuffix(" -") }, "\(table)")
    }
}
