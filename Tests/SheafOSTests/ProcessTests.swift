import Glibc
import SheafOS
import TestSupport
import Testing

@Suite struct ProcessWatchTests {
    @Test func thePeerIsWhoConnected() throws {
        let loop = try EventLoop()
        try UnixSocket.pair { one, _ throws(OSError) in
            let watch = try ProcessWatch(try UnixSocket.peerProcess(of: one.number), on: loop) {}
            #expect(!watch.hasEnded)
        }
    }
}

/// Signals, and the values that come with them. They are sent to the thread that watches, which blocks them.
@Suite struct SignalTests {
    @Test func aQueuedSignalBringsItsValueAndAPlainOneNone() throws {
        let loop = try EventLoop()
        let number = Signal.serviceCommand
        #expect(number == __libc_current_sigrtmin() + 18)
        var values: [Int32?] = []
        let source = try loop.watch(signal: number) { values.append($0.queuedValue) }
        // To this thread only; hidden from Swift behind _GNU_SOURCE.
        typealias Queue = @convention(c) (pthread_t, Int32, sigval) -> Int32
        let queue = unsafeBitCast(try #require(dlsym(nil, "pthread_sigqueue")), to: Queue.self)
        for value: Int32 in [0x300, -1] {
            var payload = sigval()
            payload.sival_int = value
            try #require(queue(pthread_self(), number, payload) == 0)
        }
        try #require(pthread_kill(pthread_self(), number) == 0)
        try eventually(on: loop) { values.count == 3 }
        #expect(values == [0x300, -1, nil])
        withExtendedLifetime(source) {}
    }
}

/// Programs that are started.
@Suite struct ChildProcessTests {
    /// Each descriptor arrives as itself at its number, and no other does, however many are open.
    @Test func aChildHasItsDescriptorsAndNoOthers() throws {
        let loop = try EventLoop()
        let others = try (0..<100).map { _ in try Memfd.create(name: "other", size: 0).release() }
        defer { for number in others { close(number) } }
        // As another thread would have one that is not closed when a program is executed.
        let inherited = dup(others[0])
        defer { close(inherited) }
        let passed = try (0..<8).map { SharedDescriptor(try Memfd.create(name: "passed \($0)", size: 0)) }
        let output = try Memfd.create(name: "output", size: 0)
        var descriptors = passed.map(\.number)
        descriptors[3] = output.number
        var end: ProcessEnd?
        let process = try ChildProcess(
            path: "/bin/sh", name: "sh",
            arguments: ["-c", "for i in /proc/self/fd/*; do echo ${i##*/} $(readlink $i); done >&6"], environment: [],
            descriptors: descriptors, on: loop
        ) { end = $0 }
        try eventually(on: loop) { end != nil }
        #expect(end == .exited(status: 0))
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = pread(output.number, &bytes, bytes.count, 0)
        let lines = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n")
        let memories = Set(lines.filter { $0.contains("memfd") })
        let expected = (0..<8).map { "\($0 + 3) /memfd:\($0 == 3 ? "output" : "passed \($0)") (deleted)" }
        #expect(memories == Set(expected.map { $0[...] }), "\(lines)")
        #expect(lines.contains("0 /dev/null"))
        withExtendedLifetime(process) {}
    }

    /// Blocked signals wait for the program, even one that means a fault, where another process has sent it.
    @Test func signalsThatAreBlockedWaitForItsProgram() throws {
        let loop = try EventLoop()
        for (blocked, expected) in [
            (UInt64(0), ProcessEnd.signalled(SIGSEGV)), (1 << (SIGSEGV - 1), .exited(status: 3)),
        ] {
            var end: ProcessEnd?
            let process = try ChildProcess(
                path: "/bin/sh", name: "sh", arguments: ["-c", "kill -SEGV $$; exit 3"], environment: [],
                descriptors: [],
                blocked: blocked, on: loop
            ) { end = $0 }
            try eventually(on: loop) { end != nil }
            #expect(end == expected)
            withExtendedLifetime(process) {}
        }
    }

    @Test func aProgramThatIsNotThereIsAnError() throws {
        let loop = try EventLoop()
        #expect(throws: OSError(code: ENOENT, operation: "start", subject: "/no/such/program")) {
            _ = try ChildProcess(
                path: "/no/such/program", name: "x", arguments: [], environment: [], descriptors: [], on: loop
            ) { _ in }
        }
        #expect(throws: OSError(code: E2BIG, operation: "start", subject: "/bin/true")) {
            _ = try ChildProcess(
                path: "/bin/true", name: "x", arguments: [], environment: [],
                descriptors: [Int32](repeating: 0, count: 9), on: loop
            ) { _ in }
        }
    }

    /// The descriptors of this process that are epolls.
    private static func epolls() throws -> Set<Int32> {
        let numbers = try Folder.names(in: "/proc/self/fd").compactMap { Int32($0) }
        return Set(numbers.filter { target(of: $0) == "anon_inode:[eventpoll]" })
    }

    private static func target(of number: Int32) -> String {
        var bytes = [CChar](repeating: 0, count: 256)
        let count = readlink("/proc/self/fd/\(number)", &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test func aChildThatCannotBeWatchedIsEndedAndCollected() async {
        await #expect(processExitsWith: .success) {
            let others = try ChildProcessTests.epolls()
            let loop = try EventLoop()
            // It can watch nothing from now on.
            for number in try ChildProcessTests.epolls().subtracting(others) { #expect(dup2(0, number) == number) }
            #expect(throws: OSError.self) {
                _ = try ChildProcess(
                    path: "/bin/sleep", name: "sleep", arguments: ["600"], environment: [], descriptors: [], on: loop
                ) { _ in }
            }
            var information = siginfo_t()
            #expect(waitid(P_ALL, 0, &information, WEXITED | WNOHANG | WNOWAIT) == -1 && errno == ECHILD)
        }
    }
}

@Suite struct ProcessorTimeTests {
    /// The name of a process may be any bytes.
    @Test func theTimeOfAProcessWithAnyNameIsKnown() throws {
        let loop = try EventLoop()
        var ends: (Int32, Int32) = (-1, -1)
        try Pipe.make(capacity: 4_096) { reading, writing throws(OSError) in
            ends = (reading.release(), writing.release())
        }
        let reading = FileDescriptor(owning: ends.0)
        let writing = SharedDescriptor(FileDescriptor(owning: ends.1))
        var hasEnded = false
        let process = try ChildProcess(
            path: "/bin/sh", name: "sh",
            arguments: ["-c", #"printf '\377) (\377' > /proc/self/comm; echo >&3; while :; do :; done"#],
            environment: [],
            descriptors: [writing.number], on: loop
        ) { _ in hasEnded = true }
        defer {
            process.send(signal: SIGKILL)
            try? eventually(on: loop) { hasEnded }
        }
        var byte: UInt8 = 0
        #expect(read(reading.number, &byte, 1) == 1)
        try eventually(on: loop) { try #require(ProcessorTime.used(by: process.pid)) > 0 }
    }
}

/// The last process of a service: it is left at the service's end to close descriptors whose closing may wait.
@Suite struct LastProcessTests {
    private typealias Fork = @convention(c) () -> Int32
    private typealias Control = @convention(c) (Int32, Int, Int, Int, Int) -> Int32

    // Swift hides them: one since it is dangerous, the other for its arguments.
    private static func fork() throws -> Int32 { unsafeBitCast(try #require(dlsym(nil, "fork")), to: Fork.self)() }

    private static func control(_ option: Int32, _ argument: Int, _ pointer: Int = 0) throws -> Int32 {
        unsafeBitCast(try #require(dlsym(nil, "prctl")), to: Control.self)(option, argument, pointer, 0, 0)
    }

    /// Has pidfd_open(2) give this process its standard input: a pidfd that wakes nobody.
    private static func breakPidfds() throws {
        // Load the call's number; where it is pidfd_open's, it comes to 0; any other is let through. (linux/filter.h, seccomp.h)
        let pidfdOpen: UInt64 = 434
        let filter: [UInt64] = [
            0x0000_0000_0000_0020, pidfdOpen << 32 | 0x0100_0015, 0x0005_0000 << 32 | 0x06, 0x7fff_0000 << 32 | 0x06,
        ]
        try filter.withUnsafeBufferPointer { filter in
            let program = [filter.count, Int(bitPattern: filter.baseAddress)]
            try program.withUnsafeBufferPointer { program in
                // PR_SET_NO_NEW_PRIVS, then PR_SET_SECCOMP with a filter.
                let refusals = (try control(38, 1), try control(22, 2, Int(bitPattern: program.baseAddress)))
                #expect(refusals == (0, 0))
            }
        }
    }

    /// The last process ends though it is not told of its parent's end; the parent's output has ended before.
    @Test func itEndsThoughNoPidfdWakesItAndHoldsNoOutput() async {
        await #expect(processExitsWith: .success) {
            let refusal = try LastProcessTests.control(36, 1)  // PR_SET_CHILD_SUBREAPER
            // Closing it may wait, so that it stays where it is; and nothing comes from it.
            let silent = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
            var output: [Int32] = [-1, -1]
            #expect(refusal == 0 && silent >= 0 && pipe(&output) == 0)
            #expect(fcntl(output[0], F_SETFL, O_NONBLOCK) == 0)
            let service = try LastProcessTests.fork()
            if service == 0 {
                dup2(silent, 0)
                dup2(output[1], 1)
                dup2(output[1], 2)
                try LastProcessTests.breakPidfds()
                CurrentProcess.closeDescriptors(mayWait: true)
                var file = stat()
                _exit(fstat(1, &file) == 0 && file.st_mode & S_IFMT == S_IFCHR ? 0 : 1)
            }
            close(output[1])
            var status: Int32 = -1
            #expect(waitpid(service, &status, 0) == service && status == 0)
            var byte: UInt8 = 0
            try eventually { read(output[0], &byte, 1) == 0 }
            // Collected here, since this process takes in orphans. Any kind of child (__WALL).
            try eventually { waitpid(-1, &status, WNOHANG | 0x4000_0000) > 0 }
        }
    }
}
