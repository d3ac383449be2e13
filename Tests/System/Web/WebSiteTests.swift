import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// Requests from pages of other web sites, or to names that are not this server's.
@Suite struct WebSiteTests {
    private static func scene(_ options: [String] = []) throws -> RunningWeb {
        try RunningWeb(
            documents: ["policy.pdf": Documents.policy.get()], options: options,
            providers: ["sheaf-mupdf", "sheaf-images", "sheaf-text"], uploads: true)
    }

    private static func paths(_ web: RunningWeb) throws -> (image: String, name: String) {
        (try web.image("policy") + "/full/100,/0/default.jpg", try web.name(of: "policy"))
    }

    @Test func anotherNameIsRefusedWhateverIsAskedFor() throws {
        let web = try Self.scene()
        let name = try web.name(of: "policy")
        for (line, more) in [
            ("GET / HTTP/1.1", ""), ("GET /documents.json HTTP/1.1", ""), ("OPTIONS /documents.json HTTP/1.1", ""),
            ("GET /reader/\(name) HTTP/1.1", "Upgrade: websocket\r\nConnection: Upgrade\r\n"),
            ("PUT /documents/evil.txt HTTP/1.1", "Content-Length: 4\r\n"),
        ] {
            for (host, status) in [
                ("evil.example:\(web.port)", 421), ("127.1", 421), ("localhost", nil), ("127.0.0.1:1", nil),
            ]
                as [(String, Int?)]
            {
                let connection = try WebConnection(web.socket)
                try connection.send("\(line)\r\nHost: \(host)\r\n\(more)\r\n" + (more.contains("Length") ? "evil" : ""))
                let reply = try connection.receiveOne().status
                #expect(status.map { reply == $0 } ?? (reply != 421 && reply != 403), "\(line) \(host): \(reply)")
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: web.library.path).sorted()
        #expect(!names.contains { $0.hasPrefix(".") } && names.contains("policy.pdf"))
        // A rebound page can say what a proxy would.
        let through = try RunningWeb(documents: [:], options: RunningWeb.proxy)
        let evil = "GET / HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\nConnection: close\r\n\r\n"
        #expect(try through.exchange(evil).status == 421)
        let appended = evil.replacing("evil.example", with: "h").replacing(
            ": localhost", with: ": localhost, evil.example")
        #expect(try through.exchange(appended).status == 421)
    }

    @Test func everyAnswerIsForItsOwnSiteAndNothingThatRuns() throws {
        let web = try Self.scene(RunningWeb.metrics)
        let (image, name) = try Self.paths(web)
        let page = try #require(image.split(separator: "/").dropFirst(2).first)
        for path in [
            "/", "/read/\(name)", "/documents.json", image, "/iiif/3/\(page)/info.json", "/iiif/3/\(page)", "/nothing",
            "/%zz",
            "/iiif/presentation/3/\(name)/manifest.json", "/iiif/presentation/3/\(name)/beginning.json",
            "/text/\(page)", "/links/\(page)", "/search/\(name)?q=policy",
            "/looks/\(name)", "/metrics", "/reader/\(name)", "/assets/read.js", "/iiif/search/2/\(name)?q=policy",
        ] {
            let reply = try web.get(path)
            #expect(reply.headers["access-control-allow-origin"] == nil, "\(path)")
            #expect(reply.headers["cross-origin-resource-policy"] == "same-origin", "\(path)")
            #expect(reply.headers["x-content-type-options"] == "nosniff", "\(path)")
            #expect(reply.headers["x-frame-options"] == "SAMEORIGIN", "\(path)")
        }
    }

    /// Browsers' requests for pages of other sites: with Fetch Metadata, and else with Origin or Referer.
    @Test(arguments: [false, true])
    func pagesOfOtherSitesGetNothingButLinks(isOpen: Bool) throws {
        let web = try Self.scene(RunningWeb.metrics + (isOpen ? ["--cors"] : []))
        let (image, name) = try Self.paths(web)
        let link = ["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]
        let closed = ["/", "/documents.json", "/read/\(name)", "/metrics", "/reader/\(name)"]
        let open = [image, "/iiif/presentation/3/\(name)/manifest.json"]
        func status(_ path: String, _ headers: [String], _ method: String = "GET") throws -> Int {
            try web.get(path, method: method, headers).status
        }
        for site in ["cross-site", "same-site", "nonsense"] {
            for (mode, destination) in [
                ("cors", "empty"), ("no-cors", "image"), ("websocket", "websocket"), ("navigate", "iframe"),
            ] {
                let headers = ["Sec-Fetch-Site: \(site)", "Sec-Fetch-Mode: \(mode)", "Sec-Fetch-Dest: \(destination)"]
                for path in closed {
                    #expect(try status(path, headers) == 403, "\(path) \(headers)")
                    #expect(try status(path, headers + ["Authorization: Basic YTpi"], "HEAD") == 403, "\(path)")
                }
                for path in open { #expect(try status(path, headers) == (isOpen ? 200 : 403), "\(path) \(headers)") }
            }
            let linked = ["Sec-Fetch-Site: \(site)"] + link
            for path in ["/", "/read/\(name)", "/documents.json", image] {
                #expect(try status(path, linked) == 200, "\(path)")
            }
            for path in ["/metrics", "/reader/\(name)"] { #expect(try status(path, linked) == 403, "\(path)") }
        }
        for own in [
            "Sec-Fetch-Site: same-origin", "Sec-Fetch-Site: none", "Origin: http://sheaf.example",
            "Referer: https://sheaf.example/",
        ] {
            #expect(try status("/documents.json", [own]) == 200 && status("/metrics", [own]) == 200, "\(own)")
        }
        for foreign in [
            "Origin: http://evil.example", "Origin: null", "Origin: http://sheaf.example:81",
            "Origin: http://sheaf.example.evil",
            "Referer: http://evil.example/http://sheaf.example/", "Referer: http://sheaf.example@evil.example/",
            "Referer: x",
        ] {
            #expect(
                try status("/documents.json", [foreign]) == 403 && status("/metrics", [foreign]) == 403, "\(foreign)")
            #expect(try status(image, [foreign]) == (isOpen ? 200 : 403), "\(foreign)")
            #expect(try status("/", [foreign]) == 200 && status("/read/\(name)", [foreign]) == 200, "\(foreign)")
        }
        for foreign in ["Sec-Fetch-Site: cross-site", "Origin: http://evil.example"] {
            let put = "PUT /documents/evil.txt HTTP/1.1\r\nHost: h\r\n\(foreign)\r\nContent-Length: 4\r\n\r\nevil"
            #expect(try web.exchange(put).status == 403)
        }
        // What a viewer elsewhere asks before it asks.
        let preflight = try web.get(
            image, method: "OPTIONS", ["Origin: http://viewer.example", "Sec-Fetch-Site: cross-site"])
        #expect(preflight.status == (isOpen ? 204 : 403))
        #expect(preflight.headers["access-control-allow-origin"] == (isOpen ? "*" : nil))
        let shown = try web.get(image, ["Origin: http://viewer.example", "Sec-Fetch-Site: cross-site"])
        #expect(shown.headers["cross-origin-resource-policy"] == (isOpen ? "cross-origin" : "same-origin"))
        #expect(try web.get("/documents.json").headers["access-control-allow-origin"] == nil)
    }

    @Test func namesOfFilesAreShownAsTheyAre() throws {
        let web = try Self.scene()
        let policy = URL(fileURLWithPath: try Documents.policy.get())
        for name in ["annexe\u{202e}fdp.pdf", ".hidden.pdf", "<img src=x>.pdf"] {
            try FileManager.default.copyItem(at: policy, to: web.library.appendingPathComponent(name))
        }
        let latin =
            Array("\(web.library.path)/caf".utf8CString.dropLast()) + [CChar(bitPattern: 0xe9)]
            + Array(".pdf".utf8CString)
        #expect(close(creat(latin, 0o644)) == 0)
        defer { unlink(latin) }
        let listed = try eventually {
            try web.get("/documents.json")
        } until: {
            $0.text.contains("annexe")
        }
        #expect(listed.text.contains(#""title":"annexefdp""#) && listed.text.contains(#""title":"<img src=x>""#))
        #expect(!listed.text.contains("hidden"))
        // Nobody can ask for one whose name is no text; that it is there is said.
        #expect(listed.text.contains("/caf\u{fffd}.pdf\",\"reason\":\"its name is not UTF-8"), "\(listed.text)")
        #expect(web.log.contains("has names that are not UTF-8"))
        // Nor does the page server open what is hidden, for anybody who knows its path.
        let client = try web.service.connect()
        for path in [
            "\(web.library.path)/.hidden.pdf", "\(web.library.path)/.git/a.pdf", "\(web.library.path)/a/../../x.pdf",
        ] {
            #expect(throws: (any Error).self, "\(path)") {
                _ = try client.call(
                    ReaderInterface.Open.self, .init(path: path, viewport: .init(width: 10, height: 10)))
            }
        }
    }

    /// Requests of Mirador (src/state/sagas/iiif.js) and OpenSeadragon (with and without crossOriginPolicy) on a page
    /// elsewhere: each asks for what the answer before names.
    @Test func viewersElsewhereReadWhatIsOpenToThem() throws {
        let web = try Self.scene(["--cors"])
        let name = try web.name(of: "policy")
        let fetched = [
            "Origin: http://viewer.example", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors",
            "Sec-Fetch-Dest: empty",
        ]
        let pictured = [
            "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: no-cors", "Sec-Fetch-Dest: image",
            "Referer: http://viewer.example/",
        ]
        func get(_ address: String, _ headers: [String]) throws -> HTTPReply {
            let path = address.replacing("http://sheaf.example", with: "")
            let reply = try web.get(path, headers)
            #expect(
                reply.status == 200 && reply.headers["access-control-allow-origin"] == "*", "\(path) \(reply.status)")
            #expect(reply.headers["cross-origin-resource-policy"] == "cross-origin", "\(path)")
            return reply
        }
        func json(_ address: String) throws -> [String: Any] {
            try #require(JSONSerialization.jsonObject(with: Data(get(address, fetched).body)) as? [String: Any])
        }
        let manifest = try json("/iiif/presentation/3/\(name)/manifest.json")
        let canvas = try #require((manifest["items"] as? [[String: Any]])?[20])
        let thumbnail = try #require((canvas["thumbnail"] as? [[String: Any]])?.first?["id"] as? String)
        _ = try get(thumbnail, pictured)
        let annotations = try #require((canvas["annotations"] as? [[String: Any]])?.first?["id"] as? String)
        #expect(try json(annotations)["items"] != nil)
        let search = try #require((manifest["service"] as? [[String: Any]])?.first?["id"] as? String)
        #expect(try json("\(search)?q=policy")["items"] != nil)
        let page = (canvas["items"] as? [[String: Any]])?.first
        let body = ((page?["items"] as? [[String: Any]])?.first?["body"]) as? [String: Any]
        let service = try #require((body?["service"] as? [[String: Any]])?.first?["id"] as? String)
        // Mirador takes it only where it is what its address says.
        #expect(try json("\(service)/info.json")["id"] as? String == service)
        for headers in [["Origin: http://viewer.example"] + pictured, pictured] {
            _ = try get("\(service)/0,0,512,512/512,/0/default.jpg", headers)
        }
        // With the token of somebody who has one, a browser asks first.
        let preflight = try web.get(
            service.replacing("http://sheaf.example", with: "") + "/info.json", method: "OPTIONS",
            fetched + ["Access-Control-Request-Method: GET", "Access-Control-Request-Headers: authorization"])
        #expect(preflight.status == 204)
        #expect(preflight.headers["access-control-allow-headers"]?.contains("Authorization") ?? false)
    }

    /// A site and a rebound name in Chromium, a client that breaks HTTP's rules, and a proxy that lies, with all that they try counted.
    @Test(arguments: [false, true])
    func theHostileGetWhatIsDocumentedAndNothingElse(isOpen: Bool) throws {
        let options = RunningWeb.metrics + (isOpen ? ["--cors"] : [])
        let web = try Self.scene(options)
        let trusting = try Self.scene(options + ["--trusted-proxy", "127.0.0.1", "--authorization", "user=X-User"])
        let script = Build.project.appendingPathComponent("Tests/System/clients/web_hostile.py").path
        var arguments = [script, "http://127.0.0.1:\(web.port)", web.socket, try web.document("policy").name]
        // Of what a browser does there is more than enough without.
        arguments += isOpen ? ["--cors", "--only", "client"] : ["--trusted", "http://127.0.0.1:\(trusting.port)"]
        let result = try Command.run(Build.python, arguments, seconds: 1_500)
        #expect(result.status == 0, "\(result.errors)\(web.log)")
        let told = try JSONDecoder().decode([String: Part].self, from: result.output).filter { $0.value.tried > 0 }
        for (name, part) in told.sorted(by: { $0.key < $1.key }) {
            print(
                "\(name): \(part.tried) tried, \(part.refused) refused, \(part.allowed) allowed, \(part.library) the library's"
            )
        }
        #expect(told.count == (isOpen ? 1 : 4) && told.allSatisfy { $0.value.refused > 100 })
    }

    private struct Part: Decodable {
        let tried, refused, allowed, library: Int

        private enum CodingKeys: String, CodingKey {
            case tried, refused
            case allowed = "allowed as documented"
            case library = "the library's, as documented"
        }
    }
}
