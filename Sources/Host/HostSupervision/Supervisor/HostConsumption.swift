import HostProtocol
package import SheafOS

/// The memory and processor time that a host uses, its provider's program included, and whether that is more than it
/// may.
final class HostConsumption {
    private let process: any RunningHost
    /// The process of the provider, where it is a program, as the host says.
    var program: Int32?
    /// The processor time that the host uses while nothing is asked of it.
    private var idleWork = IdleWork()
    /// The bytes that it had for itself when it was looked at first.
    private var firstBytes: Int?
    /// The memory of pages that it was handed since it was looked at last: all of it, and the largest, in bytes.
    private var handed = (bytes: 0, largest: 0)

    init(of process: any RunningHost) {
        self.process = process
    }

    // MARK: Memory of its own

    /// How much memory it has gained since this was asked first, in bytes; nil where it is no more than `limit`.
    func growth(beyond limit: Int) -> Int? {
        guard let own = process.ownBytes else { return nil }
        let bytes = own + (program.flatMap { ProcessMemory.ownBytes(of: $0) } ?? 0)
        guard let firstBytes else {
            firstBytes = bytes
            return nil
        }
        return bytes - firstBytes > limit ? bytes - firstBytes : nil
    }

    // MARK: Memory of pages

    /// Notes that memory for a page of so many bytes is handed to it.
    func hand(bytes: Int) {
        handed = (handed.bytes + bytes, max(handed.largest, bytes))
    }

    /// Whether it was handed so much since it was looked at last that it may keep more than it may.
    func hasMuchMemory(_ limits: HostLimits) -> Bool { handed.bytes > limits.keptPageBytes }

    /// Looks for the memory of pages that it keeps when it has answered them, or a part of each mapped: the cache lets go of a page, and
    /// the memory stays. What is handed to it from now on counts anew.
    ///
    /// - Parameters:
    ///   - documents: how many it has open.
    ///   - prepared: the memory that it has for the next page, by its descriptor, in bytes.
    /// - Returns: what is too much, or that it has too many descriptors or mappings for that to be found out; nil where nothing is.
    func excessOfPages(_ limits: HostLimits, documents: Int, prepared: Int) -> String? {
        let allowed = limits.keptPageBytes + 2 * handed.largest + prepared
        let most = limits.descriptors + documents * DocumentFiles.albumLimit
        handed = (0, 0)
        let held =
            if let program { ProcessMemory.keptPages(of: program, descriptors: most) } else {
                process.keptPages(descriptors: most)
            }
        return switch held {
        case .memory(let bytes, _) where bytes > allowed:
            "it keeps \(bytes >> 10) KiB of pages that it has answered, and \(allowed >> 10) are allowed"
        case .memory(_, let pieces) where pieces > limits.mappedPages:
            "it keeps \(pieces) pages mapped that it has answered, and \(limits.mappedPages) are allowed"
        case .tooManyDescriptors: "it has more than \(most) descriptors"
        case .tooManyMappings: "it has more than \(HostLimits.mappings) mappings"
        case .memory, nil: nil
        }
    }

    // MARK: Processors

    /// The time that processors have worked for it, in microseconds; nil where that is not known.
    private var processorTime: UInt64? {
        process.processorTime.map { time in time + (program.flatMap { ProcessorTime.used(by: $0) } ?? 0) }
    }

    /// Notes that something is asked of it.
    func noteAsked() { idleWork.asked(at: processorTime) }

    /// Notes that it has answered that.
    func noteAnswered() { idleWork.answered(at: processorTime) }

    /// Whether it has used processors with nothing asked of it since this was called last: for longer than it may in that time, and
    /// beside that with each answer.
    ///
    /// - Parameter allowed: what it may in that time, in microseconds.
    func worksUnasked(beyond allowed: UInt64, _ limits: HostLimits) -> Bool {
        let (used, answers) = idleWork.take(at: processorTime)
        return used > allowed + answers * limits.workBehindAnswer
    }
}

/// The processor time that a host uses between an answer and the next request. Times are in microseconds of the
/// processors that work for it; nil where that is not known.
private struct IdleWork {
    /// When it had answered what it was asked last; nil while something is asked of it.
    private var restBegan: UInt64?
    private var used: UInt64 = 0
    private var answers: UInt64 = 0

    mutating func asked(at time: UInt64?) {
        endRest(at: time)
        restBegan = nil
    }

    mutating func answered(at time: UInt64?) {
        restBegan = time
        answers += 1
    }

    /// Returns the time used and the answers given since the last call, and sets both to 0.
    mutating func take(at time: UInt64?) -> (used: UInt64, answers: UInt64) {
        endRest(at: time)
        defer { (used, answers) = (0, 0) }
        return (used, answers)
    }

    private mutating func endRest(at time: UInt64?) {
        guard let began = restBegan, let time, time > began else { return }
        used += time - began
        restBegan = time
    }
}

/// The process of a host.
package protocol RunningHost: AnyObject {
    var pid: Int32 { get }
    /// Sends a signal. One that has ended already gets none.
    func send(signal: Int32)
    /// The memory that it has for itself, in bytes; nil where that is not known.
    var ownBytes: Int? { get }
    /// The memory of pages that it has; nil where that is not known.
    ///
    /// - Parameter descriptors: so many of its descriptors are looked at.
    func keptPages(descriptors: Int) -> ProcessMemory.Held?
    /// The time that processors have worked for it, in microseconds; nil where that is not known.
    var processorTime: UInt64? { get }
}

extension ChildProcess: RunningHost {
    package var ownBytes: Int? { ProcessMemory.ownBytes(of: pid) }
    package func keptPages(descriptors: Int) -> ProcessMemory.Held? {
        ProcessMemory.keptPages(of: pid, descriptors: descriptors)
    }
    package var processorTime: UInt64? { ProcessorTime.used(by: pid) }
}

extension ProcessMemory {
    fileprivate static func keptPages(of process: Int32, descriptors: Int) -> Held? {
        held(
            by: process, named: HostLimits.memoryName, descriptors: descriptors, mappings: HostLimits.mappings)
    }
}
