import Glibc
import SheafOS

/// The load of a service and its hosts while something is done with it: as a control group counts it, or, where none is
/// to be had, as far as the processes tell.
final class ServiceLoad {
    private let group: ControlGroup?
    private let pid: Int32
    private let before: UInt64
    /// The most of the pages' memory; nil without a control group.
    private(set) var pageMemory: Int?
    /// The most of the private memory of all processes.
    private(set) var privateMemory = 0

    /// - Parameter group: has the service in it.
    init(of pid: Int32, in group: ControlGroup?) {
        self.pid = pid
        self.group = group
        before = group?.processorTime ?? Self.processorTime(of: pid)
    }

    /// Looks how much memory it is now.
    func look() {
        if let group {
            pageMemory = max(pageMemory ?? 0, group.pageMemory)
            privateMemory = max(privateMemory, group.privateMemory)
        } else {
            privateMemory = max(
                privateMemory, ([pid] + Self.children(of: pid)).reduce(0) { $0 + Self.privateMemory(of: $1) })
        }
    }

    /// The processor time since it was made, in nanoseconds.
    var processorTime: UInt64 { (group?.processorTime ?? Self.processorTime(of: pid)) - before }

    private static func children(of pid: Int32) -> [Int32] {
        let children = (try? TextFile.read("/proc/\(pid)/task/\(pid)/children")) ?? ""
        return children.split(separator: " ").compactMap { Int32($0.filter(\.isNumber)) }
    }

    private static func privateMemory(of pid: Int32) -> Int {
        let lines = (try? TextFile.read("/proc/\(pid)/status"))?.split(separator: "\n") ?? []
        let words = lines.first { $0.hasPrefix("RssAnon:") }?.split(whereSeparator: \.isWhitespace) ?? []
        return words.count == 3 ? (Int(words[1]) ?? 0) * 1_024 : 0
    }

    /// Returns the processor time of a process, its children, and those of them that have ended.
    private static func processorTime(of pid: Int32) -> UInt64 {
        let ticks = UInt64(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        return ([pid] + children(of: pid)).reduce(0) { sum, pid in
            // The name, in brackets, may have blanks.
            let fields = ((try? TextFile.read("/proc/\(pid)/stat")) ?? "").split(separator: ")").last ?? ""
            let numbers = fields.split(separator: " ").compactMap { UInt64($0) ?? ($0.hasPrefix("-") ? 0 : nil) }
            guard numbers.count > 13 else { return sum }
            // Behind the state, which is no number: utime, stime, cutime and cstime are the 11th to the 14th.
            return sum + numbers[10...13].reduce(0, +) * 1_000_000_000 / ticks
        }
    }
}
