import Glibc

/// The memory that can be had without swapping, as /proc/meminfo tells it.
package struct AvailableMemory: Equatable, Sendable {
    /// In units of 1024 bytes.
    let total: Int
    /// In units of 1024 bytes.
    let available: Int

    /// Reads it: about 30 µs, and it never waits.
    static func read(_ path: String) throws(OSError) -> AvailableMemory {
        guard let memory = AvailableMemory(try TextFile.read(path)) else {
            throw OSError(code: EBADMSG, operation: "find MemAvailable in", subject: path)
        }
        return memory
    }

    init(total: Int, available: Int) {
        self.total = total
        self.available = available
    }

    /// - Parameter text: what is in /proc/meminfo.
    init?(_ text: String) {
        func value(_ name: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix("\(name):") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        }
        guard let total = value("MemTotal"), let available = value("MemAvailable"), total > 0 else { return nil }
        self.init(total: total, available: available)
    }
}

/// When little available memory is worth an event. Memory that is always nearly full would warn for ever: what counts is that
/// it falls.
struct AvailableMemoryAlarm {
    /// Below this share of the memory, in hundredths, memory is short.
    static let shortShare = 10
    /// While it is short, each fall by this share is another event.
    static let stepShare = 1
    /// Above this share it is not short any more.
    static let relievedShare = 12

    /// What was available at the last event; nil where memory is not short.
    private var told: Int?

    /// Takes a look; true where it is an event.
    mutating func look(_ memory: AvailableMemory) -> Bool {
        let share = memory.total / 100
        if memory.available > share * Self.relievedShare { told = nil }
        let bound = told.map { $0 - share * Self.stepShare } ?? share * Self.shortShare - 1
        guard memory.available <= bound else { return false }
        told = memory.available
        return true
    }
}
