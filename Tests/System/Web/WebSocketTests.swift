import Foundation
import TestSupport
import Testing

/// Readers of the page server for browsers, over WebSockets.
@Suite struct WebSocketTests {
    private static func scene(_ options: [String] = []) throws -> (RunningWeb, name: String) {
        let web = try RunningWeb(documents: ["policy.pdf": Documents.policy.get()], options: options)
        return (web, try web.document("policy").name)
    }

    /// A number of `/metrics`.
    private static func number(_ name: String, of web: RunningWeb) throws -> Int {
        let text = try web.get("/metrics").text
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("\(name) ") }),
            let number = line.split(separator: " ").last.flatMap({ Int($0) })
        else { throw TestFailure("no \(name) in \(text)") }
        return number
    }

    @Test func whatABrowserAsksForIsThereBeforeItAsks() throws {
        let (web, name) = try Self.scene(RunningWeb.metrics)
        #expect(try web.get(try web.image("policy") + "/info.json").status == 200)
        let socket = try WebSocketClient(web, name)
        #expect(socket.reply.status == 101)
        // That of the example in RFC 6455, 1.3.
        #expect(socket.reply.headers["sec-websocket-accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        let reader = try socket.open(page: 20)
        let turn = try socket.call("Navigate", #"{"reader":"\#(reader)","target":{"index":21}}"#)
        #expect((turn["parameters"] as? [String: Any])?["noop"] as? Bool == false, "\(turn)")
        _ = try socket.next { ($0["watch"] as? [String: Any])?["end"] != nil }
        #expect(
            socket.watched.compactMap { (($0["watch"] as? [String: Any])?["appearance"] as? [String: Any]) }
                .map { "\($0["event"] ?? "") \($0["index"] ?? "")" }
                == ["willAppear 21", "willDisappear 20", "didAppear 21", "didDisappear 20"])
        #expect(try Self.number("sheaf_web_readers", of: web) == 1)
        let rendered = #"sheaf_renders_total{result="rendered"}"#
        // That of the reader that hands out images, the two that were shown, and the next one.
        try eventually {
            try Self.number("sheaf_renders_under_way", of: web) == 0 && Self.number(rendered, of: web) >= 4
        }
        let before = try Self.number(rendered, of: web)
        for page in [21, 22, 23] {
            let picture = try web.get(try web.image("policy", page: page) + "/full/^!800,1120/0/default.jpg")
            #expect(picture.status == 200 && picture.body.count > 10_000)
        }
        #expect(try Self.number(rendered, of: web) == before, "what was rendered ahead is not what is asked for")
        socket.close()
        try eventually { try Self.number("sheaf_web_readers", of: web) == 0 }
        // The one that hands out images.
        try eventually { try Self.number("sheaf_readers", of: web) == 1 }
    }

    @Test func onlyWhoMaySpeaksSo() throws {
        let (web, name) = try Self.scene(
            ["--readers", "2", "--shared-address", "--host", "books.example"] + RunningWeb.proxy)
        func status(_ headers: [String: String], _ document: String? = nil) throws -> Int {
            try WebSocketClient(web, document ?? name, headers).reply.status
        }
        #expect(try status([:], "0123456789abcdef") == 404)
        #expect(try status(["Sec-WebSocket-Version": "12"]) == 426)
        #expect(try status(["Sec-WebSocket-Key": ""]) == 426)
        #expect(try status(["Upgrade": "h2c"]) == 426)
        #expect(try web.get("/reader/\(name)").headers["sec-websocket-version"] == "13")
        // Scripts of other sites have no readers, and neither do those of no site.
        for origin in ["https://evil.example", "http://sheaf.example.evil.example", "null", "http://sheaf.example:81"] {
            #expect(try status(["Origin": origin]) == 403, "\(origin)")
        }
        let own = try WebSocketClient(web, name, ["Origin": "https://sheaf.example"])
        let proxied = try WebSocketClient(
            web, name, ["Origin": "https://books.example", "X-Forwarded-Host": "books.example"])
        #expect(own.reply.status == 101 && proxied.reply.status == 101)
        #expect(try status([:]) == 503)
        own.close()
        try eventually { try status([:]) == 101 }
        #expect(try web.get("/documents.json").status == 200)
    }

    @Test func whoSpeaksWronglyIsEndedAndNobodyElse() throws {
        let (web, name) = try Self.scene()
        let other = try WebSocketClient(web, name)
        let others = try other.open()
        func code(_ speak: (WebSocketClient, _ reader: String) throws -> Void) throws -> Int {
            let socket = try WebSocketClient(web, name)
            try speak(socket, try socket.open())
            return try socket.receiveClose()
        }
        #expect(try code { socket, _ in try socket.send(Array("{".utf8)) } == 1_008)
        #expect(try code { socket, _ in try socket.send(Array("[]".utf8)) } == 1_008)
        #expect(try code { socket, reader in try socket.tell("Close", #"{"reader":"\#(reader)"}"#) } == 1_008)
        #expect(try code { socket, _ in try socket.tell("Open", #"{"viewport":{"width":8,"height":8}}"#) } == 1_008)
        #expect(try code { socket, _ in try socket.tell("Drag", #"{"reader":"\#(others)","offset":1}"#) } == 1_008)
        #expect(
            try code { socket, reader in
                try socket.tell("Drag", #"{"reader":"\#(reader)","offset":1,"path":"/"}"#)
            } == 1_008)
        #expect(try code { socket, _ in try socket.send([1, 2], opcode: 2) } == 1_003)
        #expect(try code { socket, _ in try socket.send([0xff, 0xfe]) } == 1_007)
        #expect(try code { socket, _ in try socket.send(Array("{}".utf8), isMasked: false) } == 1_002)
        #expect(try code { socket, _ in try socket.send([UInt8](repeating: 0x20, count: 4_097)) } == 1_009)
        #expect(
            try code { socket, reader in
                for id in 1...1_000 { try socket.tell("GetState", #"{"reader":"\#(reader)"}"#, id: id) }
            } == 1_013)
        // What is wrong is said as far as there is room for it.
        let long = String(repeating: "é", count: 90)
        #expect(try code { socket, _ in try socket.send(Array(#"{"\#(long)":1}"#.utf8)) } == 1_008)
        // A document that its address does not name.
        let early = try WebSocketClient(web, name)
        try early.tell("Open", #"{"viewport":{"width":8,"height":8},"path":"/etc/passwd"}"#)
        #expect(try early.receiveClose() == 1_008)

        // The longest message, an error that the reader's interface declares, and calls without an answer.
        let call = #"{"method":"GetState","id":7,"parameters":{"reader":"\#(others)"}}"#
        try other.send(Array(call.utf8) + [UInt8](repeating: 0x20, count: 4_096 - call.utf8.count))
        #expect(try other.next { $0["id"] as? Int == 7 }["error"] == nil)
        let failure = try other.call("ReleaseDrag", #"{"reader":"\#(others)"}"#)
        #expect(failure["error"] as? String == "org.sheaf.Reader.NoDrag", "\(failure)")
        for _ in 0..<1_000 { try other.tell("Drag", #"{"reader":"\#(others)","offset":1}"#) }
        let state = try other.call("GetState", #"{"reader":"\#(others)"}"#)["parameters"] as? [String: Any]
        #expect((state?["state"] as? [String: Any])?["badOffsets"] as? Int == 1_000, "\(state ?? [:])")
        // Asked for a word, it gives one; asked to end, it ends.
        try other.send([1, 2, 3], opcode: 9)
        let pong = try other.receive()
        #expect(pong.opcode == 10 && pong.bytes == [1, 2, 3])
        try other.send([0x03, 0xe8], opcode: 8)
        #expect(try other.receiveClose() == 1_000)
        try eventually { other.hasEnded }
    }

    @Test func whoDoesNotReceiveIsEnded() throws {
        let (web, name) = try Self.scene()
        let socket = try WebSocketClient(web, name)
        let reader = try socket.open()
        // Each answer has a kilobyte.
        try eventually {
            for id in 1...32 { try socket.tell("GetState", #"{"reader":"\#(reader)"}"#, id: id) }
            return try web.get("/metrics").status == 404 && socket.hasEnded
        }
    }

    @Test func whoAsksForWordsAndDoesNotReceiveThemIsEnded() throws {
        let (web, name) = try Self.scene()
        let socket = try WebSocketClient(web, name)
        _ = try socket.open()
        try eventually {
            for _ in 1...1_000 { try socket.send([], opcode: 9) }
            return try web.get("/documents.json").status == 200 && socket.hasEnded
        }
    }

    /// Whatever comes first, the end of the WebSocket or the answer.
    @Test func noReaderIsLeftBehind() throws {
        let (web, name) = try Self.scene(RunningWeb.metrics)
        let before = try Self.number("sheaf_readers", of: web)
        for number in 0..<40 {
            let socket = try WebSocketClient(web, name)
            try socket.tell("Open", #"{"viewport":{"width":80,"height":112}}"#)
            if number % 2 == 0 { try socket.send([0x03, 0xe8], opcode: 8) } else { socket.close() }
        }
        try eventually { try Self.number("sheaf_web_readers", of: web) == 0 }
        try eventually { try Self.number("sheaf_readers", of: web) == before }
    }

    @Test func whoDoesNotBeginIsEnded() throws {
        let (web, name) = try Self.scene()
        let (silent, reading) = (try WebSocketClient(web, name), try WebSocketClient(web, name))
        let reader = try reading.open()
        #expect(try silent.receiveClose() == 1_008)
        #expect(try reading.call("GetState", #"{"reader":"\#(reader)"}"#)["error"] == nil)
    }

    @Test func pagesAreNoLargerThanImages() throws {
        let (web, name) = try Self.scene(["--image-pixels", "100000"])
        let socket = try WebSocketClient(web, name)
        func area(_ answer: [String: Any]) -> Int {
            let state = (answer["parameters"] as? [String: Any])?["state"] as? [String: Any]
            let viewport = state?["viewport"] as? [String: Any]
            return (viewport?["width"] as? Int ?? 0) * (viewport?["height"] as? Int ?? 0)
        }
        let opened = try socket.call("Open", #"{"viewport":{"width":32767,"height":32767}}"#)
        #expect(1...100_000 ~= area(opened), "\(opened)")
        let state = (opened["parameters"] as? [String: Any])?["state"] as? [String: Any]
        let reader = state?["reader"] as? String ?? ""
        for viewport in [
            #"{"width":32767,"height":1,"fit":"width"}"#, #"{"width":300,"height":300,"fit":"scale","scale":64}"#,
            #"{"width":4000,"height":300,"fit":"height"}"#, #"{"width":250,"height":400}"#,
        ] {
            let shown = try socket.call("SetViewport", #"{"reader":"\#(reader)","viewport":\#(viewport)}"#)
            #expect(1...100_000 ~= area(shown), "\(viewport): \(shown)")
        }
        let none = try socket.call("SetViewport", #"{"reader":"\#(reader)","viewport":{"width":0,"height":-1}}"#)
        #expect(none["error"] as? String == "org.sheaf.Reader.InvalidViewport", "\(none)")
    }

    @Test func whyADocumentIsNotOpenedSaysNotWhereItIs() throws {
        let folder = "/tmp/sheaf-elsewhere-\(getpid())"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: Documents.policy.get(), toPath: folder + "/hidden.pdf")
        let (web, _) = try Self.scene(["--library", folder])
        let list = try JSONSerialization.jsonObject(with: Data(web.get("/documents.json").body)) as? [String: Any]
        let documents = list?["documents"] as? [[String: Any]] ?? []
        let hidden = documents.first { $0["title"] as? String == "hidden" }?["name"] as? String
        let socket = try WebSocketClient(web, try #require(hidden))
        let answer = try socket.call("Open", #"{"viewport":{"width":80,"height":112}}"#)
        #expect(answer["error"] as? String == "org.sheaf.Reader.PathRefused", "\(answer)")
        #expect((answer["parameters"] as? [String: Any])?.isEmpty == true, "\(answer)")
    }

    @Test func withThePageServerReadersEnd() throws {
        let (web, name) = try Self.scene()
        let socket = try WebSocketClient(web, name)
        _ = try socket.open()
        web.service.stop()
        #expect(try socket.receiveClose() == 1_012)
        let late = try WebSocketClient(web, name)
        try late.tell("Open", #"{"viewport":{"width":8,"height":8}}"#)
        #expect(try late.receiveClose() == 1_012)
    }

    /// Also while somebody reads, and while somebody waits for a page.
    @Test func itEndsWhenItIsTold() throws {
        let (web, name) = try Self.scene()
        let image = try web.image("policy", page: 7)
        let socket = try WebSocketClient(web, name)
        _ = try socket.open()
        kill(web.service.process.processIdentifier, SIGSTOP)
        defer { kill(web.service.process.processIdentifier, SIGCONT) }
        let waiting = try WebConnection(web.socket)
        try waiting.send("GET \(image)/full/!100,100/0/default.jpg HTTP/1.1\r\nHost: h\r\n\r\n")
        // What is asked later is answered: that request has come.
        #expect(try web.get("/documents.json").status == 200)
        web.stop()
        #expect(web.process.terminationStatus == 0 && web.process.terminationReason == .exit, "\(web.log)")
        #expect(try waiting.receiveAll().isEmpty)
        #expect(try socket.receiveClose() == 1_001)
    }
}
