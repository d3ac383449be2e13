import CSheafShims
import Glibc
import Synchronization

/// The service's other threads: they close descriptors, have memory allocated for those that will be written, and give free
/// memory back.
///
/// Closing 256 MB of pages takes 35 to 50 ms, which may not hold up the loop, and two thirds of that where two threads do it.
/// Closing a file on FUSE asks whoever serves it, and waits for the answer: what may be on one is closed by processes that
/// can be given up (``AsideClosings``). Allocating 8 MB takes 1.3 ms, half of what writing them for the first time takes;
/// here it goes on beside the rendering. Descriptors travel through pipes as their numbers, so the threads share no memory
/// but tallies.
package final class BackgroundWorker: Sendable {
    /// A task for a thread: a descriptor to close, and how many bytes of it to allocate before.
    @safe struct Task {
        let number: Int32
        /// In units of 4096 bytes; 0 for none, ``returnMemory`` for the allocator's free memory to be given back before, ``freeMemory`` for
        /// the memfd's.
        let blocks: Int32
        /// The tally that counts the task: owned by the task.
        @unsafe var tally: Unmanaged<ClosingTally>?

        /// No number of blocks.
        static let returnMemory: Int32 = -1
        static let freeMemory: Int32 = -2
    }

    private static let blockSize = 4_096
    /// How many blocks are allocated at once: half a megabyte takes some 0.1 ms.
    private static let allocatedAtOnce: Int32 = 128
    /// How many threads there are at most: no more than processors.
    private static let threads = 2
    /// How many tasks a thread takes at once.
    private static let batch = 64
    /// After so long others get the processor, in microseconds. Without preemption in the kernel the loop may wait for
    /// milliseconds on the same one; handed over after every small page, 256 MB of them take twice as long to go.
    private static let roundTime: UInt64 = 500
    /// Room for 65,536 tasks that wait: more descriptors than the service has. The largest pipe that an unprivileged
    /// process may ask for.
    private static let pipeCapacity: UInt32 = 1 << 20

    /// So many allocations may wait at once. Behind more of them memory would be taken that nobody wants any more, and what is to be
    /// given back would wait with it, beyond the limit of a cgroup.
    private static let maxAllocations = 4

    /// The writing ends of the pipes, one for each thread. The first gets all but descriptors to close that nobody counts.
    private let writingEnds: [Int32]
    /// The thread for the next descriptor that nobody counts.
    private let nextEnd = Atomic(0)
    private static let notHandedOver = OSError(code: EAGAIN, operation: "hand a task to the closing thread")
    /// Memory that waits to be allocated.
    private let allocations = ClosingTally()
    /// On a single processor the allocation would not go on beside the rendering, but before it.
    private let allocatesAside = CurrentProcess.processors > 1

    /// Hands over to whoever reads tasks at the other end of a pipe.
    init(handingTo writingEnd: consuming FileDescriptor) {
        writingEnds = [writingEnd.release()]
    }

    /// Starts the threads.
    package init() throws(OSError) {
        var started: [Int32] = []
        do throws(OSError) {
            for _ in 0..<min(Self.threads, CurrentProcess.processors) { started.append(try Self.startThread()) }
        } catch {
            for end in started { Glibc.close(end) }
            throw error
        }
        writingEnds = started
    }

    deinit {
        for end in writingEnds { Glibc.close(end) }
    }

    /// Returns the writing end of its pipe.
    private static func startThread() throws(OSError) -> Int32 {
        let ends = try Pipe.numbers(capacity: pipeCapacity)
        do throws(OSError) {
            try DetachedThread.start("start the closing thread") { perform(tasksFrom: ends.reading) }
        } catch {
            Glibc.close(ends.reading)
            Glibc.close(ends.writing)
            throw error
        }
        return ends.writing
    }

    /// Performs the tasks of a thread, until nobody can hand any over any more.
    private static func perform(tasksFrom readingEnd: Int32) {
        unsafe withUnsafeTemporaryAllocation(of: Task.self, capacity: batch) { tasks in
            let aside = AsideClosings()
            var round = EventLoop.now
            while true {
                if !aside.isEmpty, !aside.wait(orFor: readingEnd) { continue }
                let size = MemoryLayout<Task>.stride
                // Each was written whole, and so it is read.
                let count = unsafe read(readingEnd, tasks.baseAddress, batch * size)
                if count < 0, errno == EINTR { continue }
                guard count >= size else { break }
                for index in 0..<count / size {
                    perform(unsafe tasks[index], aside) { giveWay(since: &round) }
                    giveWay(since: &round)
                }
            }
            // What they run on is theirs until they have ended.
            while !aside.isEmpty { _ = aside.wait(orFor: -1) }
        }
        Glibc.close(readingEnd)
    }

    /// Lets others have the processor, where it was this thread's for long enough.
    private static func giveWay(since round: inout UInt64) {
        guard EventLoop.now - round >= roundTime else { return }
        sched_yield()
        round = EventLoop.now
    }

    /// - Parameter between: called between the parts of what takes long.
    private static func perform(_ task: Task, _ aside: AsideClosings, between: () -> Void) {
        for start in stride(from: 0, to: task.blocks, by: Int(allocatedAtOnce)) {
            let blocks = min(allocatedAtOnce, task.blocks - start)
            // Where there is no memory for it, writing to it will fail.
            guard
                sheaf_memfd_allocate(task.number, Int64(start) * Int64(blockSize), Int64(blocks) * Int64(blockSize))
                    == 0
            else { break }
            between()
        }
        if task.blocks == Task.returnMemory { sheaf_memory_trim() }
        if task.blocks == Task.freeMemory { sheaf_memfd_free(task.number) }
        let tally = unsafe task.tally?.takeRetainedValue()
        if sheaf_file_closes_at_once(task.number) == 1 {
            Glibc.close(task.number)
            tally?.end()
        } else {
            aside.close(task.number, tally)
        }
    }

    /// Hands a descriptor over; returns at once.
    ///
    /// - Parameters:
    ///   - tally: counts it until it is closed.
    ///   - onlyIfItWaits: not where it surely closes at once.
    package func close(
        _ descriptor: consuming FileDescriptor, tally: ClosingTally? = nil, onlyIfItWaits: Bool = false
    ) {
        let isCounted = tally != nil && !(onlyIfItWaits && sheaf_file_closes_at_once(descriptor.number) == 1)
        let tally = isCounted ? tally : nil
        tally?.begin()
        // Of what somebody counts no more than ``AsideClosings/limit`` are closed at once: that is one thread's to see to.
        let end = tally == nil ? nextEnd.wrappingAdd(1, ordering: .relaxed).oldValue % writingEnds.count : 0
        hand(over: descriptor, blocks: 0, tally, to: end)
    }

    /// Has the memory of a memfd allocated, as far as its size reaches; returns at once. Whoever writes to it meanwhile
    /// only finds part of the work done. Nothing is where this process has only one processor.
    package func allocate(_ memory: Int32, bytes: Int) {
        guard allocatesAside, allocations.count < Self.maxAllocations else { return }
        let copy = fcntl(memory, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return }
        allocations.begin()
        hand(over: FileDescriptor(owning: copy), blocks: Int32(clamping: bytes / Self.blockSize), allocations)
    }

    /// Gives the memory of a memfd back to the system; returns at once.
    func free(_ memory: Int32) {
        let copy = fcntl(memory, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return }
        hand(over: FileDescriptor(owning: copy), blocks: Task.freeMemory)
    }

    /// Gives memory that the allocator has free back to the system, after all that was handed over before; returns at
    /// once.
    ///
    /// - Returns: a pipe that hangs up when that is done.
    package func returnMemory() throws(OSError) -> FileDescriptor {
        let ends = try Pipe.numbers(capacity: 1)
        let readingEnd = FileDescriptor(owning: ends.reading)
        let writingEnd = FileDescriptor(owning: ends.writing)
        // It hangs up when each thread has come to it.
        for end in writingEnds.indices.dropFirst() {
            let copy = fcntl(writingEnd.number, F_DUPFD_CLOEXEC, 3)
            guard copy >= 0, hand(over: FileDescriptor(owning: copy), blocks: 0, to: end) else {
                throw Self.notHandedOver
            }
        }
        guard hand(over: writingEnd, blocks: Task.returnMemory) else { throw Self.notHandedOver }
        return readingEnd
    }

    /// Waits until all that was handed over is done, but for descriptors that their file systems do not let go.
    package func finish() {
        guard let done = try? returnMemory() else { return }
        var end = pollfd(fd: done.number, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&end, 1, -1) < 0, errno == EINTR {}
    }

    /// - Parameter end: which thread gets it.
    /// - Returns: false where it does not.
    @discardableResult
    private func hand(
        over descriptor: consuming FileDescriptor, blocks: Int32, _ tally: ClosingTally? = nil, to end: Int = 0
    ) -> Bool {
        let counted = unsafe tally.map { unsafe Unmanaged.passRetained($0) }
        var task = unsafe Task(number: descriptor.release(), blocks: blocks, tally: counted)
        let written = unsafe write(writingEnds[end], &task, MemoryLayout<Task>.size)
        if written != MemoryLayout<Task>.size {
            unsafe task.tally?.takeRetainedValue().end()
            // The pipe is full. Better one more wait here than a descriptor lost for good, where there is an end to it.
            if sheaf_file_closes_at_once(task.number) == 1 { Glibc.close(task.number) }
            return false
        }
        return true
    }
}

extension BackgroundWorker? {
    /// Has a descriptor closed; here, where there is no worker.
    package func close(_ descriptor: consuming FileDescriptor, tally: ClosingTally? = nil) {
        guard let self else { return }
        self.close(descriptor, tally: tally)
    }
}
