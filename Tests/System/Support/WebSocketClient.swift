import Foundation
import TestSupport

/// Speaks over a WebSocket, byte by byte (RFC 6455).
final class WebSocketClient {
    private let connection: WebConnection
    /// The answer to the request that opens the WebSocket.
    let reply: HTTPReply
    /// The messages that came before the one that was waited for.
    private(set) var watched: [[String: Any]] = []
    private var last = 0

    /// - Parameter headers: besides those of every client, or in their place.
    init(_ web: RunningWeb, _ name: String, _ headers: [String: String] = [:]) throws {
        connection = try WebConnection(web.socket)
        let all = [
            "Host": "sheaf.example", "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ].merging(headers) { $1 }
        let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)" }
        try connection.send("GET /reader/\(name) HTTP/1.1\r\n" + lines.joined(separator: "\r\n") + "\r\n\r\n")
        reply = try connection.receiveOne()
    }

    // MARK: Frames

    func send(_ bytes: [UInt8], opcode: UInt8 = 1, isMasked: Bool = true) throws {
        let mask: UInt8 = isMasked ? 0x80 : 0
        var frame = Data([0x80 | opcode])
        if bytes.count < 126 {
            frame.append(mask | UInt8(bytes.count))
        } else {
            frame.append(contentsOf: [mask | 126, UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)])
        }
        if isMasked { frame.append(contentsOf: [0, 0, 0, 0]) }
        try connection.send(frame + bytes)
    }

    /// The next frame.
    func receive() throws -> (opcode: UInt8, bytes: [UInt8]) {
        let head = try connection.receive(2)
        var length = Int(head[1])
        if length == 126 { length = try connection.receive(2).reduce(0) { $0 << 8 | Int($1) } }
        if length == 127 { length = try connection.receive(8).reduce(0) { $0 << 8 | Int($1) } }
        return (head[0] & 0x0f, try connection.receive(length))
    }

    /// Returns the number with which the WebSocket is closed, and passes over the frames before.
    func receiveClose() throws -> Int {
        while true {
            let (opcode, bytes) = try receive()
            if opcode == 8 { return bytes.count < 2 ? 0 : Int(bytes[0]) << 8 | Int(bytes[1]) }
        }
    }

    var hasEnded: Bool { connection.hasEnded }
    func close() { connection.close() }

    // MARK: Calls

    /// Calls without wanting an answer.
    func tell(_ method: String, _ parameters: String = "{}", id: Int? = nil) throws {
        let number = id.map { #","id":\#($0)"# } ?? ""
        try send(Array(#"{"method":"\#(method)"\#(number),"parameters":\#(parameters)}"#.utf8))
    }

    /// Calls, and returns the answer.
    func call(_ method: String, _ parameters: String = "{}") throws -> [String: Any] {
        last += 1
        try tell(method, parameters, id: last)
        return try next { $0["id"] as? Int == last }
    }

    /// The next message that is wanted; those before are ``watched``.
    func next(_ isWanted: ([String: Any]) -> Bool) throws -> [String: Any] {
        while true {
            let (opcode, bytes) = try receive()
            guard opcode == 1 else { throw TestFailure("a frame \(opcode) came: \(bytes)") }
            let object = try JSONSerialization.jsonObject(with: Data(bytes))
            guard let message = object as? [String: Any] else { throw TestFailure("no object came: \(object)") }
            if isWanted(message) { return message }
            watched.append(message)
        }
    }

    /// Opens the reader, and returns its id.
    func open(page index: Int = 0) throws -> String {
        let answer = try call(
            "Open", #"{"viewport":{"width":800,"height":1120},"target":{"index":\#(index)}}"#)
        let state = (answer["parameters"] as? [String: Any])?["state"] as? [String: Any]
        guard let reader = state?["reader"] as? String else { throw TestFailure("it is not opened: \(answer)") }
        return reader
    }
}
