import CBenchmark
import Glibc
import SheafOS

/// Runs the benchmark's programs.
enum Program {
    /// The longest that one run may take.
    private static let timeoutMilliseconds: Int32 = 120_000
    private static let outputCapacity = 8 << 20

    /// Runs a client program to its end and reads the samples that it printed.
    ///
    /// - Parameter processors: a bit for each processor that it may use.
    static func measure(_ command: [String], on processors: UInt64) throws(BenchmarkError) -> Samples {
        try Samples(parsing: try output(of: command, on: processors), of: command[0])
    }

    /// Runs a program to its end and returns what it printed.
    ///
    /// - Parameter processors: a bit for each processor that it may use; 0 for all.
    @discardableResult
    static func output(of command: [String], on processors: UInt64 = 0) throws(BenchmarkError) -> String {
        if benchmark_interrupted() != 0 { throw BenchmarkError("interrupted") }
        var length = 0
        var outcome: Int32 = 0
        let output = unsafe withCStrings(command) { arguments in
            unsafe String(unsafeUninitializedCapacity: outputCapacity) { space in
                outcome = unsafe space.withMemoryRebound(to: CChar.self) { space in
                    unsafe benchmark_run(
                        arguments, processors, timeoutMilliseconds, space.baseAddress, space.count, &length)
                }
                return length
            }
        }
        if benchmark_interrupted() != 0 { throw BenchmarkError("interrupted") }
        guard outcome == 0 else {
            let reason = outcome < 0 ? unsafe String(cString: strerror(-outcome)) : "it failed"
            throw BenchmarkError("\(command.joined(separator: " ")): \(reason)")
        }
        return output
    }

    /// Whether a program is there: at its path, or anywhere in PATH.
    static func isInstalled(_ name: String) -> Bool {
        if name.contains("/") { return unsafe access(name, X_OK) == 0 }
        guard let path = unsafe getenv("PATH") else { return false }
        return unsafe String(cString: path).split(separator: ":").contains { folder in
            unsafe access("\(folder)/\(name)", X_OK) == 0
        }
    }

    /// Calls `body` with a NULL-terminated array of C strings that live as long as the call.
    static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
        unsafe pointers.append(nil)
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                preconditionFailure("an array with a NULL at its end is not empty")
            }
            return unsafe body(base)
        }
    }
}

/// A client program that runs while something else is measured.
final class Running {
    private static let endMilliseconds: Int32 = 30_000
    private let pid: Int32
    private let output: String
    private let name: String

    /// Starts it, on all processors. What it prints goes to a file in the folder.
    init(_ command: [String], in folder: WorkFolder) throws(BenchmarkError) {
        name = command.prefix(2).joined(separator: " ")
        output = folder.file("samples")
        let file = unsafe open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        pid = unsafe Program.withCStrings(command) { arguments in
            unsafe benchmark_start(arguments, file, STDERR_FILENO, 0)
        }
        close(file)
        guard pid > 0 else { throw BenchmarkError("\(name) did not start") }
    }

    /// Whether it is still at work.
    var isAtWork: Bool { benchmark_has_ended(pid) == 0 && benchmark_interrupted() == 0 }

    /// Waits for its end, and takes the samples that it printed.
    func samples() throws(BenchmarkError) -> Samples { try Samples(parsing: try printed(), of: name) }

    /// Waits for its end, and takes what it printed.
    func printed() throws(BenchmarkError) -> String {
        guard benchmark_collect(pid, Self.endMilliseconds) == 0 else { throw BenchmarkError("\(name) failed") }
        guard let printed = try? TextFile.read(output) else { throw BenchmarkError("cannot read \(output)") }
        return printed
    }
}

/// A process of the benchmark that serves a private socket.
protocol ServerProcess: AnyObject {
    var pid: Int32 { get }
    var socket: String { get }
}

extension ServerProcess {
    /// The private memory of the process (RssAnon), in bytes.
    var privateMemory: Int? {
        let lines = (try? TextFile.read("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(whereSeparator: \.isWhitespace)
        guard let words, words.count == 3, let kilobytes = Int(words[1]) else { return nil }
        return kilobytes * 1024
    }
}

/// A server that the benchmark started on a private socket, and ends.
final class Server: ServerProcess {
    let pid: Int32
    let socket: String
    private static let endMilliseconds: Int32 = 3_000
    private static let startMilliseconds = 10_000

    /// Starts it and waits until it accepts connections. What it prints goes to a file in the folder.
    init(
        _ command: [String], socket: String, in folder: WorkFolder, on processors: UInt64
    ) throws(BenchmarkError) {
        self.socket = socket
        unsafe unlink(socket)
        let log = socket + ".log"
        let output = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        pid = unsafe Program.withCStrings(command) { arguments in
            unsafe benchmark_start(arguments, output, output, processors)
        }
        close(output)
        guard pid > 0 else { throw BenchmarkError("\(command[0]) did not start") }

        for _ in 0..<Self.startMilliseconds {
            if benchmark_interrupted() != 0 || benchmark_has_ended(pid) != 0 { break }
            if (try? UnixSocket.connect(to: socket)) != nil { return }
            usleep(1_000)
        }
        let said = (try? TextFile.read(log)) ?? ""
        throw BenchmarkError("\(command.joined(separator: " ")) does not listen on \(socket):\n\(said)")
    }

    deinit {
        guard pid > 0 else { return }
        kill(pid, SIGTERM)
        _ = benchmark_collect(pid, Self.endMilliseconds)
    }
}

/// Where server and client run. Both sides of a comparison run in the same place.
struct Processors {
    let name: String
    /// A bit for each processor.
    let server: UInt64
    let client: UInt64

    /// On one processor, and on two where there are two.
    ///
    /// The server's is the same in both, so that it need not move: the last, since interrupts tend to go to the first.
    static let choices: [Processors] = {
        let all = (0..<64).map { UInt64(1) << $0 }.filter { benchmark_processors() & $0 != 0 }
        let last = all.last ?? 1
        let one = Processors(name: "one processor", server: last, client: last)
        guard let other = all.dropLast().last else { return [one] }
        return [one, Processors(name: "two processors", server: last, client: other)]
    }()

    /// Both on one processor.
    static var one: Processors { choices[0] }

    /// All of them, for programs that have more than one process or thread at work.
    var mask: UInt64 { server | client }
    var isOne: Bool { server == client }
}
