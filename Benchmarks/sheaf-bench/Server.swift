import CBenchmark
import Glibc
import SheafOS

/// A server that the benchmark started on a private socket, and ends.
final class Server {
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

    /// Its private memory (RssAnon), in bytes.
    var privateMemory: Int? {
        let lines = (try? TextFile.read("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(whereSeparator: \.isWhitespace)
        guard let words, words.count == 3, let kilobytes = Int(words[1]) else { return nil }
        return kilobytes * 1024
    }
}
