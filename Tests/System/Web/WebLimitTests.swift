import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing

/// Requests that sheaf-web refuses, each beside one that it takes.
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
            (Self.request("GET / HTTP/1.1", "Host: h", "Content-Length : 5") + "GET /", [400]),
            (Self.request("GET / HTTP/1.1", "Host: h", "X User: zoe"), [400]),
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

    /// Connections wait in the socket's queue where no descriptors are left, and the loop does not spin meanwhile.
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
        try remains(for: .seconds(1), because: "a loop that turns without rest shows in its time alone")
        #expect(try ticks() - before < 30)
        for connection in connections { connection.close() }
        #expect(try web.get("/documents.json").status == 200)
    }

    @Test func connectionsAreLimitedAndOneThatEndsMakesRoom() throws {
        let web = try Self.scene(["--connections", "3", "--request-time", "3600", "--shared-address"])
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
            (["--system", "--library", "books"], "absolute path"), (["--user"], "there is nothing to serve"),
            (["--image-pixels", "x"], "--image-pixels"), (["--upload", "/elsewhere"], "--upload"),
            (["--upload-size", "1023"], "--upload-size"), (["--upload-quota", "1023"], "--upload-quota"),
            (["--upload-files", "0"], "--upload-files"), (["--host", "a:80"], "without a port"),
            (["--trusted-proxy", "somebody"], "--trusted-proxy wants"),
            (["--metrics", "everybody"], "--metrics wants"),
            (["--trusted-proxy", "192.0.2.1/33"], "--trusted-proxy"),
            (["--trusted-proxy", "unix:no-such-user"], "unix:"),
            (["--authorization", "token=/nowhere"], "--authorization wants"),
            (["--authorization", "user=X-User,secret=/nowhere"], "--authorization wants"),
            (["--nonsense"], "no option"),
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
