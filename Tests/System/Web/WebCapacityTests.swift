import Foundation
import Glibc
import SheafInterface
import TestSupport
import Testing
import Varlink

/// How much sheaf-web has open, lists and does at once, on both sides of each limit.
@Suite struct WebCapacityTests {
    /// A library of patterns.
    private static func scene(_ documents: [String: String], options: [String] = []) throws -> RunningWeb {
        let web = try RunningWeb(documents: [:], options: options, providers: ["sheaf-pattern"])
        for (name, settings) in documents {
            try Data("sheaf-pattern 1\n\(settings)\n".utf8).write(
                to: web.library.appendingPathComponent("\(name).pattern"))
        }
        return web
    }

    @Test func soManyDocumentsAreOpenAndThatOfTheLongestAgoGoes() throws {
        let names = (0..<65).map { "d\($0)" }
        let web = try Self.scene(Dictionary(uniqueKeysWithValues: names.map { ($0, "pages = 2") }))
        let client = try web.service.connect()
        func open() throws -> Set<String> {
            let documents = try client.call(ManagerInterface.ListDocuments.self, .init()).parameters.documents
            return Set(
                documents.compactMap {
                    $0.name?.split(separator: "/").last?.split(separator: ".").first.map(String.init)
                })
        }
        for name in names.prefix(64) { _ = try web.document(name) }
        #expect(try open() == Set(names.prefix(64)))
        // One that is asked for again is not the oldest.
        #expect(try web.get(web.image("d0") + "/full/20,/0/default.jpg").status == 200)
        _ = try web.document("d64")
        try eventually(log: web.log) { try open().count == 64 }
        #expect(try open() == Set(names).subtracting(["d1"]))
        // It is opened again when it is asked for.
        #expect(try web.get(web.image("d1") + "/full/20,/0/default.jpg").status == 200)
        try eventually(log: web.log) { try open().count == 64 }
    }

    @Test(arguments: [10_000, 10_001]) func soManyPagesAreInAManifest(_ pages: Int) throws {
        let web = try Self.scene(["many": "pages = \(pages)"])
        let name = try web.name(of: "many")
        let manifest = try web.get("/iiif/presentation/3/\(name)/manifest.json")
        try #require(manifest.status == 200, "\(manifest.text)\(web.log)")
        #expect(Self.count(#""type":"Canvas","label""#, in: manifest) == min(pages, 10_000))
        #expect(Self.count(#"/canvas/\#(pages)/page/image""#, in: manifest) == (pages > 10_000 ? 0 : 1))
    }

    private static func count(_ text: String, in reply: HTTPReply) -> Int {
        reply.text.components(separatedBy: text).count - 1
    }

    /// A search that comes while sheafd is restarted, or is under way then.
    @Test(arguments: [Case("it has stopped", false), Case("it is killed meanwhile", true)])
    func aSearchWaitsOutARestart(isUnderWay: Case<Bool>) throws {
        let web = try Self.scene(["book": "pages = 5"])
        let path = "/search/\(try web.name(of: "book"))?q=a"
        let expected = try web.get(path)
        // A busy machine may take longer to start it than is waited for.
        for _ in 0..<5 {
            let process = web.service.process
            if isUnderWay.value { kill(process.processIdentifier, SIGSTOP) } else { web.service.stop() }
            let connection = try WebConnection(web.socket)
            try connection.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n")
            if isUnderWay.value {
                // It asks sheafd first, and has heard of the search then.
                try eventually(log: web.log) { try web.get("/documents.json").status == 200 }
                kill(process.processIdentifier, SIGKILL)
            }
            try web.service.startAgain()
            let reply = try connection.receiveOne()
            if reply.status == expected.status { return #expect(reply.text == expected.text) }
            #expect(reply.status == 503)
        }
        Issue.record("no search has waited until sheafd was there again")
    }

    /// The service stands still meanwhile.
    @Test func soManySearchAtOnceAndOneMoreIsRefused() throws {
        let web = try Self.scene(["book": "pages = 5"], options: ["--shared-address"])
        let path = "/search/\(try web.name(of: "book"))?q=a"
        kill(web.service.process.processIdentifier, SIGSTOP)
        defer { kill(web.service.process.processIdentifier, SIGCONT) }
        let connections = try (0..<5).map { _ in try WebConnection(web.socket) }
        for connection in connections { try connection.send("GET \(path) HTTP/1.1\r\nHost: h\r\n\r\n") }
        try eventually(log: web.log) { connections.contains { $0.hasAnswer } }
        let refused = try #require(connections.firstIndex { $0.hasAnswer })
        let reply = try connections[refused].receiveOne()
        #expect(reply.status == 503 && reply.headers["retry-after"] == "1", "\(reply.text)")
        #expect(!connections.indices.contains { $0 != refused && connections[$0].hasAnswer })
        kill(web.service.process.processIdentifier, SIGCONT)
        for index in connections.indices where index != refused {
            #expect(try connections[index].receiveOne().status != 503)
        }
        #expect(try web.get(path).status != 503)
    }
}
