import Foundation
import Glibc
import SheafInterface
import TestSupport
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
        let web = try RunningWeb(documents: ["reference.png": file], options: ["--cors"])
        let image = try web.image("reference", version: version == "3.0" ? 3 : 2).split(separator: "/").map(String.init)
        let result = try Self.client(
            "iiif_validator_client", "127.0.0.1:\(web.port)", "\(image[0])/\(image[1])", image[2], version)
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.split(separator: "\n").count { $0.hasPrefix("ok ") } >= 30, "\(result.text)")
    }

    @Test func aManifestIsReadByPrezi3() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.name(of: "policy")
        let result = try Self.client(
            "iiif_client", "manifest", "http://127.0.0.1:\(web.port)/iiif/presentation/3/\(name)/manifest.json")
        try #require(result.status == 0, "\(result.errors)\(web.log)")
        let read = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
        #expect(read["canvases"] as? Int == Documents.pages && read["direction"] as? String == "left-to-right")
        let outline = try Mutool(Documents.policy.get()).outline
        #expect(read["ranges"] as? Int == outline.count)
        #expect(read["top"] as? Int == outline.count { $0.level == 0 })
        #expect(read["canvas"] as? [Int] == [2_550, 3_300])
        #expect(read["image"] as? [Int] == read["body"] as? [Int] && read["thumbnail"] as? [Int] == [155, 200])
    }

    @Test func manifestsOfAllKindsAreReadByPrezi3() throws {
        let folder = "/tmp/sheaf-kinds-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Documents.writeManga(to: folder + "/comic.cbz")
        try "One line\n".write(toFile: folder + "/note.txt", atomically: true, encoding: .utf8)
        try #require(try Self.client("iiif_validator_client", "--image", folder + "/photo.png").status == 0)
        let web = try RunningWeb(
            documents: [
                "policy.pdf": Documents.policy.get(), "book.epub": Documents.policyEPUB,
                "comic.cbz": folder + "/comic.cbz",
                "note.txt": folder + "/note.txt", "photo.png": folder + "/photo.png",
            ], providers: ["sheaf-mupdf", "sheaf-epub", "sheaf-images", "sheaf-text"])
        for (title, looks, canvases, direction) in [
            ("policy", ".night.trim", Documents.pages, "left-to-right"), ("book", "", nil, "left-to-right"),
            ("book", ".sepia.f16", nil, "left-to-right"), ("comic", "", 4, "right-to-left"),
            ("note", "", 1, "left-to-right"), ("photo", "", 1, "left-to-right"),
        ] as [(String, String, Int?, String)] {
            let name = try web.name(of: title) + looks
            let result = try Self.client(
                "iiif_client", "manifest", "http://127.0.0.1:\(web.port)/iiif/presentation/3/\(name)/manifest.json")
            try #require(result.status == 0, "\(name): \(result.errors)\(web.log)")
            let read = try #require(JSONSerialization.jsonObject(with: result.output) as? [String: Any])
            let count = try #require(read["canvases"] as? Int)
            #expect(canvases.map { $0 == count } ?? (count > 100), "\(name): \(count)")
            #expect(read["direction"] as? String == direction, "\(name)")
            #expect(read["image"] as? [Int] == read["body"] as? [Int], "\(name)")
        }
    }

    @Test func textIsAnnotationsAndIsSearched() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.name(of: "policy")
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
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: ["--cors"])
        let script = URL(fileURLWithPath: Build.python).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("openseadragon.js").path
        let result = try Self.client(
            "openseadragon", script, "http://127.0.0.1:\(web.port)/", try web.name(of: "policy"))
        #expect(result.status == 0, "\(result.text)\(result.errors)\(web.log)\(web.service.log)")
        #expect(result.text.hasSuffix("ok: nothing went wrong in the browser\n"), "\(result.text)")
    }
}
