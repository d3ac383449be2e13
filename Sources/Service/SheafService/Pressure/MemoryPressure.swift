import Glibc
import HostProtocol
import HostSupervision
import PageCache
import PageModel
import Pressure
import SheafBase
import SheafOS
import SheafPages

/// The reaction of the service when memory is short. It takes warnings from every source, has the cache, reading ahead
/// and the provider hosts follow, and sees to it that the memory goes back to the system.
final class MemoryPressure {
    /// The signals that mean memory. Block them before the first thread starts.
    static let signals = [warningSignal, urgentSignal]
    private static let warningSignal = SIGUSR1
    private static let urgentSignal = SIGUSR2
    /// How many returns of memory are waited for at once. A closing thread can be stuck for good (a dead FUSE mount), and
    /// each takes two descriptors.
    private static let maxReturns = 8

    private let core: ServiceCore
    private let loop: EventLoop
    private let worker: BackgroundWorker
    private let journal: Journal
    private let reduction: CacheReduction
    private var machine: PressureMachine
    private var timer: TimerSource?
    private var kernel: MemoryPressureSource?
    private var signalSources: [SignalSource] = []
    private var returns: [Int: MemoryReturn] = [:]
    private var lastNumber = 0
    private var lastReaction: PressureReaction?

    /// The configured limits are those that the cache has now.
    init(on core: ServiceCore, worker: BackgroundWorker) {
        self.core = core
        self.worker = worker
        loop = core.loop
        journal = core.journal
        reduction = CacheReduction(loop: loop, store: core.store)
        machine = PressureMachine(configured: core.store.limitsInForce)
    }

    /// Begins to listen to the kernel and to signals, for as long as the process lives.
    func watch(_ files: MemoryPressureSource.Files = .own) throws(OSError) {
        kernel = MemoryPressureSource(files, on: loop, log: { [journal] level, text in journal.log(level, text) }) {
            [self] origin in kernelEvent(PressureSource(origin))
        }
        let levels: [(Int32, PressureLevel)] = [(Self.warningSignal, .medium), (Self.urgentSignal, .critical)]
        for (signal, level) in levels {
            signalSources.append(
                try loop.watch(signal: signal) { _ in self.warn(level, from: .signal) })
        }
    }

    /// A warning of an operator's.
    ///
    /// - Parameter done: called when the cache is within its new limits.
    func warn(_ level: PressureLevel, from source: PressureSource, done: ((PressureReaction) -> Void)? = nil) {
        let start = loop.now
        machine.warn(level, from: source, at: Instant(microseconds: start))
        react(to: level, from: source, at: start, done: done)
    }

    private func kernelEvent(_ source: PressureSource) {
        let start = loop.now
        let level = machine.kernelEvent(from: source, at: Instant(microseconds: start))
        react(to: level, from: source, at: start, done: nil)
    }

    /// Takes other limits for the configured ones. What warnings leave of them goes on.
    func setConfigured(_ limits: CacheLimits) {
        machine.advance(to: now)
        machine.setConfigured(limits)
        applyLimits()
    }

    /// The account of memory pressure for operators.
    var account: PressureAccount {
        PressureAccount(
            configured: machine.configured, reason: machine.reason,
            watched: kernel?.origin.map { PressureSource($0) }, counts: machine.counts, lastReaction: lastReaction)
    }

    private var now: Instant { Instant(microseconds: loop.now) }

    private func react(
        to level: PressureLevel, from source: PressureSource, at start: UInt64, done: ((PressureReaction) -> Void)?
    ) {
        journal.log(
            .notice, "memory pressure \(level), says \(source.words)", .message(.pressure),
            LogField("SHEAF_PRESSURE_LEVEL", "\(level)"), LogField("SHEAF_PRESSURE_SOURCE", "\(source)"))
        core.renders.endPrefetch(underWay: level == .critical)
        if level == .critical { core.store.thumbnails.removeAll() }
        applyLimits { [weak self] freed in
            guard let self else { return }
            let reaction = PressureReaction(
                level: level, source: source, freed: freed, withinLimit: loop.now - start)
            lastReaction = reaction
            returnMemory(after: reaction, at: start)
            core.pressureChanged()
            done?(reaction)
        }
        core.supervisor.trim(TrimLevel(level))
    }

    /// Applies what the machine says.
    private func applyLimits(done: @escaping (CacheReduction.Freed) -> Void = { _ in }) {
        reduction.bring(to: machine.limits, done: done)
        core.setAllowance(machine.prefetchAllowance)
        armTimer()
        core.pressureChanged()
    }

    private func armTimer() {
        timer?.cancel()
        timer = nil
        guard let due = machine.nextDeadline?.microseconds else { return }
        let now = loop.now
        // One that can't be set (only memory can be short) is set with the next warning.
        timer = try? loop.schedule(after: due > now ? due - now : 0) { [weak self] in
            guard let self else { return }
            timer = nil
            machine.advance(to: self.now)
            if machine.level == nil { journal.log(.info, "memory pressure is over: the cache has its limit back") }
            applyLimits()
        }
    }

    private func returnMemory(after reaction: PressureReaction, at start: UInt64) {
        guard returns.count < Self.maxReturns else { return report(reaction) }
        lastNumber += 1
        let number = lastNumber
        do throws(OSError) {
            returns[number] = try MemoryReturn(worker, on: loop) { [weak self] in
                guard let self else { return }
                returns[number] = nil
                var returned = reaction
                returned.returned = loop.now - start
                // Another warning may have led to something since.
                if lastNumber == number { lastReaction = returned }
                report(returned)
            }
        } catch {
            report(reaction)
        }
    }

    private func report(_ reaction: PressureReaction) {
        let returned = reaction.returned.map { "\(Self.milliseconds($0)) ms" } ?? "a time that is not known"
        journal.log(
            .notice,
            """
            within the limit \(Self.milliseconds(reaction.withinLimit)) ms after the warning, \
            the memory is back after \(returned): \(reaction.freed.pages) pages, \(reaction.freed.bytes >> 10) KB
            """,
            LogField("SHEAF_PRESSURE_LEVEL", "\(reaction.level)"),
            LogField("SHEAF_PRESSURE_SOURCE", "\(reaction.source)"),
            LogField("SHEAF_FREED_PAGES", "\(reaction.freed.pages)"),
            LogField("SHEAF_FREED_BYTES", "\(reaction.freed.bytes)"),
            LogField("SHEAF_WITHIN_LIMIT_USEC", "\(reaction.withinLimit)"),
            LogField("SHEAF_RETURNED_USEC", reaction.returned.map { "\($0)" } ?? ""))
    }

    /// Has the allocator give back what it has free. It is no warning: pages stay.
    func trimAllocator() {
        journal.log(.info, "free memory goes back to the system: a signal asks for it")
        // Nobody waits for its end.
        _ = try? worker.returnMemory()
    }

    /// The milliseconds of a time, with one digit behind the point.
    private static func milliseconds(_ microseconds: UInt64) -> String {
        "\(microseconds / 1_000).\(microseconds % 1_000 / 100)"
    }
}

extension TrimLevel {
    /// Takes the trim level that hosts are told at a level of pressure.
    fileprivate init(_ level: PressureLevel) {
        self =
            switch level {
            case .low: .low
            case .medium: .medium
            case .critical: .critical
            }
    }
}

/// Memory that is on its way back to the system: what was let go is closed by the closing threads, one of which then has the
/// allocator give back what it has free.
final class MemoryReturn {
    private let pipe: FileDescriptor
    private var source: DescriptorSource?

    /// - Parameter done: called once, on the loop, when the memory is back.
    init(_ worker: BackgroundWorker, on loop: EventLoop, done: @escaping () -> Void) throws(OSError) {
        pipe = try worker.returnMemory()
        source = try loop.watch(pipe.number, for: .readable) { [weak self] _ in
            self?.cancel()
            done()
        }
    }

    deinit {
        cancel()
    }

    private func cancel() {
        source?.cancel()
        source = nil
    }
}
