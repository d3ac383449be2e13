package import Foundation
import Glibc
import Testing

extension Process {
    /// Runs it with no signal blocked. Tests run on threads that have nearly all of them blocked, as those of libdispatch
    /// have, and what a thread starts has them from it: neither `terminate()` nor timeout(1) would end that.
    ///
    /// The process has the name of the test in its environment, by which it is found where it is left behind, and not the output of the
    /// tests, which would stay open for as long as it lives. What it writes and no test reads goes to a file that `tools/test` names.
    package func start() throws {
        var environment = environment ?? ProcessInfo.processInfo.environment
        environment["SHEAF_TEST"] = Test.current.map { "\($0.id)" } ?? "a test's thread"
        self.environment = environment
        if isOurs(standardInput, .standardInput) { standardInput = FileHandle.nullDevice }
        if isOurs(standardOutput, .standardOutput) { standardOutput = unread }
        if isOurs(standardError, .standardError) { standardError = unread }

        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }

    private func isOurs(_ end: Any?, _ ours: FileHandle) -> Bool { end.map { $0 as AnyObject === ours } ?? false }
}

/// Where programs write what no test reads.
private let unread: FileHandle = {
    let path = ProcessInfo.processInfo.environment["SHEAF_TEST_OUTPUT"] ?? "/dev/null"
    let number = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o644)
    return number < 0 ? .nullDevice : FileHandle(fileDescriptor: number, closeOnDealloc: false)
}()
