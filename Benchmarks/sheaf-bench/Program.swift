import CBenchmark
import Glibc

/// Runs the benchmark's programs.
enum Program {
    /// The longest that one run may take.
    private static let timeoutMilliseconds: Int32 = 120_000
    private static let outputCapacity = 8 << 20

    /// Runs a client program to its end and takes the samples that it printed.
    ///
    /// - Parameter processors: a bit for each processor that it may use.
    static func measure(_ command: [String], on processors: UInt64) throws(BenchmarkError) -> Samples {
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
        return try Samples(parsing: output, of: command[0])
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
