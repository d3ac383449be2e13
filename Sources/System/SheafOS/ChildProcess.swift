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
    /// Its standard input is /dev/null, its standard output and standard error are `output`, and `descriptors` are its
    /// descriptors from 3 on; it gets no others. Those with a number from ``SHEAF_PROCESS_FIRST_KEPT`` on are not closed in it
    /// either, where closing one on FUSE would wait for an answer, and this call with it.
    ///
    /// - Parameters:
    ///   - output: this process's standard error where nothing else is said.
    ///   - blocked: the signals that wait until it unblocks them: bit N - 1 is signal N.
    ///   - name: the program's first argument, by which it knows what it is called.
    ///   - ended: called once on the loop, when it has ended and was collected.
    package init(
        path: String, name: String, arguments: [String], environment: [String], descriptors: [Int32],
        output: Int32 = 2, blocked: UInt64 = 0, on loop: EventLoop,
        ended: @escaping (ProcessEnd) -> Void
    ) throws(OSError) {
        var pid: Int32 = -1
        let result = unsafe withCStrings([name] + arguments) { argv in
            unsafe withCStrings(environment) { envp in
                unsafe sheaf_process_spawn(path, argv, envp, descriptors, descriptors.count, output, blocked, &pid)
            }
        }
        let pidfd = FileDescriptor(owning: try check(result, "start", path))
        let number = pidfd.number
        self.pid = pid
        self.pidfd = pidfd
        var watch: DescriptorSource?
        do throws(OSError) {
            source = try loop.watch(number, for: .readable) { _ in
                var signal: Int32 = 0
                var status: Int32 = 0
                guard unsafe sheaf_process_wait(number, &signal, &status) != 0 else { return }
                watch?.cancel()
                watch = nil
                ended(signal == 0 ? .exited(status: status) : .signalled(signal))
            }
        } catch {
            // Nobody would collect it.
            sheaf_process_kill(number)
            throw error
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

/// Processes that go on when the one that has started them ends.
package enum DetachedProcess {
    /// Starts a program in a session of its own: what is typed on the terminal sends it no signals. None is blocked there.
    ///
    /// Its standard input is /dev/null, its standard output and standard error are `output`; it gets no other descriptors. The kernel
    /// collects it when it ends, as it does all children of this process from then on (SIGCHLD is ignored).
    package static func start(
        _ path: String, arguments: [String], environment: [String], output: Int32
    ) throws(OSError) {
        CurrentProcess.ignore(signals: [SIGCHLD])
        let result = unsafe withCStrings([path] + arguments) { argv in
            unsafe withCStrings(environment) { envp in unsafe sheaf_process_spawn_detached(path, argv, envp, output) }
        }
        close(try check(result, "start", path))
    }
}

/// A process, perhaps not of this user, whose end is waited for.
package final class ProcessWatch {
    private let pidfd: FileDescriptor
    private let source: DescriptorSource

    /// - Parameters:
    ///   - pidfd: what names it.
    ///   - ended: called on the loop once it has ended, until it is let go.
    package init(_ pidfd: consuming FileDescriptor, on loop: EventLoop, ended: @escaping () -> Void) throws(OSError) {
        let number = pidfd.number
        self.pidfd = pidfd
        source = try loop.watch(number, for: .readable) { _ in ended() }
    }

    deinit {
        source.cancel()
    }

    /// Whether it has ended; `ended` may not have been called yet.
    package var hasEnded: Bool { sheaf_process_has_ended(pidfd.number) != 0 }
}

/// The time that the processors have worked for a process.
package enum ProcessorTime {
    /// In microseconds, of all its threads, those that have ended too; nil where there is no such process.
    package static func used(by process: Int32) -> UInt64? {
        var clock: clockid_t = 0
        var time = timespec()
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }
}
