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
    private let timers: OpaquePointer
    private var sources: [DescriptorSource?] = []
    private var generation: UInt32 = 0
    private var exitStatus: Int32?
    private var failure: OSError?
    private var afterBatch: [() -> Void] = []
    /// sd-event has set its timerfd and waits. While nothing of its own changes it need not be asked again.
    private var timersAreArmed = false
    private var timersChanged = false

    package init() throws(OSError) {
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

    /// The monotonic clock, in microseconds.
    package var now: UInt64 { Self.now }

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
        generation &+= 1
        let source = DescriptorSource(
            loop: self, number: number, generation: generation, edge: edgeTriggered, interest: interest,
            handler: handler)
        let slot = Int(number)
        while sources.count <= slot { sources.append(nil) }
        try check(
            sheaf_epoll_add(epoll.number, number, source.events, source.key), "watch descriptor", "\(number)")
        sources[slot] = source
        return source
    }

    /// Calls `handler` once, `microseconds` from now, unless it is cancelled before.
    package func schedule(
        after microseconds: UInt64, handler: @escaping () -> Void
    ) throws(OSError) -> TimerSource {
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

    /// Calls `body` once the events at hand are served, before the next wait: for work that many of them cause once.
    package func afterThisBatch(_ body: @escaping () -> Void) {
        afterBatch.append(body)
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
        flushAfterBatch()
        if exitStatus != nil { return }
        let served = try prepareTimers()
        let timeout = served || !afterBatch.isEmpty ? 0 : timeoutMilliseconds

        let outcome: Int32 = unsafe withUnsafeTemporaryAllocation(
            of: sheaf_epoll_event.self, capacity: Self.batch
        ) { events in
            let count = unsafe sheaf_epoll_wait(epoll.number, events.baseAddress, Int32(Self.batch), timeout)
            guard count > 0 else { return count }
            for index in 0..<Int(count) {
                let event = unsafe events[index]
                dispatch(data: event.data, events: event.events)
            }
            return count
        }
        if outcome != -EINTR { try check(outcome, "wait for events") }
        if let failure { throw failure }
        flushAfterBatch()
    }

    /// Arms sd-event's timerfd, and serves a timer or signal that is due already: true where there was one.
    private func prepareTimers() throws(OSError) -> Bool {
        if timersAreArmed {
            guard timersChanged else { return false }
            // Its state machine lets nothing in between arming and waiting.
            timersAreArmed = false
            if try check(unsafe sd_event_wait(timers, 0), "ask the timers") > 0 {
                try check(unsafe sd_event_dispatch(timers), "serve a timer")
                return true
            }
        }
        timersChanged = false
        if try check(unsafe sd_event_prepare(timers), "prepare the timers") > 0 {
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
            let result = ready > 0 ? unsafe sd_event_dispatch(timers) : ready
            if result < 0, result != -EINTR { failure = OSError(code: -result, operation: "serve a timer") }
            return
        }
        let slot = Int(data & 0xffff_ffff)
        guard slot < sources.count, let source = sources[slot], source.key == data else { return }
        source.fire(Readiness(epoll: events))
    }

    private func flushAfterBatch() {
        if afterBatch.isEmpty { return }
        let bodies = afterBatch
        afterBatch = []
        // What these ask for comes after the next batch: nobody's work can keep the others from theirs.
        for body in bodies { body() }
    }

    fileprivate func change(_ source: DescriptorSource) throws(OSError) {
        try check(
            sheaf_epoll_modify(epoll.number, source.number, source.events, source.key), "watch descriptor",
            "\(source.number)")
    }

    fileprivate func remove(_ source: DescriptorSource) {
        let slot = Int(source.number)
        guard slot < sources.count, sources[slot] === source else { return }
        sources[slot] = nil
        _ = sheaf_epoll_remove(epoll.number, source.number)
    }
}

/// What a descriptor is ready for, or watched for.
package struct Readiness: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let readable = Readiness(rawValue: 1)
    package static let writable = Readiness(rawValue: 2)
    /// Out-of-band data: a pressure trigger that fired.
    package static let urgent = Readiness(rawValue: 4)
    /// The peer closed, or an error waits. Told without being asked for.
    package static let hangup = Readiness(rawValue: 8)
    /// The peer neither sends nor receives any more. Told without being asked for, always with ``hangup``.
    package static let gone = Readiness(rawValue: 16)

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
    private var handler: ((Readiness) -> Void)?
    private weak var loop: EventLoop?

    fileprivate init(
        loop: EventLoop, number: Int32, generation: UInt32, edge: Bool, interest: Readiness,
        handler: @escaping (Readiness) -> Void
    ) {
        self.loop = loop
        self.number = number
        self.generation = generation
        self.edge = edge
        self.interest = interest
        self.handler = handler
    }

    // A number is used again after close: the generation tells an old event from one of the new owner.
    fileprivate var key: UInt64 { UInt64(generation) << 32 | UInt64(UInt32(bitPattern: number)) }

    fileprivate var events: UInt32 { interest.epollEvents | (edge ? UInt32(SHEAF_EPOLL_EDGE) : 0) }

    fileprivate func fire(_ readiness: Readiness) {
        handler?(readiness)
    }

    /// Watches for something else from now on.
    package func setInterest(_ interest: Readiness) throws(OSError) {
        guard interest != self.interest else { return }
        self.interest = interest
        try loop?.change(self)
    }

    /// Ends the watch and lets go of the handler. Call it before the descriptor is closed.
    package func cancel() {
        loop?.remove(self)
        handler = nil
        loop = nil
    }
}
