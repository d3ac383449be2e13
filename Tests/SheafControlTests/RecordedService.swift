import Glibc
import SheafInterface
import SheafOS
import Testing
import Varlink

@testable import SheafControl

/// A service whose answers are written to the sockets before a command runs.
final class RecordedService {
    /// The answers of one connection, in order. `descriptor` goes with the replies whose indexes are in `descriptors`,
    /// by default with the last one; `last` comes after all of them. A connection that `isLost` ends after its answers.
    struct Connection {
        var replies: [String]
        var descriptors: Set<Int>?
        var descriptor: SharedDescriptor?
        var last: String?
        var isLost = false
    }

    private var ends: [SharedDescriptor] = []
    /// The clients' ends that are not connected to yet.
    private var numbers: [Int32] = []
    /// Standard output.
    private(set) var lines: [String] = []
    /// Standard error.
    private(set) var notes: [String] = []
    /// Where it is noted from which files readers were opened.
    private let readerNotes: ReaderNotes

    init(_ connections: [Connection], readerNotes: ReaderNotes = ReaderNotes(folder: nil)) throws {
        self.readerNotes = readerNotes
        for connection in connections {
            var sockets: [Int32] = [-1, -1]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
            ends.append(SharedDescriptor(FileDescriptor(owning: sockets[0])))
            numbers.append(sockets[1])
            for (index, reply) in connection.replies.enumerated() {
                let hasDescriptor = connection.descriptors?.contains(index) ?? (index == connection.replies.count - 1)
                let descriptors = hasDescriptor ? connection.descriptor.map { [$0.number] } ?? [] : []
                try send(reply, descriptors, on: sockets[0])
            }
            if let last = connection.last { try send(last, [], on: sockets[0]) }
            if connection.isLost { shutdown(sockets[0], Int32(SHUT_WR)) }
        }
    }

    deinit {
        for number in numbers { close(number) }
    }

    private func send(_ reply: String, _ descriptors: [Int32], on number: Int32) throws {
        _ = try UnixSocket.send(number, bytes: (reply + "\0").utf8.span.bytes, descriptors: descriptors)
    }

    /// Runs a command against it.
    func run(_ line: String, json: Bool = false, timeoutMilliseconds: Int = 60_000) throws {
        let invocation = try Invocation(line.split(separator: " ").map(String.init), verbs: .sheafctl)
        var settings = invocation.settings
        settings.timeoutMilliseconds = timeoutMilliseconds
        let session = Session(
            settings, notes: readerNotes,
            connect: { [self] () throws(OSError) in
                guard !numbers.isEmpty else { throw OSError(code: EMFILE, operation: "connect once more") }
                let socket = FileDescriptor(owning: numbers.removeFirst())
                try UnixSocket.setBlocking(socket.number, false)
                return VarlinkBlockingClient(socket)
            })
        let console = Console(
            isJSON: json, style: Style(isColoured: false), note: { [self] in notes.append($0) },
            write: { [self] in lines.append($0) })
        try invocation.command.run(session, console)
    }

    /// The calls on a connection: the names of the methods, or with `whole` all of each call.
    func calls(on connection: Int, whole: Bool = false) throws -> [String] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(ends[connection].number, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return [] }
        return bytes[..<count].split(separator: 0).map { call in
            let text = String(decoding: call, as: UTF8.self)
            guard !whole else { return text }
            return String(text.split(separator: "\"")[3].split(separator: ".").last ?? "")
        }
    }
}

/// Replies of a service as JSON. The id of a page is its index and 7.
enum RecordedReply {
    static let readers = reply(
        #""readers":[{"reader":"ab12","uid":\#(CurrentProcess.user),"document":"d1","provider":"p","index":0,"pages":9,"#
            + #""connections":0,"pagesHeld":0,"bytesHeld":0}]"#)
    static let nothing = reply("")

    static func reply(_ parameters: String) -> String { "{\"parameters\":{\(parameters)}}" }

    /// A reply that others follow.
    static func watch(_ parameters: String) -> String { "{\"continues\":true,\"parameters\":{\(parameters)}}" }

    static func error(_ name: String, _ parameters: String = "") -> String {
        #"{"error":"org.sheaf.Reader.\#(name)","parameters":{\#(parameters)}}"#
    }

    /// A state as a field of a reply.
    ///
    /// - Parameter shown: the indexes of the pages shown; none where the document is empty.
    static func state(shown: [Int] = [0], vertical: Bool = false, more: String = "") -> String {
        let locations = shown.map { location($0) }
        let first = locations.first.map { #""location":\#($0),"# } ?? ""
        let axes = [axis("horizontal", first)] + (vertical ? [axis("vertical", first)] : [])
        return
            #""state":{"reader":"ab12","document":\#(document),\#(first)"shown":[\#(locations.joined(separator: ","))],"#
            + #""viewport":{"width":10,"height":20,"fit":"width","rotation":90},"looks":{},"orientations":[0,180],"#
            + #""axes":[\#(axes.joined(separator: ","))],"phase":"\#(shown.isEmpty ? "empty" : "rest")","transition":4,"#
            + #""manual":false,"badOffsets":0\#(more),"refreshing":false}"#
    }

    private static let document = #"{"document":"d1","provider":"p","count":{"kind":"exact","pages":9}}"#

    private static func axis(_ name: String, _ location: String) -> String {
        #"{"axis":"\#(name)","document":\#(document),\#(location)"spread":2,"position":2.25,"enabled":true,"#
            + #""locked":false,"arrangement":{"spread":"single"}}"#
    }

    static func location(_ index: Int) -> String { #"{"page":\#(index + 7),"index":\#(index)}"# }

    private static func locations(_ indexes: [Int]) -> String {
        "[\(indexes.map { location($0) }.joined(separator: ","))]"
    }

    static func begin(_ transition: Int = 1, from: [Int], to: [Int], isDrag: Bool = false) -> String {
        #""begin":{"reader":"ab12","transition":\#(transition),"axis":"horizontal","from":\#(locations(from)),"#
            + #""to":\#(locations(to)),"direction":"forward","interactive":\#(isDrag),"position":0.0,"time":1}"#
    }

    static func end(_ transition: Int = 1, previous: [Int], completed: Bool = true) -> String {
        #""end":{"reader":"ab12","transition":\#(transition),"axis":"horizontal","finished":true,"#
            + #""completed":\#(completed),"previous":\#(locations(previous)),"position":1.0,"time":9}"#
    }

    static func event(_ name: String, _ index: Int, transition: Int = 1, time: Int = 5) -> String {
        #""appearance":{"reader":"ab12","event":"\#(name)","page":\#(index + 7),"index":\#(index),"#
            + #""transition":\#(transition),"position":0.5,"time":\#(time)}"#
    }

    static func page(_ format: String, _ hasDescriptor: Bool) -> String {
        #"{"page":8,"index":1,"rendition":3,"width":1,"height":1,"stride":4,"size":4,"format":"\#(format)","region":"#
            + #"{"x":0,"y":0,"width":1,"height":1},"pageWidth":1,"pageHeight":1,"scale":1.0,"rotation":0,"#
            + #""origin":"rendered"\#(hasDescriptor ? #","fileDescriptor":0"# : "")}"#
    }
}
