import CSheafShims
import CSystemd
import Glibc

/// The one loop of a program: an epoll that holds the sockets and sd-event's own descriptor.
///
/// Sockets are dispatched straight from epoll, many for one wait; sd-event keeps timers and signals. (An sd-event loop
/// that holds the sockets itself dispatches one event for each wait: 0.3 of the throughput with 64 connections.)
/// Everything runs on the thread that calls ``run()``. Sources live until they are cancelled.
@safe package final class EventLoop {
    /// How many events one wait takes at most.
    private static let batch = 64
    private static let timerSlot: UInt64 = .max

    private let epoll: FileDescriptor
    private let clock: (any LoopClock)?
    private let timers: OpaquePointer
    /// By the number of the descriptor.
    private var watched: [WatchedDescriptor] = []
    private var generation: UInt32 = 0
    /// Counts the waits for events: what is done between two of them is one round, in which nobody else gets a turn.
    package private(set) var round: UInt64 = 0
    /// How many events of this round wait behind the one that is being served.
    package private(set) var eventsLeft = 0
    private var exitStatus: Int32?
    private var failure: OSError?
    private var afterBatch: [() -> Void] = []
    /// Work that was asked for while the last batch was finished: a batch comes before it.
    private var afterNextBatch: [() -> Void] = []
    private var isFinishing = false
    private let requests = BatchRequests()
    /// The monotonic clock in microseconds as it was read last: after each wait for all events that it brought, before each
    /// timer, and by ``now``. For handlers that take less time than reading it is worth.
    package private(set) var recentTime: UInt64 = EventLoop.now
    /// sd-event has set its timerfd and waits. While nothing of its own changes it need not be asked again.
    private var timersAreArmed = false
    private var timersChanged = false

    /// - Parameter clock: what timers go by; nil: the monotonic clock.
    package init(clock: (any LoopClock)? = nil) throws(OSError) {
        self.clock = clock
        epoll = FileDescriptor(owning: try check(sheaf_epoll_create(), "make an epoll"))
        var event: OpaquePointer?
        try check(unsafe sd_event_new(&event), "make an event loop")
        guard let event = unsafe event else { throw OSError(code: ENOMEM, operation: "make an event loop") }
        unsafe timers = event
        try check(
            unsafe sheaf_epoll_add(epoll.number, sd_event_get_fd(timers), UInt32(SHEAF_EPOLL_IN), Self.timerSlot),
            "watch the timers")
        // The first timer takes a descriptor. Taken now, none can fail where there are no descriptors left, which is
        // just when one is wanted.
        try unsafe TimerSource(event: timers, due: .max, handler: {}).cancel()
    }

    deinit {
        unsafe sd_event_unref(timers)
    }

    /// The time that timers go by, in microseconds: the monotonic clock.
    package var now: UInt64 {
        recentTime = clock?.now ?? Self.now
        return recentTime
    }

    /// The monotonic clock, in microseconds.
    package static var now: UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1_000
    }

    /// Calls `handler` when the descriptor is ready. The caller keeps the descriptor open until it has cancelled the source.
    ///
    /// - Parameter edgeTriggered: told once for each change; the handler must then read until nothing is left.
    package func watch(
        _ number: Int32, for interest: Readiness, edgeTriggered: Bool = false,
        handler: @escaping (Readiness) -> Void
    ) throws(OSError) -> DescriptorSource {
        try watch(number, for: interest, edgeTriggered: edgeTriggered, calling: ReadinessClosure(handler))
    }

    /// Calls an object when the descriptor is ready, otherwise as ``watch(_:for:edgeTriggered:handler:)``. The object
    /// is kept until the source is cancelled.
    package func watch(
        _ number: Int32, for interest: Readiness, edgeTriggered: Bool = false, calling handler: any ReadinessHandler
    ) throws(OSError) -> DescriptorSource {
        generation &+= 1
        let source = DescriptorSource(
            loop: self, number: number, generation: generation, edge: edgeTriggered, interest: interest)
        let slot = Int(number)
        while watched.count <= slot { watched.append(WatchedDescriptor(key: 0, handler: nil)) }
        try check(
            sheaf_epoll_add(epoll.number, number, source.events, source.key), "watch descriptor", "\(number)")
        watched[slot] = WatchedDescriptor(key: source.key, handler: handler)
        return source
    }

    /// Calls `handler` once, `microseconds` from now, unless it is cancelled before.
    package func schedule(
        after microseconds: UInt64, handler: @escaping () -> Void
    ) throws(OSError) -> TimerSource {
        if let clock {
            let timer = TimerSource(handler: handler)
            clock.add(timer, due: clock.now + microseconds)
            return timer
        }
        timersChanged = true
        return try unsafe TimerSource(event: timers, due: now + microseconds, handler: handler)
    }

    /// Calls `handler` for each arrival of a signal, which is blocked from now on.
    ///
    /// Block every handled signal (``CurrentProcess/block(signals:)``) before the first thread starts.
    package func watch(
        signal: Int32, handler: @escaping (SignalArrival) -> Void
    ) throws(OSError) -> SignalSource {
        timersChanged = true
        return try unsafe SignalSource(event: timers, signal: signal, handler: handler)
    }

    /// Calls `body` once the events at hand are served, before the next wait: for work that many of them cause once. Asked for by
    /// such work, it comes after the next batch of events: nobody's work can keep the others from theirs.
    package func afterThisBatch(_ body: @escaping () -> Void) {
        if isFinishing { afterNextBatch.append(body) } else { afterBatch.append(body) }
    }

    /// Work that many events cause and that is done once for all of them: `body` runs after the events of a batch, and
    /// after what ``afterThisBatch(_:)`` was given, where ``BatchWork/request()`` was called since it ran last.
    ///
    /// - Parameter isFirst: before what was asked for earlier.
    package func addBatchWork(isFirst: Bool = false, _ body: @escaping () -> Void) -> BatchWork {
        BatchWork(requests, isFirst: isFirst, body)
    }

    /// Serves events until ``exit(status:)``, and returns its status.
    package func run() throws(OSError) -> Int32 {
        while exitStatus == nil {
            try runOnce(timeoutMilliseconds: -1)
        }
        let status = exitStatus ?? 0
        exitStatus = nil
        return status
    }

    /// Ends ``run()`` once the event at hand is served.
    package func exit(status: Int32 = 0) {
        exitStatus = status
    }

    /// Serves what is ready, waiting at most so long for it (-1: for ever).
    package func runOnce(timeoutMilliseconds: Int32) throws(OSError) {
        finishBatch()
        if exitStatus != nil { return }
        let served = try prepareTimers()
        let mustNotWait = served || !afterBatch.isEmpty || !afterNextBatch.isEmpty || !requests.isEmpty
        let timeout = mustNotWait ? 0 : timeoutMilliseconds
        round &+= 1

        let outcome: Int32 = unsafe withUnsafeTemporaryAllocation(
            of: sheaf_epoll_event.self, capacity: Self.batch
        ) { events in
            let count = unsafe sheaf_epoll_wait(epoll.number, events.baseAddress, Int32(Self.batch), timeout)
            if !afterNextBatch.isEmpty {
                afterBatch.insert(contentsOf: afterNextBatch, at: 0)
                afterNextBatch = []
            }
            guard count > 0 else { return count }
            recentTime = now
            for index in 0..<Int(count) {
                let event = unsafe events[index]
                eventsLeft = Int(count) - 1 - index
                dispatch(data: event.data, events: event.events)
            }
            return count
        }
        if outcome != -EINTR { try check(outcome, "wait for events") }
        if let failure { throw failure }
        finishBatch()
    }

    /// Arms sd-event's timerfd, and serves a timer or signal that is due already: true where there was one.
    private func prepareTimers() throws(OSError) -> Bool {
        if timersAreArmed {
            guard timersChanged else { return false }
            // Its state machine lets nothing in between arming and waiting.
            timersAreArmed = false
            if try check(unsafe sd_event_wait(timers, 0), "ask the timers") > 0 {
                recentTime = now
                try check(unsafe sd_event_dispatch(timers), "serve a timer")
                return true
            }
        }
        timersChanged = false
        if try check(unsafe sd_event_prepare(timers), "prepare the timers") > 0 {
            recentTime = now
            try check(unsafe sd_event_dispatch(timers), "serve a timer")
            return true
        }
        timersAreArmed = true
        return false
    }

    private func dispatch(data: UInt64, events: UInt32) {
        if data == Self.timerSlot {
            guard timersAreArmed else { return }
            timersAreArmed = false
            let ready = unsafe sd_event_wait(timers, 0)
            // sd-event has read the clock itself: no timer may come before it is due.
            recentTime = now
            let result = ready > 0 ? unsafe sd_event_dispatch(timers) : ready
            if result < 0, result != -EINTR { failure = OSError(code: -result, operation: "serve a timer") }
            return
        }
        let slot = Int(data & 0xffff_ffff)
        guard slot < watched.count, watched[slot].key == data else { return }
        watched[slot].handler?.descriptorIsReady(Readiness(epoll: events))
    }

    /// Does what the events of a batch have left for its end.
    @inline(__always)
    private func finishBatch() {
        isFinishing = true
        if !afterBatch.isEmpty {
            let bodies = afterBatch
            afterBatch = []
            for body in bodies { body() }
        }
        if !requests.isEmpty { requests.run() }
        isFinishing = false
    }

    fileprivate func change(_ source: DescriptorSource) throws(OSError) {
        try check(
            sheaf_epoll_modify(epoll.number, source.number, source.events, source.key), "watch descriptor",
            "\(source.number)")
    }

    fileprivate func remove(_ source: DescriptorSource) {
        let slot = Int(source.number)
        guard slot < watched.count, watched[slot].key == source.key else { return }
        watched[slot] = WatchedDescriptor(key: 0, handler: nil)
        _ = sheaf_epoll_remove(epoll.number, source.number)
    }
}

/// A clock in place of the monotonic one, for a loop whose time somebody else makes: it fires the loop's timers itself.
package protocol LoopClock: AnyObject {
    /// The time in microseconds. It never goes back.
    var now: UInt64 { get }
    /// Takes a timer, which is to fire once it is due unless it is cancelled before. The loop does not keep it alive.
    func add(_ timer: TimerSource, due: UInt64)
}

/// A handler that is called when a descriptor is ready.
package protocol ReadinessHandler: AnyObject {
    /// The descriptor is ready for what it is watched for, or has come to its end.
    func descriptorIsReady(_ readiness: Readiness)
}

private final class ReadinessClosure: ReadinessHandler {
    private let body: (Readiness) -> Void

    init(_ body: @escaping (Readiness) -> Void) {
        self.body = body
    }

    func descriptorIsReady(_ readiness: Readiness) { body(readiness) }
}

/// The entry of a descriptor that the loop needs to serve an event of it.
private struct WatchedDescriptor {
    /// The key of the descriptor's source: 0, which none has, where it is not watched.
    let key: UInt64
    let handler: (any ReadinessHandler)?
}

/// Work that is done at the end of those batches in which it was asked for.
package final class BatchWork {
    private var body: (() -> Void)?
    private var isRequested = false
    private let requests: BatchRequests
    private let isFirst: Bool

    fileprivate init(_ requests: BatchRequests, isFirst: Bool, _ body: @escaping () -> Void) {
        self.requests = requests
        self.isFirst = isFirst
        self.body = body
    }

    /// Has it done after this batch, once, however often it is asked for. Asked for out of such work, it is done after the
    /// next batch, which is not waited for then.
    package func request() {
        if isRequested { return }
        isRequested = true
        requests.waiting.insert(self, at: isFirst ? 0 : requests.waiting.count)
    }

    /// Cancels the work: it is not done any more.
    package func cancel() {
        body = nil
    }

    fileprivate func run() {
        isRequested = false
        body?()
    }
}

/// The work that was asked for in a batch. Its memory is kept: asking costs no allocation.
private final class BatchRequests {
    var waiting: [BatchWork] = []
    private var running: [BatchWork] = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Does all that waits; what is asked for meanwhile waits for the next time.
    func run() {
        swap(&waiting, &running)
        for work in running { work.run() }
        running.removeAll(keepingCapacity: true)
    }
}

/// The states of a descriptor that it is ready for, or watched for.
@usableFromInline package struct Readiness: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt8

    @inlinable
    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    @inlinable package static var readable: Readiness { Readiness(rawValue: 1) }
    @inlinable package static var writable: Readiness { Readiness(rawValue: 2) }
    /// Out-of-band data: a pressure trigger that fired.
    @inlinable package static var urgent: Readiness { Readiness(rawValue: 4) }
    /// The peer closed, or an error waits. Told without being asked for.
    @inlinable package static var hangup: Readiness { Readiness(rawValue: 8) }
    /// The peer neither sends nor receives any more. Told without being asked for, always with ``hangup``.
    @inlinable package static var gone: Readiness { Readiness(rawValue: 16) }

    @inlinable
    package func contains(_ member: Readiness) -> Bool { rawValue & member.rawValue == member.rawValue }

    fileprivate init(epoll events: UInt32) {
        var value: Readiness = []
        if events & UInt32(SHEAF_EPOLL_IN) != 0 { value.insert(.readable) }
        if events & UInt32(SHEAF_EPOLL_OUT) != 0 { value.insert(.writable) }
        if events & UInt32(SHEAF_EPOLL_PRI) != 0 { value.insert(.urgent) }
        if events & (UInt32(SHEAF_EPOLL_HUP) | UInt32(SHEAF_EPOLL_ERR) | UInt32(SHEAF_EPOLL_RDHUP)) != 0 {
            value.insert(.hangup)
        }
        if events & (UInt32(SHEAF_EPOLL_HUP) | UInt32(SHEAF_EPOLL_ERR)) != 0 { value.insert(.gone) }
        self = value
    }

    fileprivate var epollEvents: UInt32 {
        var events: UInt32 = 0
        if contains(.readable) { events |= UInt32(SHEAF_EPOLL_IN) | UInt32(SHEAF_EPOLL_RDHUP) }
        if contains(.writable) { events |= UInt32(SHEAF_EPOLL_OUT) }
        if contains(.urgent) { events |= UInt32(SHEAF_EPOLL_PRI) }
        return events
    }
}

/// A descriptor that a loop watches.
package final class DescriptorSource {
    fileprivate let number: Int32
    private let generation: UInt32
    private let edge: Bool
    private var interest: Readiness
    private weak var loop: EventLoop?

    fileprivate init(loop: EventLoop, number: Int32, generation: UInt32, edge: Bool, interest: Readiness) {
        self.loop = loop
        self.number = number
        self.generation = generation
        self.edge = edge
        self.interest = interest
    }

    // A number is used again after close: the generation tells an old event from one of the new owner.
    fileprivate var key: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: number)) }

    fileprivate var events: UInt32 { interest.epollEvents | (edge ? UInt32(SHEAF_EPOLL_EDGE) : 0) }

    /// Watches for something else from now on.
    package func setInterest(_ interest: Readiness) throws(OSError) {
        guard interest != self.interest else { return }
        self.interest = interest
        try loop?.change(self)
    }

    /// Ends the watch and lets go of the handler. Call it before the descriptor is closed.
    package func cancel() {
        loop?.remove(self)
        loop = nil
    }
}
