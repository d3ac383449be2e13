import CSheafShims
import Glibc

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
    case exited(status: Int32)
    case signalled(Int32)

    package var description: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signalled(let signal): "was killed by \(Signal.name(signal))"
        }
    }
}

/// A child process, held by its pidfd: its number can't be used again while this object lives.
package final class ChildProcess {
    package let pid: Int32
    private let pidfd: FileDescriptor
    private let source: DescriptorSource

    /// Starts a program.
    ///
    /// Its standard input is /dev/null, its standard output this process's standard error, and `descriptors` are its
    /// descriptors from 3 on; it gets no others.
    ///
    /// - Parameters:
    ///   - name: what the program is told that it is called.
    ///   - ended: called once on the loop, when it has ended and was collected.
    package init(
        path: String, name: String, arguments: [String], environment: [String], descriptors: [Int32],
        on loop: EventLoop,
        ended: @escaping (ProcessEnd) -> Void
    ) throws(OSError) {
        var pid: Int32 = -1
        let result = unsafe withCStrings([name] + arguments) { argv in
            unsafe withCStrings(environment) { envp in
                unsafe sheaf_process_spawn(path, argv, envp, descriptors, descriptors.count, &pid)
            }
        }
        let pidfd = FileDescriptor(owning: try check(result, "start", path))
        let number = pidfd.number
        self.pid = pid
        self.pidfd = pidfd
        var watch: DescriptorSource?
        source = try loop.watch(number, for: .readable) { _ in
            var signal: Int32 = 0
            var status: Int32 = 0
            guard unsafe sheaf_process_wait(number, &signal, &status) != 0 else { return }
            watch?.cancel()
            watch = nil
            ended(signal == 0 ? .exited(status: status) : .signalled(signal))
        }
        watch = source
    }

    deinit {
        source.cancel()
    }

    /// Sends a signal. One that has ended already gets none.
    package func send(signal: Int32) {
        _ = sheaf_process_signal(pidfd.number, signal)
    }
}

/// The process that this code runs in.
package enum CurrentProcess {
    /// Its number.
    package static var pid: Int32 { getpid() }

    /// Blocks signals for this thread and those that it starts, so that the loop can serve them.
    package static func block(signals: [Int32]) throws(OSError) {
        try check(unsafe sheaf_process_block_signals(signals, signals.count), "block signals")
    }

    /// Has this process killed when the thread that started it ends.
    ///
    /// - Parameter parent: the pid that is expected to be the parent's; ESRCH where it is gone already.
    package static func dieWithParent(_ parent: Int32) throws(OSError) {
        try check(sheaf_process_die_with_parent(parent), "follow the parent process")
    }

    /// Ignores signals: they are dropped even where they were not blocked.
    package static func ignore(signals: [Int32]) {
        for number in signals { _ = signal(number, SIG_IGN) }
    }

    /// Asks the kernel to end this process before others when memory runs out. Where it may not, nothing happens.
    package static func offerForOutOfMemory() {
        let file = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        var score = "500"
        score.withUTF8 { bytes in _ = unsafe write(file, bytes.baseAddress, bytes.count) }
        close(file)
    }

    /// Gives memory that was freed back to the system.
    package static func returnFreeMemory() {
        sheaf_memory_trim()
    }

    /// Caps this process's address space (RLIMIT_AS), in bytes.
    package static func limitAddressSpace(to bytes: UInt64) throws(OSError) {
        try check(sheaf_process_limit_address_space(bytes), "limit the address space to", "\(bytes) bytes")
    }

    /// Lets this process open as many descriptors as its hard limit says, and returns how many.
    @discardableResult
    package static func raiseDescriptorLimit() throws(OSError) -> Int {
        Int(try check(sheaf_process_raise_descriptor_limit(), "raise the limit of open files"))
    }

    /// Where the running program is started from once more. An upgrade puts another file at its path; this is the file
    /// that runs.
    package static let executable = "/proc/self/exe"

    /// Sets what ps shows of this process; there is room for 15 bytes.
    package static func setName(_ name: String) throws(OSError) {
        try check(unsafe sheaf_process_set_name(name), "name this process")
    }

    /// The path of the running program, as it was when it was started.
    package static func executablePath() throws(OSError) -> String {
        let path = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { space in
            guard let start = space.baseAddress else { return String?.none }
            let length = unsafe readlink("/proc/self/exe", start, space.count)
            guard length >= 0 else { return nil }
            return unsafe String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
        guard let path else { throw OSError(code: errno, operation: "read", subject: "/proc/self/exe") }
        return path
    }

    /// The value of an environment variable.
    package static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}

/// The names and numbers of signals.
package enum Signal {
    /// SIGRTMIN+18, by which systemd's convention has services do what the value says that is sent with it. SIGRTMIN is a
    /// function call behind a macro; glibc keeps 32 and 33 for itself.
    package static let serviceCommand: Int32 = 34 + 18

    /// "SIGSEGV" for 11.
    package static func name(_ signal: Int32) -> String {
        guard let name = unsafe sheaf_signal_name(signal) else { return "signal \(signal)" }
        return unsafe "SIG" + String(cString: name)
    }
}

/// Calls `body` with a NULL-terminated array of C strings that live as long as the call.
private func withCStrings<Result>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    var pointers: [UnsafeMutablePointer<CChar>?] = unsafe strings.map { unsafe strdup($0) }
    unsafe pointers.append(nil)
    defer { unsafe pointers.forEach { unsafe free($0) } }
    return unsafe pointers.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { preconditionFailure("an array with a NULL at its end is not empty") }
        return unsafe body(base)
    }
}
