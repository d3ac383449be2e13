import Foundation
import Glibc
import SheafOS
import TestSupport
import Testing

/// A sheaf-web of its own for one test, with a sheafd whose library is a folder of the test's.
final class RunningWeb {
    let service: RunningService
    /// The folder with the documents.
    let library: URL
    /// The Unix socket of sheaf-web.
    let socket: String
    /// The TCP port of sheaf-web on 127.0.0.1.
    private(set) var port = 0
    private(set) var process = Process()
    /// The folder that it keeps covers in.
    let covers: URL
    private let arguments: [String]
    private let errors: URL

    /// Starts both and waits until they serve.
    ///
    /// - Parameters:
    ///   - documents: their names in the library, and the files that they are copies of.
    ///   - options: of sheaf-web, besides.
    ///   - uploads: whether documents may be put into its library.
    init(
        documents: [String: String], options: [String] = [],
        providers: [String] = ["sheaf-mupdf", "sheaf-epub", "sheaf-images"],
        configuration: String = "", uploads: Bool = false
    ) throws {
        // The configuration names the folder, which is made before the service starts.
        library = URL(fileURLWithPath: "/tmp/sheaf-web-" + (try RandomIdentifier.make().text.prefix(12)))
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: false)
        for (name, file) in documents {
            try FileManager.default.copyItem(atPath: file, toPath: library.appendingPathComponent(name).path)
        }
        service = try RunningService(
            configuration: configuration + "\n[Documents]\nLibraryFolders=\(library.path)\n", providers: providers)
        socket = service.folder.appendingPathComponent("w").path
        errors = service.folder.appendingPathComponent("web-errors")
        covers = service.folder.appendingPathComponent("covers")
        try Data().write(to: errors)
        arguments =
            [
                "--socket", service.socket, "--library", library.path, "--listen", socket, "--listen", "127.0.0.1:0",
                "--assets", Build.project.appendingPathComponent("web").path, "--host", "sheaf.example", "--host", "h",
                "--covers", covers.path,
            ]
            + (uploads ? ["--upload", library.path] : []) + options
        try start()
    }

    /// Starts sheaf-web, again where it has ended, and waits until it serves.
    func start() throws {
        process = Process()
        process.executableURL = Build.folder.appendingPathComponent("sheaf-web")
        process.arguments = arguments
        let said = log.count
        let output = try FileHandle(forWritingTo: errors)
        try output.seekToEnd()
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.start()
        port = try eventually(log: log) {
            guard process.isRunning else { throw TestFailure("sheaf-web does not start: \(log)") }
            let lines = log.dropFirst(said).split(separator: "\n")
            return lines.compactMap { $0.split(separator: "127.0.0.1:").dropFirst().last }.first.flatMap { Int($0) }
                ?? 0
        } until: {
            $0 > 0
        }
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: library)
    }

    var log: String { (try? String(contentsOf: errors, encoding: .utf8)) ?? "" }

    func stop() {
        guard process.processIdentifier > 0 else { return }
        if process.isRunning { kill(process.processIdentifier, SIGTERM) }
        process.waitUntilExit()
    }

    /// Options by which whoever runs the tests may read the metrics.
    static var metrics: [String] { ["--metrics", "uid=\(geteuid())"] }

    /// Options by which whoever runs the tests is a trusted proxy.
    static var proxy: [String] { ["--trusted-proxy", "unix:\(geteuid())"] }

    /// Returns the name that a document has in URLs, by its title.
    func name(of title: String) throws -> String {
        let reply = try get("/documents.json")
        let list = try JSONDecoder().decode(Listing.self, from: Data(reply.body))
        guard let found = list.documents.first(where: { $0.title == title }) else {
            throw TestFailure("\(title) is not listed: \(reply.text)")
        }
        return found.name
    }

    /// Returns the name that a document has in URLs, and its version. The document is opened for that.
    func document(_ title: String) throws -> (name: String, version: String) {
        let name = try name(of: title)
        let page = try get("/iiif/3/\(name)-1/info.json")
        guard page.status == 302, let words = page.headers["location"]?.split(separator: "-"), words.count == 3 else {
            throw TestFailure("\(title) has no version: \(page.status) \(page.text)")
        }
        return (name, String(words[1]))
    }

    private struct Listing: Decodable { let documents: [Listed] }

    private struct Listed: Decodable { let name, title: String }

    /// The path of an image.
    func image(_ title: String, page: Int = 1, version: Int = 3) throws -> String {
        let document = try document(title)
        return "/iiif/\(version)/\(document.name)-\(document.version)-\(page)"
    }

    func get(_ path: String, method: String = "GET", _ headers: [String] = []) throws -> HTTPReply {
        let lines = ["\(method) \(path) HTTP/1.1", "Host: sheaf.example", "Connection: close"] + headers
        return try exchange(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// Returns the status of an answer over TCP. The client there is another one than over the Unix socket.
    func statusOverTCP(_ path: String) throws -> Int {
        let script = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=60).status)"
        return Int(try Command.run(Build.python, ["-c", script, "http://127.0.0.1:\(port)\(path)"]).text.dropLast())
            ?? 0
    }

    /// Sends bytes over a connection of its own, and receives until its end.
    func exchange(_ request: String, _ body: Data = Data()) throws -> HTTPReply {
        let connection = try WebConnection(socket)
        try connection.send(Data(request.utf8) + body)
        return try HTTPReply(connection.receiveAll())
    }
}

/// A connection of which every byte counts.
final class WebConnection {
    private let socket: FileDescriptor

    init(_ path: String) throws {
        socket = try UnixSocket.connectBlocking(to: path, seconds: 120)
    }

    /// Sends what the other end takes: it may have closed already.
    func send(_ text: String) throws { try send(Data(text.utf8)) }

    func send(_ data: Data) throws {
        let bytes = Array(data)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return }
            sent += count
        }
    }

    /// Shuts the connection down: nothing more is sent or received.
    func close() { shutdown(socket.number, Int32(SHUT_RDWR)) }

    /// Returns all bytes until the other end closes.
    func receiveAll() throws -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(socket.number, &buffer, buffer.count, 0)
            if count == 0 || count < 0 && errno == ECONNRESET { return bytes }
            guard count > 0 else { throw TestFailure("nothing comes any more: \(errno) after \(bytes.count) bytes") }
            bytes += buffer[..<count]
        }
    }

    /// Returns exactly `count` bytes.
    func receive(_ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var received = 0
        while received < count {
            let length = recv(socket.number, &bytes[received], count - received, 0)
            guard length > 0 else { throw TestFailure("the connection has ended after \(received) of \(count) bytes") }
            received += length
        }
        return bytes
    }

    /// Returns one answer that says its length, and no bytes beyond its body.
    func receiveOne() throws -> HTTPReply {
        var bytes: [UInt8] = []
        var byte: UInt8 = 0
        while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
            guard recv(socket.number, &byte, 1, 0) == 1 else { throw TestFailure("the connection has ended") }
            bytes.append(byte)
        }
        let length = Int(try HTTPReply(bytes).headers["content-length"] ?? "0") ?? 0
        for _ in 0..<length {
            guard recv(socket.number, &byte, 1, 0) == 1 else { throw TestFailure("the connection has ended") }
            bytes.append(byte)
        }
        return try HTTPReply(bytes)
    }

    /// Whether something is to be received.
    var hasAnswer: Bool {
        var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLIN) != 0
    }

    /// Whether the other end has closed, whatever is to be received still.
    var hasEnded: Bool {
        var request = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP) != 0
    }
}

/// An answer, taken apart.
struct HTTPReply {
    let status: Int
    /// The headers, by their names in small letters.
    let headers: [String: String]
    let body: [UInt8]

    init(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = bytes.indices.first(where: { bytes[$0...].starts(with: [13, 10, 13, 10]) }) else {
            throw TestFailure("no answer: \(text.prefix(200))")
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
        headers = Dictionary(
            lines.dropFirst().map { line in
                let sides = line.split(separator: ":", maxSplits: 1)
                return (sides[0].lowercased(), sides.count > 1 ? sides[1].trimmingCharacters(in: .whitespaces) : "")
            }, uniquingKeysWith: { $0 + ", " + $1 })
        let body = bytes[(end + 4)...]
        self.body = headers["transfer-encoding"] == "chunked" ? try Self.joined(body) : Array(body)
    }

    /// A body that came in chunks (RFC 9112, 7.1).
    private static func joined(_ chunks: ArraySlice<UInt8>) throws -> [UInt8] {
        var (body, rest): ([UInt8], ArraySlice<UInt8>) = ([], chunks)
        while let end = rest.firstIndex(of: 13),
            let length = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16)
        {
            guard length > 0 else { return body }
            rest = rest.dropFirst(end + 2 - rest.startIndex)
            guard rest.count >= length + 2 else { break }
            body += rest.prefix(length)
            rest = rest.dropFirst(length + 2)
        }
        throw TestFailure("the last chunk is missing")
    }

    var text: String { String(decoding: body, as: UTF8.self) }
}
