import CSheafShims
import Glibc
import Synchronization

/// Descriptors whose closing may never end, because a file system on FUSE or the network is asked, or because a socket, or
/// one that waits in it to be received, is to have sent everything first (SO_LINGER).
///
/// Each is closed by a process of its own that shares the descriptors of this one, and its memory. One that never ends
/// stays where it is, and this process can end without it.
final class AsideClosings {
    /// So many of one tally go on at once, and as many of nobody's in each thread. What comes of it while all of them wait
    /// stays open until one ends.
    static let limit = 16
    /// Where no process can be started, that is tried again after so long, in milliseconds.
    private static let pause: Int32 = 100

    /// So many of one tally are closed by one process, one after the other: sockets come in thousands.
    private static let batch = 64

    /// A final class, since what can't be copied can't be in an array.
    @safe private final class Running {
        let process: FileDescriptor
        let tally: ClosingTally?
        private let count: Int
        @unsafe private let numbers: UnsafeMutablePointer<Int32>
        @unsafe private let stack: UnsafeMutableRawPointer

        /// nil where no process can be started now.
        init?(closing descriptors: some Collection<Int32>, _ tally: ClosingTally?) {
            self.tally = tally
            count = descriptors.count
            unsafe numbers = .allocate(capacity: descriptors.count + 1)
            unsafe stack = .allocate(byteCount: Int(SHEAF_PROCESS_STACK), alignment: 16)
            for (index, number) in descriptors.enumerated() { unsafe numbers[index] = number }
            unsafe numbers[descriptors.count] = -1
            let started = unsafe sheaf_process_close_aside(numbers, stack)
            guard started >= 0 else {
                unsafe stack.deallocate()
                unsafe numbers.deallocate()
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
            unsafe numbers.deallocate()
            tally?.end(count)
            return true
        }
    }

    /// Descriptors that wait to be closed.
    private struct Waiting {
        let tally: ClosingTally?
        var numbers: [Int32]
    }

    private var running: [Running] = []
    private var waiting: [Waiting] = []

    /// Whether nothing is to be closed.
    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

    /// Closes a descriptor as soon as that may begin.
    ///
    /// - Parameter tally: has counted it, and does until it is closed.
    func close(_ number: Int32, _ tally: ClosingTally?) {
        if let index = waiting.firstIndex(where: { $0.tally === tally }) {
            waiting[index].numbers.append(number)
        } else {
            waiting.append(Waiting(tally: tally, numbers: [number]))
        }
        startWaiting()
    }

    /// Waits until one is closed, or something can be read from a descriptor: true then. It may be -1, for none.
    func wait(orFor number: Int32) -> Bool {
        var polled = [pollfd(fd: number, events: Int16(POLLIN), revents: 0)]
        for one in running { polled.append(pollfd(fd: one.process.number, events: Int16(POLLIN), revents: 0)) }
        _ = unsafe poll(&polled, nfds_t(polled.count), running.isEmpty ? Self.pause : -1)
        running.removeAll { $0.hasEnded() }
        startWaiting()
        return polled[0].revents != 0
    }

    private func startWaiting() {
        while let index = waiting.firstIndex(where: { mayBegin($0.tally) }) {
            // Of nobody's one does not wait for another.
            let numbers = waiting[index].numbers.prefix(waiting[index].tally == nil ? 1 : Self.batch)
            // Processes may be short now.
            guard let one = Running(closing: numbers, waiting[index].tally) else { return }
            running.append(one)
            waiting[index].numbers.removeFirst(numbers.count)
            if waiting[index].numbers.isEmpty { waiting.remove(at: index) }
        }
    }

    private func mayBegin(_ tally: ClosingTally?) -> Bool {
        running.count { $0.tally === tally } < Self.limit
    }
}

/// A count of one user's descriptors that are being closed, and wait for their file systems.
package final class ClosingTally: Sendable {
    private let waiting = Atomic(0)

    package init() {}

    package var count: Int { waiting.load(ordering: .relaxed) }

    func begin() { waiting.add(1, ordering: .relaxed) }

    func end(_ count: Int = 1) { waiting.subtract(count, ordering: .relaxed) }
}
