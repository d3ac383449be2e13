import CSystemd
import Glibc

// sd-event calls back through C. The callbacks get the source as an unretained pointer: a source unregisters itself
// before it goes, so the pointer is alive whenever it is used.

/// A timer that fires once.
@safe package final class TimerSource {
    private var source: OpaquePointer?
    private var handler: (() -> Void)?

    init(event: OpaquePointer, due: UInt64, handler: @escaping () -> Void) throws(OSError) {
        self.handler = handler
        try unsafe check(
            sd_event_add_time(
                event, &source, CLOCK_MONOTONIC, due, 1_000,
                { _, _, context in
                    guard let context = unsafe context else { return 0 }
                    unsafe Unmanaged<TimerSource>.fromOpaque(context).takeUnretainedValue().fire()
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "set a timer")
    }

    deinit {
        cancel()
    }

    /// A timer of a ``LoopClock``.
    init(handler: @escaping () -> Void) { self.handler = handler }

    /// Whether it is still to fire.
    package var isSet: Bool { handler != nil }

    /// Calls the handler: the timer is due.
    package func fire() {
        // The handler may let go of the last reference to this timer.
        let handler = self.handler
        cancel()
        handler?()
    }

    /// Cancels the timer: it will not fire any more.
    package func cancel() {
        handler = nil
        unsafe sd_event_source_disable_unref(source)
        unsafe source = nil
    }
}

/// A signal that a loop waits for.
@safe package final class SignalSource {
    private var source: OpaquePointer?
    private var handler: ((SignalArrival) -> Void)?

    init(event: OpaquePointer, signal: Int32, handler: @escaping (SignalArrival) -> Void) throws(OSError) {
        self.handler = handler
        let flags = Int32(bitPattern: UInt32(signal) | UInt32(SD_EVENT_SIGNAL_PROCMASK_VALUE))
        try unsafe check(
            sd_event_add_signal(
                event, &source, flags,
                { _, information, context in
                    guard let context = unsafe context, let information = unsafe information else { return 0 }
                    let arrival = unsafe SignalArrival(
                        code: information.pointee.ssi_code, value: information.pointee.ssi_int,
                        sender: information.pointee.ssi_pid)
                    unsafe Unmanaged<SignalSource>.fromOpaque(context).takeUnretainedValue().handler?(arrival)
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()),
            "wait for signal", "\(signal)")
    }

    deinit {
        cancel()
    }

    /// The signal stays blocked, and is not served any more.
    package func cancel() {
        handler = nil
        unsafe sd_event_source_disable_unref(source)
        unsafe source = nil
    }
}

/// SD_EVENT_SIGNAL_PROCMASK (1 << 30): a macro that Swift does not import.
private let SD_EVENT_SIGNAL_PROCMASK_VALUE = 1 << 30
