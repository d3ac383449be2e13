import CBenchmark
import Glibc
import SheafOS

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
    func samples() throws(BenchmarkError) -> Samples {
        guard benchmark_collect(pid, Self.endMilliseconds) == 0 else { throw BenchmarkError("\(name) failed") }
        guard let printed = try? TextFile.read(output) else { throw BenchmarkError("cannot read \(output)") }
        return try Samples(parsing: printed, of: name)
    }
}
