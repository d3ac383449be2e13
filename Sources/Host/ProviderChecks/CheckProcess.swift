import CSheafSandbox
import Glibc
import HostProtocol
import SheafOS

/// A process that makes a check, or renders a page: what it tells comes over a pipe, what it is answered goes over another.
@safe final class CheckProcess {
    private let pid: Int32
    private let pipe: FileDescriptor
    private let answers: FileDescriptor
    private var unread: [UInt8] = []
    /// Where its opening of files is seen; nil where nobody looks.
    private var watch: FileDescriptor?
    /// The files that it has opened, where that is watched.
    private(set) var reached = ReachedFiles()
    /// Whether it was ended since it said nothing for too long.
    private(set) var isHung = false
    private var hasEnded = false

    /// The faults that end a process by their signals.
    private static let faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT]

    /// Starts it: a copy of this process, which must have one thread.
    ///
    /// - Parameters:
    ///   - isWatched: whether the files that it opens are noted. Where the kernel can't tell them none are.
    ///   - isSilent: whether what it prints is lost.
    init(isWatched: Bool = false, isSilent: Bool = false, _ body: (CheckReport) -> Void) throws(OSError) {
        let (told, tell) = try Self.makePipe()
        let (hear, heard) = try Self.makePipe()
        var (ours, theirs): (Int32, Int32) = (-1, -1)
        try UnixSocket.pair { (ours, theirs) = ($0.release(), $1.release()) }
        defer { for number in [tell, hear, ours, theirs] { close(number) } }
        let parent = getpid()
        let child = Glibc.fork()
        if child == 0 {
            try? CurrentProcess.dieWithParent(parent)
            // A crash is told by this process's parent, and by nobody else before it; a sanitizer says more than that.
            if !CurrentProcess.hasSanitizer { for number in Self.faults { signal(number, SIG_DFL) } }
            // What a provider prints is no part of the report.
            let output = isSilent ? unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) : 2
            _ = dup2(output, 1)
            if isSilent { _ = dup2(output, 2) }
            if isWatched { Self.offerWatch(over: theirs) }
            for number in [ours, theirs, told, heard] { close(number) }
            body(CheckReport(tell, answers: hear))
            // Neither the provider's threads nor its documents are wound up.
            _exit(0)
        }
        pid = child
        pipe = FileDescriptor(owning: told)
        answers = FileDescriptor(owning: heard)
        try SheafOS.check(child < 0 ? -errno : 0, "start a process")
        if isWatched { watch = Self.takeWatch(over: ours) }
    }

    deinit {
        if !hasEnded { _ = end() }
    }

    private static func makePipe() throws(OSError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try SheafOS.check(unsafe Glibc.pipe(&ends) < 0 ? -errno : 0, "make a pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Has the opening of files by this process seen by its parent: a byte goes over a socket, with the descriptor of the watch.
    private static func offerWatch(over socket: Int32) {
        let watch = sheaf_sandbox_watch_opening()
        let byte: [UInt8] = [0]
        _ = unsafe try? UnixSocket.send(socket, bytes: byte.span.bytes, descriptors: watch < 0 ? [] : [watch])
        if watch >= 0 { close(watch) }
    }

    private static func takeWatch(over socket: Int32) -> FileDescriptor? {
        try? UnixSocket.setBlocking(socket, true)
        var byte: [UInt8] = [0]
        var descriptors: [Int32] = []
        var span = byte.mutableSpan
        var bytes = unsafe span.mutableBytes
        _ = try? UnixSocket.receive(socket, into: &bytes, descriptors: &descriptors)
        return descriptors.first.map { FileDescriptor(owning: $0) }
    }

    /// Returns the next message of the process; nil when the process has ended, or when nothing came in time.
    ///
    /// - Parameter time: in microseconds.
    func next(within time: UInt64) throws(OSError) -> CheckMessage? {
        let deadline = EventLoop.now + time
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<newline], as: UTF8.self)
                unread.removeSubrange(...newline)
                guard let message = CheckMessage(line) else { continue }
                if case .holdings(let process) = message {
                    ProcessHoldings(of: process).send(to: answers.number)
                    continue
                }
                return message
            }
            let now = EventLoop.now
            var waiting = [pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)]
            if let number = watch?.number { waiting.append(pollfd(fd: number, events: Int16(POLLIN), revents: 0)) }
            let count =
                now < deadline
                ? unsafe poll(&waiting, UInt(waiting.count), Int32(clamping: (deadline - now) / 1_000 + 1)) : 0
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                isHung = true
                return nil
            }
            if waiting.count > 1, waiting[1].revents != 0 { noteOpening(waiting[1].revents) }
            guard waiting[0].revents != 0 else { continue }
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let length = unsafe read(pipe.number, &piece, piece.count)
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { return nil }
            unread += piece.prefix(length)
        }
    }

    private func noteOpening(_ events: Int16) {
        guard events & Int16(POLLIN) != 0, let number = watch?.number else {
            // All that it was about has ended.
            watch = nil
            return
        }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX) * 2)
        guard unsafe sheaf_sandbox_next_opening(number, &path, path.count) == 0 else { return }
        let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        reached.note(String(decoding: bytes, as: UTF8.self))
    }

    /// Ends it, where it has not ended by itself, and says how it ended.
    func end() -> ProcessEnd {
        if isHung { kill(pid, SIGKILL) }
        // What it still opens nobody sees any more: it would wait.
        watch = nil
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        // As wait(2) lays it out: the macros are not imported.
        let signal = status & 0x7f
        return signal == 0 ? .exited(status: status >> 8 & 0xff) : .signalled(signal)
    }
}

/// The resources of a process that may leak: memory, descriptors and threads.
struct ProcessHoldings {
    let bytes: Int
    let descriptors: Int
    let threads: Int

    init(of process: Int32) {
        bytes = ProcessMemory.ownBytes(of: process) ?? 0
        descriptors = (try? Folder.names(in: "/proc/\(process)/fd").count) ?? 0
        threads = (try? Folder.names(in: "/proc/\(process)/task").count) ?? 0
    }

    /// Reads what ``send(to:)`` has written; nil where nobody answers.
    init?(from pipe: Int32) {
        var numbers = [Int](repeating: 0, count: 3)
        let size = numbers.count * MemoryLayout<Int>.size
        guard unsafe read(pipe, &numbers, size) == size else { return nil }
        (bytes, descriptors, threads) = (numbers[0], numbers[1], numbers[2])
    }

    func send(to pipe: Int32) {
        let numbers = [bytes, descriptors, threads]
        _ = unsafe write(pipe, numbers, numbers.count * MemoryLayout<Int>.size)
    }
}
