import Foundation
import Glibc
import TestSupport
import Testing

/// Limits on what one client takes, so that others have theirs.
@Suite struct WebShareTests {
    /// Returns a sheaf-web that trusts a proxy, which says the address of each client.
    private static func scene(_ options: [String] = []) throws -> RunningWeb {
        try RunningWeb(
            documents: ["policy.pdf": Documents.policy.get()],
            options: RunningWeb.proxy + ["--authorization", "open"] + options,
            uploads: true)
    }

    @Test func halfRequestsOfOneClientLeaveConnectionsForOthers() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: ["--connections", "40"])
        // All that come over the Unix socket are one user; over TCP they are another client.
        let held = try (0..<60).map { _ in
            let connection = try WebConnection(web.socket)
            try connection.send("GET / HTTP/1.1\r\nHost: ")
            return connection
        }
        try eventually(log: web.log) { held.count(where: \.hasEnded) == 50 }
        #expect(try web.statusOverTCP("/documents.json") == 200)
        #expect(held.count(where: \.hasEnded) == 50)
        for connection in held { connection.close() }
        try eventually(log: web.log) { (try? web.get("/documents.json").status) == 200 }
    }

    @Test func readersOfOneClientLeaveSomeForOthers() throws {
        let web = try Self.scene(["--readers", "16"])
        let name = try web.name(of: "policy")
        func open(_ address: String) throws -> WebSocketClient {
            try WebSocketClient(web, name, ["X-Forwarded-For": address])
        }
        var greedy = try (0..<8).map { _ in try open("198.51.100.7") }
        #expect(greedy.map(\.reply.status) == [101, 101, 101, 101, 503, 503, 503, 503])
        // An address of the same network is no other client.
        let networks = try ["2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8::4", "2001:db8::5"].map(open)
        #expect(networks.map(\.reply.status) == [101, 101, 101, 101, 503])
        #expect(try open("198.51.100.8").reply.status == 101)
        for socket in greedy { socket.close() }
        greedy = []
        try eventually(log: web.log) { try open("198.51.100.7").reply.status == 101 }
        withExtendedLifetime(networks) {}
    }

    @Test func silentUploadsOfOneClientLeaveSomeForOthers() throws {
        let web = try Self.scene()
        func put(_ name: String, _ address: String, _ body: String, length: Int) throws -> WebConnection {
            let connection = try WebConnection(web.socket)
            try connection.send(
                "PUT /documents/\(name).pdf HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: \(address)\r\nContent-Length: \(length)\r\n\r\n\(body)"
            )
            return connection
        }
        let silent = try (0..<2).map { try put("silent\($0)", "198.51.100.7", "", length: 100_000_000) }
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: web.library.path).count { $0.hasPrefix(".") } == 2
        }
        let refused = try put("more", "198.51.100.7", "x", length: 1).receiveOne()
        #expect(refused.status == 503 && refused.text.contains("this client"), "\(refused.text)")
        #expect(try put("other", "198.51.100.8", "x", length: 1).receiveOne().status == 201)
        // They end when a window of time has brought too little, however long they said that they would be.
        try eventually(log: web.log) { silent.allSatisfy(\.hasEnded) }
        try eventually {
            try FileManager.default.contentsOfDirectory(atPath: web.library.path).allSatisfy { !$0.hasPrefix(".") }
        }
    }

    @Test func aFolderForUploadsHoldsSoMuchAndNoMore() throws {
        let policy = try FileManager.default.attributesOfItem(atPath: Documents.policy.get())[.size] as? Int ?? 0
        let web = try Self.scene(["--upload-quota", "\(policy + 1_000)", "--upload-files", "3"])
        func put(_ name: String, _ length: Int) throws -> HTTPReply {
            try web.exchange(
                "PUT /documents/\(name) HTTP/1.1\r\nHost: h\r\nContent-Length: \(length)\r\nConnection: close\r\n\r\n",
                Data(repeating: 0x61, count: length))
        }
        let large = try put("large.pdf", 1_001)
        #expect(large.status == 507 && large.text.contains("--upload-quota"), "\(large.text)")
        #expect(try put("a.pdf", 999).status == 201)
        #expect(try put("b.pdf", 2).status == 507)
        #expect(try put("b.pdf", 1).status == 201)
        let files = try put("c.pdf", 1)
        #expect(files.status == 507)
        try FileManager.default.removeItem(at: web.library.appendingPathComponent("a.pdf"))
        try eventually { try put("c.pdf", 500).status == 201 }
    }

    /// The page server stands still meanwhile: whoever asks it for something waits.
    @Test func whatOneClientAsksForWaitsForItself() throws {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()])
        let name = try web.name(of: "policy")
        kill(web.service.process.processIdentifier, SIGSTOP)
        defer { kill(web.service.process.processIdentifier, SIGCONT) }
        let asking = try (0..<6).map { _ in
            let connection = try WebConnection(web.socket)
            try connection.send("GET /iiif/presentation/3/\(name)/manifest.json HTTP/1.1\r\nHost: h\r\n\r\n")
            return connection
        }
        let next = try WebConnection(web.socket)
        try next.send("GET /documents.json HTTP/1.1\r\nHost: h\r\n\r\n")
        // Over TCP it is another client.
        #expect(try web.statusOverTCP("/documents.json") == 200)
        #expect(!next.hasAnswer && !asking.contains { $0.hasAnswer })
        kill(web.service.process.processIdentifier, SIGCONT)
        #expect(try next.receiveOne().status == 200)
        for connection in asking { #expect(try connection.receiveOne().status == 200) }
    }
}
