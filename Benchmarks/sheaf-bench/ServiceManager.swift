import CBenchmark
import Glibc
import SheafOS

/// A service manager as far as a restart needs one: it keeps what sheafd sends, and passes it to the next run. A program
/// has one at a time.
final class ServiceManager: ServerProcess {
    private static let readyMilliseconds: Int32 = 20_000
    private static let endMilliseconds: Int32 = 20_000

    let socket: String
    private let command: [String]
    /// The command of a program that says that it is ready, and does nothing else.
    private let idle: [String]
    private let log: String
    private let processors: UInt64
    /// The process id of the service; 0 while it does not run.
    private(set) var pid: Int32 = 0
    /// How many descriptors were kept at the last start.
    private(set) var passed = 0

    /// - Parameters:
    ///   - settings: what is to be other than the defaults.
    ///   - processors: a bit for each processor that the service may use; 0 for all.
    ///   - launcher: how its program is run.
    init(
        _ bench: Bench, settings: String = "", on processors: UInt64 = 0, with launcher: Launcher? = nil
    ) throws(BenchmarkError) {
        self.processors = processors
        socket = bench.folder.file("managed")
        log = bench.folder.file("managed.log")
        command = try bench.service(socket: socket, settings: settings, with: launcher)
        idle = [bench.program("bench-floor"), "ready"]
        let result = unsafe benchmark_manager_open(socket, bench.folder.file("notify"))
        guard result == 0 else {
            throw BenchmarkError("cannot keep descriptors: \(unsafe String(cString: strerror(-result))) (ulimit -n)")
        }
    }

    deinit {
        if pid > 0 {
            kill(pid, SIGKILL)
            _ = benchmark_manager_collect(pid, 1_000)
        }
        benchmark_manager_drop()
    }

    /// How many descriptors the manager keeps.
    var kept: Int { Int(benchmark_manager_kept()) }

    /// Lets go of all that it keeps.
    func drop() { benchmark_manager_drop() }

    /// Starts the service with what is kept.
    ///
    /// - Returns: when it was started, and when it said that it is ready.
    @discardableResult
    func start() throws(BenchmarkError) -> (began: UInt64, ready: UInt64) {
        passed = kept
        return try start(command)
    }

    /// Starts a program with what is kept that says at once that it is ready: what the manager and the kernel take for themselves.
    ///
    /// - Returns: from the start until it said so, in microseconds.
    func startIdle() throws(BenchmarkError) -> Double {
        let (began, ready) = try start(idle)
        _ = benchmark_manager_collect(pid, Self.endMilliseconds)
        pid = 0
        return Double(ready - began) / 1_000
    }

    private func start(_ command: [String]) throws(BenchmarkError) -> (began: UInt64, ready: UInt64) {
        let output = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(output) }
        let began = benchmark_now()
        pid = unsafe Program.withCStrings(command) { unsafe benchmark_manager_start($0, output, processors) }
        guard pid > 0, benchmark_manager_serve(Self.readyMilliseconds) == 1 else {
            throw BenchmarkError("\(command[0]) is not ready: \((try? TextFile.read(log)) ?? "")")
        }
        return (began, benchmark_now())
    }

    /// Takes what the service sends until it keeps so many descriptors.
    func wait(forKept count: Int) throws(BenchmarkError) {
        let deadline = benchmark_now() + 60_000_000_000
        while kept < count {
            guard benchmark_now() < deadline, benchmark_interrupted() == 0 else {
                throw BenchmarkError("\(kept) descriptors were kept, and \(count) should be")
            }
            _ = benchmark_manager_serve(50)
        }
    }

    /// Takes what the service sends for so long.
    func rest(milliseconds: Int32) { _ = benchmark_manager_serve(milliseconds) }

    /// Ends it.
    ///
    /// - Returns: from the signal to its end, in microseconds.
    func stop() throws(BenchmarkError) -> Double {
        let began = benchmark_now()
        kill(pid, SIGTERM)
        guard benchmark_manager_collect(pid, Self.endMilliseconds) == 0 else {
            throw BenchmarkError("sheafd does not end: \((try? TextFile.read(log)) ?? "")")
        }
        pid = 0
        return Double(benchmark_now() - began) / 1_000
    }
}
