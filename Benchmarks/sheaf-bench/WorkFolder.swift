import Glibc
import SheafOS

/// A private folder for sockets and files, removed at the end.
final class WorkFolder {
    let path: String

    init() throws(BenchmarkError) {
        var template = Array("/tmp/sheaf-bench.XXXXXX".utf8CString)
        let made = unsafe template.withUnsafeMutableBufferPointer { template in
            guard let start = template.baseAddress, unsafe mkdtemp(start) != nil else { return String?.none }
            return unsafe String(cString: start)
        }
        guard let made else { throw BenchmarkError("cannot make a folder in /tmp") }
        path = made
    }

    deinit {
        // One level is all there is: sockets, logs and message files.
        for name in TextFile.names(in: path, suffix: "") { unsafe unlink(file(name)) }
        unsafe rmdir(path)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Replaces a file, and returns its path.
    @discardableResult
    func write(_ bytes: [UInt8], as name: String) throws(BenchmarkError) -> String {
        try Self.write(bytes, to: file(name))
        return file(name)
    }

    /// Writes messages, each with its NUL, for the client program to send.
    func write(messages: [String], as name: String) throws(BenchmarkError) -> String {
        try write(messages.flatMap { Array($0.utf8) + [0] }, as: name)
    }

    /// Replaces a file anywhere.
    static func write(_ bytes: [UInt8], to path: String) throws(BenchmarkError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        let written = unsafe Glibc.write(file, bytes, bytes.count)
        if file >= 0 { close(file) }
        guard written == bytes.count else { throw BenchmarkError("cannot write \(path)") }
    }
}
