import Glibc
package import HostProtocol
package import SheafOS

/// Checks a provider against the rules of its ABI, each check in a process of its own: a provider that crashes or hangs costs that check.
package struct ProviderTrial: Sendable {
    let library: String
    let document: SharedDescriptor
    let settings: [HostSettings.Entry]
    let password: String?
    /// How many pages are rendered to find leaks.
    let pages: Int
    /// How long one call may take, in microseconds.
    let callTime: UInt64

    /// How many pages are rendered to find leaks, and how long a call may take, where nothing else is said: as long as a provider host is
    /// let live by default.
    package static let defaultPages = 1_000
    package static var defaultCallTime: UInt64 { HostLimits().requestTime + HostLimits().cancelGrace }

    /// - Parameters:
    ///   - library: the path of the provider's library.
    ///   - document: a regular file, open for reading.
    package init(
        library: String, document: SharedDescriptor, settings: [HostSettings.Entry] = [], password: String? = nil,
        pages: Int = defaultPages, callTime: UInt64 = defaultCallTime
    ) {
        self.library = library
        self.document = document
        self.settings = settings
        self.password = password
        self.pages = pages
        self.callTime = callTime
    }

    /// A rule that was broken.
    package struct Fault: Equatable, Sendable {
        /// What the provider was asked.
        package let asked: String
        /// What came.
        package let came: String
        /// The rule, in the words of docs/provider-abi.md.
        package let rule: String
        /// The heading that it stands below there.
        package let section: String

        init(_ rule: ABIRule, asked: String, came: String) {
            self.asked = asked
            self.came = came
            self.rule = rule.rawValue
            section = rule.section
        }
    }

    /// What came of a check.
    package struct Result: Equatable, Sendable {
        package let name: String
        /// What is checked, in a line.
        package let summary: String
        /// Empty where no rule was broken.
        package fileprivate(set) var faults: [Fault] = []
        /// Why there was nothing to check; nil where there was.
        package fileprivate(set) var absence: String?
        /// What was measured.
        package fileprivate(set) var measured: [String] = []

        /// Whether the provider does not load, or does not open the document: no other check can be made.
        package var endsTrial: Bool {
            faults.contains {
                ($0.asked, $0.rule) == (CheckBench.loading, ABIRule.load.rawValue)
                    || ($0.asked, $0.rule) == (CheckBench.opening, ABIRule.open.rawValue)
            }
        }
    }

    /// How many faults of one check are reported: the others are of the same kind.
    package static let faultLimit = 5

    /// The checks, in their order.
    package static var names: [String] { ProviderCheck.all.map(\.name) }

    /// Makes one check.
    package func check(_ name: String) throws(OSError) -> Result? {
        guard let check = ProviderCheck.all.first(where: { $0.name == name }) else { return nil }
        var result = Result(name: check.name, summary: check.summary)
        let process = try CheckProcess { report in run(check, report) }
        var asked = "nothing yet"
        var isDone = false
        while let message = try process.next(within: callTime) {
            switch message {
            case .asked(let what): asked = what
            case .broken(let rule, let asked, let came):
                if result.faults.count < Self.faultLimit { result.faults.append(Fault(rule, asked: asked, came: came)) }
            case .measured(let text): result.measured.append(text)
            case .absent(let reason): result.absence = reason
            case .done: isDone = true
            }
        }
        let end = process.end()
        if process.isHung {
            result.faults.append(
                Fault(.hang, asked: asked, came: "no answer within \(callTime / 1_000_000) s: its process was ended"))
        } else if !isDone {
            result.faults.append(Fault(.crash, asked: asked, came: "the process \(end)"))
        }
        return result
    }

    /// Makes a check, in its process.
    private func run(_ check: ProviderCheck, _ report: CheckReport) {
        do throws(CheckStop) {
            try check.run(try CheckBench(self, report))
        } catch {
            switch error {
            case .absent(let reason), .impossible(let reason): report.write(.absent(reason))
            case .ended: break
            }
        }
        report.write(.done)
    }
}

/// One thing that is checked.
struct ProviderCheck: Sendable {
    let name: String
    /// In a line, for the report.
    let summary: String
    let run: @Sendable (CheckBench) throws(CheckStop) -> Void

    init(_ name: String, _ summary: String, _ run: @escaping @Sendable (CheckBench) throws(CheckStop) -> Void) {
        self.name = name
        self.summary = summary
        self.run = run
    }

    /// In the order of the report: what others rest on comes first.
    static let all: [ProviderCheck] =
        documentChecks + pageChecks + renderingChecks + readerChecks + contentChecks + enduranceChecks
}

/// A process that makes a check, and the pipe that it tells of it by.
@safe final class CheckProcess {
    private let pid: Int32
    private let pipe: FileDescriptor
    private var unread: [UInt8] = []
    /// Whether it was ended since it said nothing for too long.
    private(set) var isHung = false
    private var hasEnded = false

    /// Starts it: a copy of this process, which must have one thread.
    init(_ body: (CheckReport) -> Void) throws(OSError) {
        var ends: [Int32] = [-1, -1]
        try SheafOS.check(unsafe Glibc.pipe(&ends) < 0 ? -errno : 0, "make a pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let child = Glibc.fork()
        if child == 0 {
            close(ends[0])
            // What a provider prints is no part of the report.
            _ = dup2(2, 1)
            body(CheckReport(ends[1]))
            // Neither the provider's threads nor its documents are wound up.
            _exit(0)
        }
        close(ends[1])
        pipe = FileDescriptor(owning: ends[0])
        pid = child
        try SheafOS.check(child < 0 ? -errno : 0, "start a process")
    }

    deinit {
        if !hasEnded { _ = end() }
    }

    /// What it tells next; nil when it has ended, or was ended since nothing came.
    ///
    /// - Parameter time: in microseconds.
    func next(within time: UInt64) throws(OSError) -> CheckMessage? {
        let deadline = EventLoop.now + time
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: unread[..<newline], as: UTF8.self)
                unread.removeSubrange(...newline)
                guard let message = CheckMessage(line) else { continue }
                return message
            }
            let now = EventLoop.now
            var request = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
            let count = now < deadline ? unsafe poll(&request, 1, Int32(clamping: (deadline - now) / 1_000 + 1)) : 0
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                isHung = true
                return nil
            }
            var piece = [UInt8](repeating: 0, count: 1 << 16)
            let length = unsafe read(pipe.number, &piece, piece.count)
            if length < 0, errno == EINTR { continue }
            guard length > 0 else { return nil }
            unread += piece.prefix(length)
        }
    }

    /// Ends it, where it has not ended by itself, and says how it ended.
    func end() -> ProcessEnd {
        if isHung { kill(pid, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        hasEnded = true
        // As wait(2) lays it out: the macros are not imported.
        let signal = status & 0x7f
        return signal == 0 ? .exited(status: status >> 8 & 0xff) : .signalled(signal)
    }
}
