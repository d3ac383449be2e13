import CSheafShims
import Glibc

/// Descriptors whose closing may never end, because a file system on FUSE or the network is asked.
///
/// Each is closed by a process of its own that shares the descriptors of this one, and its memory. One that never ends
/// stays where it is, and this process can end without it.
final class AsideClosings {
    /// So many go on at once. What comes while all of them wait for their file systems stays open until one ends.
    static let limit = 16

    /// A final class, since what can't be copied can't be in an array.
    @safe private final class Running {
        let process: FileDescriptor
        @unsafe private let stack: UnsafeMutableRawPointer

        /// nil where no process can be started now.
        init?(closing number: Int32) {
            unsafe stack = .allocate(byteCount: Int(SHEAF_PROCESS_STACK), alignment: 16)
            let started = unsafe sheaf_process_close_aside(number, stack)
            guard started >= 0 else {
                unsafe stack.deallocate()
                return nil
            }
            process = FileDescriptor(owning: started)
        }

        /// Whether it has ended: once, since its stack goes with it.
        func hasEnded() -> Bool {
            var signal: Int32 = 0
            var status: Int32 = 0
            guard unsafe sheaf_process_wait(process.number, &signal, &status) != 0 else { return false }
            unsafe stack.deallocate()
            return true
        }
    }

    private var running: [Running] = []
    private var waiting: [Int32] = []

    /// Whether nothing is being closed.
    var isEmpty: Bool { running.isEmpty }

    /// Closes a descriptor as soon as that may begin.
    func close(_ number: Int32) {
        waiting.append(number)
        goOn()
    }

    /// Waits until one is closed, or something can be read from a descriptor: true then.
    func wait(orFor number: Int32) -> Bool {
        var polled = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
        for one in running { polled.append(pollfd(fd: one.process.number, events: Int16(POLLIN), revents: 0)) }
        _ = unsafe poll(&polled, nfds_t(polled.count), -1)
        running.removeAll { $0.hasEnded() }
        goOn()
        return polled[0].revents != 0
    }

    private func goOn() {
        while running.count < Self.limit, let number = waiting.popLast() {
            guard let one = Running(closing: number) else {
                // Processes are short now; it is tried again with the next one.
                return waiting.append(number)
            }
            running.append(one)
        }
    }
}
