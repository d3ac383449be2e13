import SheafOS
import Testing
import Varlink

/// Messages that a peer may send, and those that it may not.
@Suite struct MessageTests {
    static let echo = #"{"method":"org.example.Library.Echo","parameters":{"text":"a"}}"#
    static let answer = #"{"parameters":{"text":"a"}}"# + "\0"

    /// The answer to one message; nil where the connection was closed.
    private func answer(to message: String, _ log: (([String]) -> Void)? = nil) throws -> String? {
        let bench = try Bench()
        let peer = try bench.connect()
        try peer.write(message + "\0")
        try bench.settle()
        log?(bench.log)
        return try peer.read().map { String($0.dropLast()) }
    }

    private func call(_ method: String, _ parameters: String) -> String {
        #"{"method":"org.example.Library.\#(method)","parameters":\#(parameters)}"#
    }

    @Test func messageMayComeInAnyTwoPieces() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let bytes = Array((Self.echo + "\0").utf8)
        for cut in 1..<bytes.count {
            try peer.write(Array(bytes[..<cut]))
            try bench.loop.runOnce(timeoutMilliseconds: 0)
            #expect(try peer.read() == "")
            try peer.write(Array(bytes[cut...]))
            try bench.loop.runOnce(timeoutMilliseconds: 0)
            #expect(try peer.read() == Self.answer)
        }
    }

    @Test func messageMayComeByteByByte() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        for byte in Array((Self.echo + "\0" + Self.echo + "\0").utf8) {
            try peer.write([byte])
            try bench.loop.runOnce(timeoutMilliseconds: 0)
        }
        #expect(try peer.read() == Self.answer + Self.answer)
    }

    @Test func manyMessagesMayComeAtOnceAndEndInTheMiddleOfOne() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let message = Self.echo + "\0"
        // More than one connection may serve in a turn, and more than one buffer holds.
        let count = 1_000
        try peer.write(String(repeating: message, count: count) + message.prefix(20))
        let answers = String(repeating: Self.answer, count: count)
        var answer = ""
        try bench.run {
            answer += (try? peer.read()) ?? ""
            return answer.utf8.count >= answers.utf8.count
        }
        #expect(answer == answers)
        try peer.write(String(message.dropFirst(20)))
        try bench.settle()
        #expect(try peer.read() == Self.answer)
    }

    @Test func longMessagesAreTaken() throws {
        let bench = try Bench()
        let peer = try bench.connect()
        let text = String(repeating: "abcdefgh", count: 1 << 18)
        let message = Array(Self.echo.replacing("\"a\"", with: "\"\(text)\"").utf8) + [0]
        var sent = 0
        var answer = ""
        try bench.run {
            if sent < message.count {
                sent += (try? UnixSocket.send(peer.number, bytes: Array(message[sent...]).span.bytes)) ?? 0
            }
            answer += (try? peer.read()) ?? ""
            return answer.utf8.last == 0
        }
        #expect(answer.utf8.count == Self.answer.utf8.count - 1 + text.utf8.count)
        #expect(answer.contains(text))
    }

    @Test(arguments: [
        "", "x", "[]", "\"x\"", "{}", "null", "{\"method\":1}", "{\"method\":\"a.B\"", "{\"method\":\"a.B\"}}",
        "{\"method\":\"a.B\",\"method\":\"a.B\"}", "{\"method\":\"a.B\",\"oneway\":1}",
        "{\"method\":\"a.B\",\"onway\":true}",
        "\u{feff}{\"method\":\"a.B\"}", "{\"method\":\"a.B\\ud800\"}", "{'method':'a.B'}", "{\"method\":\"a.B\",}",
        "{\"method\":\"a\tB\"}", "{\"method\":\"a.B\",\"parameters\":{\"x\":01}}",
        "{\"method\":\"a.B\",\"parameters\":{\"x\":NaN}}", "{\"method\":\"a.B\",\"parameters\":{\"x\":1e999}}",
    ])
    func malformedMessageClosesTheConnection(message: String) throws {
        var log: [String] = []
        let answer = try answer(to: message) { log = $0 }
        #expect(answer == nil)
        #expect(log.count == 1)
    }

    @Test func bytesThatAreNotUTF8CloseTheConnection() throws {
        for bad: [UInt8] in [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc3]] {
            let bench = try Bench()
            let peer = try bench.connect()
            try peer.write(Array(#"{"method":"a."#.utf8) + bad + Array("\"}\0".utf8))
            try bench.settle()
            #expect(try peer.read() == nil)
        }
    }

    @Test(arguments: [
        #"{"text":"a","text":"a"}"#, #"{"text":"a","number":null,"number":null}"#,
    ])
    func fieldTwiceClosesTheConnection(parameters: String) throws {
        #expect(try answer(to: call("Echo", parameters)) == nil)
    }

    @Test func keyTwiceInAMapOrAForeignValueClosesTheConnection() throws {
        let shelf = #"{"name":"","height":1,"books":[],"neighbours":{},"labels":{"a":{},"a":{}}}"#
        #expect(try answer(to: call("Store", #"{"shelf":\#(shelf)}"#)) == nil)
        let foreign = #"{"name":"","height":1,"books":[],"neighbours":{},"labels":{},"extra":{"a":[{"b":1,"b":2}]}}"#
        #expect(try answer(to: call("Store", #"{"shelf":\#(foreign)}"#)) == nil)
    }

    @Test(arguments: [
        (#"{}"#, "text"), (#"null"#, "text"), (#"{"text":null}"#, "text"), (#"{"text":1}"#, "text"),
        (#"{"text":"a","number":1.0}"#, "number"), (#"{"text":"a","number":1e3}"#, "number"),
        (#"{"text":"a","number":"1"}"#, "number"), (#"{"text":"a","number":true}"#, "number"),
        (#"{"text":"a","number":9223372036854775808}"#, "number"), (#"{"text":"a","txt":""}"#, "txt"),
        (#"{"text":"a","mood":"bored"}"#, "mood"), (#"{"text":"a","mood":1}"#, "mood"), (#"[]"#, "parameters"),
        (#""a""#, "parameters"),
    ])
    func wrongParameterIsNamed(parameters: String, name: String) throws {
        let error = #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"\#(name)"}}"#
        #expect(try answer(to: call("Echo", parameters)) == error)
    }

    @Test func wrongParameterInsideAnotherIsNamedWithItsPath() throws {
        let shelf =
            #"{"name":"","height":1,"books":[],"labels":{},"neighbours":{"x":{"name":"","height":1,"labels":{},"neighbours":{},"books":[{"title":"","binding":"soft","size":{"width":1,"height":"2"}}]}}}"#
        let name = "shelf.neighbours.x.books.0.size.height"
        #expect(try answer(to: call("Store", #"{"shelf":\#(shelf)}"#))?.contains("\"\(name)\"") == true)
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "0", "-1", "1234567890123456789"])
    func integersKeepAll64Bits(number: String) throws {
        #expect(
            try answer(to: call("Echo", #"{"text":"","number":\#(number)}"#))
                == #"{"parameters":{"text":"","number":\#(number)}}"#)
    }

    @Test(arguments: [
        (#"\u0041\u00e9\u20ac\ud83d\ude00"#, "Aé€😀"), (#"\"\\\/\b\f\n\r\t"#, #"\"\\/\u0008\u000c\n\r\t"#),
        (#"\u0000\u001f\u007f"#, "\\u0000\\u001f\u{7f}"), ("😀é", "😀é"),
    ])
    func stringsAreUnescapedAndEscaped(sent: String, answered: String) throws {
        #expect(
            try answer(to: call("Echo", #"{"text":"\#(sent)"}"#)) == #"{"parameters":{"text":"\#(answered)"}}"#)
    }

    @Test func emptyAbsentAndNullParametersAreEqual() throws {
        for tail in ["", #","parameters":null"#, #","parameters":{}"#] {
            let answer = try answer(to: #"{"method":"org.varlink.service.GetInfo"\#(tail)}"#)
            #expect(answer?.contains(#""product":"Test""#) == true)
        }
    }

    @Test func falseFlagsAreTaken() throws {
        let flags = #","oneway":false,"more":false,"upgrade":false}"#
        #expect(try answer(to: String(Self.echo.dropLast()) + flags) == String(Self.answer.dropLast()))
    }

    @Test func nestingIsLimited() throws {
        func nested(_ depth: Int) -> String {
            // The message, its parameters, the shelf, and then the foreign value.
            let foreign = String(repeating: "[", count: depth - 3) + String(repeating: "]", count: depth - 3)
            let shelf = #"{"name":"","height":1,"books":[],"neighbours":{},"labels":{},"extra":\#(foreign)}"#
            return call("Store", #"{"shelf":\#(shelf)}"#)
        }
        #expect(try answer(to: nested(JSONParser.maxDepth - 1))?.contains("[]") == true)
        #expect(try answer(to: nested(JSONParser.maxDepth + 1)) == nil)
        #expect(try answer(to: String(repeating: "[", count: 100_000)) == nil)
    }

    /// Messages that come in may have a lower limit than answers: a thousand connections may hold such a message each.
    @Test func messagesThatComeInMayBeLimitedFurther() throws {
        var limits = VarlinkLimits()
        limits.receivedLength = 1_000
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        try peer.write(
            #"{"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"#
                + #""org.varlink.service"}}"# + "\0")
        try bench.settle()
        #expect(try peer.read()?.utf8.count ?? 0 > 1_000)
        try peer.write(String(repeating: "a", count: 1_001))
        try bench.settle()
        #expect(try peer.read() == nil)
    }

    @Test func tooLongMessageClosesTheConnection() throws {
        var limits = VarlinkLimits()
        limits.messageLength = 1_000
        for length in [1_000, 1_001] {
            let bench = try Bench(limits: limits)
            let peer = try bench.connect()
            let padding = String(repeating: "a", count: length - Self.echo.utf8.count + 1)
            try peer.write(Self.echo.replacing("\"a\"", with: "\"\(padding)\"") + "\0")
            try bench.settle()
            #expect(try (peer.read() == nil) == (length > 1_000))
        }
        // It need not end to be too long.
        let bench = try Bench(limits: limits)
        let peer = try bench.connect()
        try peer.write(String(repeating: "a", count: 1_001))
        try bench.settle()
        #expect(try peer.read() == nil)
        #expect(bench.log.count == 1)
    }

    @Test func endInTheMiddleOfAMessageIsLogged() throws {
        let bench = try Bench()
        var peer: SharedDescriptor? = try bench.connect()
        try peer?.write(String(Self.echo.prefix(10)))
        peer = nil
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.log.count == 1)
        #expect(bench.log.first?.contains("in the middle of a message") == true)
    }

    @Test func callsBeforeTheEndAreServed() throws {
        let bench = try Bench()
        var peer: SharedDescriptor? = try bench.connect()
        let call = #"{"method":"org.example.Library.Echo","oneway":true,"parameters":{"text":"x"}}"# + "\0"
        try peer?.write(call + call)
        peer = nil
        try bench.run { bench.server.connectionCount == 0 }
        #expect(bench.library.heard == ["x", "x"])
        #expect(bench.log == [])
    }
}
