import Foundation
import Glibc
import TestSupport
import Testing

/// Names of documents and of their pages in URLs.
@Suite struct WebAddressTests {
    private static func path(_ name: String, in web: RunningWeb) -> String {
        web.library.appendingPathComponent(name).path
    }

    /// Sets the time of the last change of a file's bytes; nanoseconds count.
    private static func set(_ time: timespec, of path: String) {
        var times = [timespec(tv_sec: 0, tv_nsec: 0), time]
        #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    }

    @Test func theVersionIsTheBeginningOfTheDigest() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let sum = try Command.run("/usr/bin/sha256sum", [Self.path("policy.pdf", in: web)]).text
        #expect(try web.document("policy").version == String(sum.prefix(32)))
    }

    /// Machines with the same files in other folders, and with other times, have the same addresses.
    @Test func machinesWithTheSameBytesHaveTheSameAddresses() throws {
        let documents = ["policy.pdf": try Documents.policy.get()]
        let webs = try (0..<2).map { _ in try RunningWeb(documents: documents) }
        for (web, time) in zip(webs, [1_000_000_000, 1_500_000_000]) {
            Self.set(timespec(tv_sec: time, tv_nsec: time / 2), of: Self.path("policy.pdf", in: web))
        }
        #expect(webs[0].library != webs[1].library)
        let name = try webs[0].name(of: "policy")
        let manifests = try webs.map { try $0.get("/iiif/presentation/3/\(name)/manifest.json") }
        #expect(manifests[0].status == 200 && manifests[0].body == manifests[1].body)
        #expect(manifests[0].headers["etag"] == manifests[1].headers["etag"])
        let path = try webs[0].image("policy", page: 21) + "/full/300,/0/default.jpg"
        let images = try webs.map { try $0.get(path) }
        #expect(images[0].status == 200 && images[0].body == images[1].body)
        #expect(images[0].headers["etag"] == images[1].headers["etag"])
        // One has what a cache got from the other.
        let tag = try #require(images[0].headers["etag"])
        #expect(try webs[1].get(path, ["If-None-Match: \(tag)"]).status == 304)
    }

    @Test func theSameBytesWithAnotherTimeKeepTheirImages() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let image = try web.image("policy", page: 9) + "/full/100,/0/default.jpg"
        let before = try web.get(image)
        Self.set(timespec(tv_sec: 1_000_000_000, tv_nsec: 5), of: Self.path("policy.pdf", in: web))
        let after = try web.get(image)
        #expect(before.status == 200 && after.status == 200 && before.body == after.body)
    }

    /// A file whose writer puts the time of its last change back has other images all the same.
    @Test func otherBytesOfTheSameSizeAndTimeAreOtherImages() throws {
        let web = try RunningWeb(documents: [:], providers: ["sheaf-mupdf", "sheaf-text"])
        let path = Self.path("notes.txt", in: web)
        let time = timespec(tv_sec: 1_000_000_000, tv_nsec: 0)
        try Data("one and only".utf8).write(to: URL(fileURLWithPath: path))
        Self.set(time, of: path)
        let image = try eventually {
            try? web.image("notes")
        } until: {
            $0 != nil
        }
        let before = try web.get(#require(image) + "/full/300,/0/default.png")
        #expect(before.status == 200)
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        handle.write(Data("two".utf8))
        try handle.close()
        Self.set(time, of: path)
        // A document that is open learns of it a moment later, and says 503 until then.
        let other = try eventually {
            try? web.image("notes")
        } until: {
            $0 != nil
        }
        #expect(other != nil && other != image)
        #expect(try web.get(#require(image) + "/full/300,/0/default.png").status == 404)
        let after = try eventually {
            try web.get((other ?? "") + "/full/300,/0/default.png")
        } until: {
            $0.status == 200
        }
        #expect(after.body != before.body)
    }

    @Test func aPageWithoutAVersionLeadsToTheOneThatMayBeKept() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get(), "broken.pdf": "/bin/true"])
        let listed = try web.get("/documents.json").text
        #expect(!listed.contains("version") && listed.contains(#""title":"policy""#))
        let name = try #require(listed.firstMatch(of: #/"name":"([0-9a-f]{16})","title":"policy"/#)).output.1
        let rest = "full/!240,320/0/default.jpg"
        let cover = try web.get("/iiif/3/\(name)-1/\(rest)?x=y")
        #expect(cover.status == 302 && cover.headers["cache-control"] == "no-cache" && cover.body.isEmpty)
        let location = try #require(cover.headers["location"])
        let version = try #require(location.firstMatch(of: #/-([0-9a-f]{32})-1//#)).output.1
        #expect(location == "../../../../\(name)-\(version)-1/\(rest)")
        let kept = try web.get("/iiif/3/\(name)-\(version)-1/\(rest)")
        #expect(kept.status == 200 && kept.headers["cache-control"] == "public, max-age=31536000, immutable")
        // Now it is known, and not asked for any more.
        #expect(try web.get("/documents.json").text.contains(#""version":"\#(version)""#))
        for (path, location) in [
            ("/iiif/2/\(name).night-7/info.json", "../\(name).night-\(version)-7/info.json"),
            ("/iiif/3/\(name)-7", "\(name)-\(version)-7"), ("/iiif/3/\(name)-7/", "../\(name)-\(version)-7/"),
        ] {
            let reply = try web.get(path)
            #expect(reply.status == 302 && reply.headers["location"] == location, "\(path)")
        }
        for path in [
            "/iiif/3/\(name)-0/info.json", "/iiif/3/0123456789abcdef-1/info.json", "/text/\(name)-1",
            "/links/\(name)-1",
            "/iiif/3/\(name)-\(version.dropLast())-1/info.json", "/iiif/3/\(name)-\(version.uppercased())-1/info.json",
        ] { #expect(try web.get(path).status == 404, "\(path)") }
        let broken = try web.name(of: "broken")
        #expect(try web.get("/iiif/3/\(broken)-1/\(rest)").status == 422)
    }
}
