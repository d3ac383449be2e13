import SheafOS
import SheafPages
import SheafReaders
import Varlink

/// When the service ends: on a signal, when nobody wants anything of it, or when its last front end has gone. And what tells systemd that it
/// goes on.
final class ServiceLifecycle {
    private let loop: EventLoop
    private let journal: Journal
    private let core: ServiceCore
    private let server: VarlinkServer
    private let end: (String) -> Void
    /// Nil where the service stays.
    private var idleExit: IdleExit?
    /// Whether a connection would start it again.
    private var isActivated = false
    /// Whether a front end has started it, for as long as front ends use it.
    private var isOnDemand = false
    private var signals: [SignalSource] = []
    private var watchdog: Watchdog?
    private var hasStopped = false
    /// Called when the service ends, as long as it listens.
    var willStop: (() -> Void)?

    /// - Parameter end: ends the service, for a reason in words.
    init(of core: ServiceCore, behind server: VarlinkServer, end: @escaping (String) -> Void) {
        self.core = core
        self.server = server
        self.end = end
        loop = core.loop
        journal = core.journal
    }

    /// Tells whether nobody wants anything of the service.
    private var isIdle: () -> Bool {
        { [core, server] in server.connectionCount == 0 && core.readers.count == 0 && core.renders.count == 0 }
    }

    /// Somebody has wanted something until now.
    func touch() { idleExit?.touch() }

    /// Ends the service on signals.
    func end(on signals: [Int32]) throws(OSError) {
        for signal in signals { try on(signal) { [end] in end("on \(Signal.name(signal))") } }
    }

    /// Does something on a signal.
    func on(_ signal: Int32, _ body: @escaping () -> Void) throws(OSError) {
        signals.append(try loop.watch(signal: signal) { _ in body() })
    }

    /// The service stops: false where it did before.
    func stop() -> Bool {
        guard !hasStopped else { return false }
        hasStopped = true
        willStop?()
        return true
    }

    /// Tells systemd that the loop runs, where it waits for that.
    func feedWatchdog() throws { watchdog = try Watchdog(on: loop) }

    /// Ends the service by itself when nobody wants anything of it, if the configuration says so. Once more where that has changed: the
    /// span begins anew then.
    ///
    /// - Parameters:
    ///   - span: after so many microseconds without anything to do; 0: never.
    ///   - isActivated: whether the next connection would start it again; nil: as before.
    func exitWhenIdle(after span: UInt64, isActivated: Bool? = nil) {
        guard !isOnDemand else { return }
        self.isActivated = isActivated ?? self.isActivated
        idleExit = nil
        guard span > 0 else { return }
        guard self.isActivated else {
            return journal.log(.warning, "IdleExitSec= does nothing: no connection would start the service again")
        }
        idleExit = IdleExit(loop: loop, span: span, isIdle: isIdle) { [end] in
            end("after \(span / 1_000_000) s without anything to do")
            return true
        }
    }

    /// Ends the service when the last front end has gone, as one does that a front end has started.
    ///
    /// The readers of a front end that was killed keep it for as long as they are kept: viewers and browsers want that to be short.
    ///
    /// - Parameter retire: takes its socket away; false where somebody connects just now.
    func exitWhenUnused(retire: @escaping () -> Bool) {
        isOnDemand = true
        idleExit = IdleExit(loop: loop, span: IdleExit.unusedSpan, firstSpan: IdleExit.startSpan, isIdle: isIdle) {
            [end] in
            guard retire() else { return false }
            end("as its last front end has gone")
            return true
        }
    }
}
