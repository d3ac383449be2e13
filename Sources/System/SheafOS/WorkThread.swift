import Glibc

/// A thread beside a loop: the loop hands it work and is told what came of it, and never waits for what the thread waits for.
///
/// Work is done in the order in which it comes, on what the thread has for itself (`Desk`). Where nothing else is to be done it goes on with
/// what work has left there.
package final class WorkThread<Desk> {
    /// How long ``finish()`` waits for what was handed over, in milliseconds.
    private static var finishTime: Int32 { 5_000 }
    /// A byte a piece of work; where it is full the thread wakes anyway.
    private static var pipeCapacity: UInt32 { 4_096 }

    /// Does a part of what was left on the desk.
    ///
    /// - Returns: false where there is nothing to do.
    package typealias WorkOn = (Desk) -> Bool

    private let exchange: Exchange
    /// Wakes the thread; closed, it ends.
    private var wake: SharedDescriptor?
    private var source: DescriptorSource?
    private let maxWaiting: Int

    /// The work that the two threads hand each other.
    fileprivate final class Exchange: Sendable {
        struct Work {
            var waiting: [@Sendable (Desk) -> Void] = []
            /// To be called on the loop.
            var done: [@Sendable () -> Void] = []
            var isEnding = false
        }

        let work = Guarded(Work())
        /// Where the loop reads that something was done; hung up when the thread has ended. The thread keeps it open: what it tells a loop that
        /// has gone is lost, and no signal.
        let done: SharedDescriptor

        init(done: SharedDescriptor) { self.done = done }
    }

    /// Has something called on the loop, from the thread.
    package final class LoopQueue: Sendable {
        private let exchange: Exchange
        private let done: Int32

        fileprivate init(_ exchange: Exchange, done: consuming FileDescriptor) {
            self.exchange = exchange
            self.done = done.release()
        }

        deinit { close(done) }

        package func enqueue(_ body: @escaping @Sendable () -> Void) {
            exchange.work.withLock { $0.done.append(body) }
            var byte: UInt8 = 0
            _ = unsafe write(done, &byte, 1)
        }
    }

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - maxWaiting: so much work may wait; more is refused.
    ///   - desk: makes what the thread has for itself, on the thread.
    ///   - end: called on the thread at its end.
    package init(
        on loop: EventLoop, maxWaiting: Int, desk: @escaping @Sendable (LoopQueue) -> Desk,
        workOn: @escaping @Sendable (Desk) -> Bool = { _ in false },
        end: @escaping @Sendable (Desk) -> Void = { _ in }
    ) throws(OSError) {
        self.maxWaiting = maxWaiting
        let wakeEnds = try Pipe.numbers(capacity: Self.pipeCapacity)
        let doneEnds = try Pipe.numbers(capacity: Self.pipeCapacity)
        // The loop waits for nothing there that may not come.
        _ = fcntl(doneEnds.reading, F_SETFL, O_NONBLOCK)
        wake = SharedDescriptor(FileDescriptor(owning: wakeEnds.writing))
        let exchange = Exchange(done: SharedDescriptor(FileDescriptor(owning: doneEnds.reading)))
        self.exchange = exchange
        do throws(OSError) {
            try DetachedThread.start("start a thread") {
                let wake = FileDescriptor(owning: wakeEnds.reading)
                let desk = desk(LoopQueue(exchange, done: FileDescriptor(owning: doneEnds.writing)))
                Self.work(at: desk, exchange, wake.number, workOn)
                end(desk)
            }
        } catch {
            close(wakeEnds.reading)
            close(doneEnds.writing)
            throw error
        }
        source = try loop.watch(exchange.done.number, for: .readable) { [unowned self] _ in deliver() }
    }

    deinit {
        exchange.work.withLock { $0.isEnding = true }
        source?.cancel()
    }

    /// Whether it was ended: nothing is done any more.
    package var hasEnded: Bool { wake == nil }

    /// Has something done on the thread.
    ///
    /// - Returns: false where too much waits, and where it was ended.
    package func hand(over work: @escaping @Sendable (Desk) -> Void) -> Bool {
        guard let wake else { return false }
        let isTaken = exchange.work.withLock { [maxWaiting] exchanged in
            guard exchanged.waiting.count < maxWaiting else { return false }
            exchanged.waiting.append(work)
            return true
        }
        var byte: UInt8 = 0
        _ = unsafe write(wake.number, &byte, 1)
        return isTaken
    }

    /// Waits until all work is done that was handed over, and what came of it told; what was left on the desk is left there. Then the thread
    /// ends.
    package func finish() {
        guard wake != nil else { return }
        exchange.work.withLock { $0.isEnding = true }
        wake = nil
        while true {
            var end = pollfd(fd: exchange.done.number, events: Int16(POLLIN), revents: 0)
            let count = unsafe poll(&end, 1, Self.finishTime)
            if count < 0, errno == EINTR { continue }
            deliver()
            if count <= 0 || end.revents & Int16(POLLIN) == 0 { break }
        }
        source?.cancel()
        source = nil
    }

    private func deliver() {
        var bytes: (UInt64, UInt64) = (0, 0)
        let count = unsafe Glibc.read(exchange.done.number, &bytes, 16)
        if count == 0 {
            source?.cancel()
            source = nil
        }
        let done = exchange.work.withLock { work in
            let done = work.done
            work.done = []
            return done
        }
        for body in done { body() }
    }

    /// Works on the thread, until it is to end.
    private static func work(at desk: Desk, _ exchange: Exchange, _ wake: Int32, _ workOn: WorkOn) {
        while true {
            let (waiting, isEnding) = exchange.work.withLock { work in
                let waiting = work.waiting
                work.waiting = []
                return (waiting, work.isEnding)
            }
            for work in waiting { work(desk) }
            guard waiting.isEmpty else { continue }
            if isEnding { return }
            if !workOn(desk) {
                var bytes: (UInt64, UInt64) = (0, 0)
                _ = unsafe Glibc.read(wake, &bytes, 16)
            }
        }
    }
}

/// A value that belongs to a loop; another thread only passes it back.
package struct OfLoop<Value>: @unchecked Sendable {
    package let value: Value

    package init(value: Value) { self.value = value }
}
