import PageCache
import PageModel
import SheafDocuments
import SheafOS
import SheafPages
import SheafReaders

/// The line that `systemctl status` shows, kept current without chatter: at most one a second, and only when it changed.
final class StatusLine {
    private static let interval: UInt64 = 1_000_000

    private let loop: EventLoop
    private let core: ServiceCore
    private let pressure: MemoryPressure
    private var sent = ""
    private var timer: TimerSource?

    init(of core: ServiceCore, under pressure: MemoryPressure) {
        self.core = core
        self.pressure = pressure
        loop = core.loop
    }

    /// Something may have changed: the line is sent within a second.
    func touch() {
        guard timer == nil else { return }
        timer = try? loop.schedule(after: Self.interval) { [unowned self] in
            timer = nil
            if Notify.hasRoom { send() } else { touch() }
        }
    }

    /// Sends the line now, if it changed, with fields before it.
    func send(with fields: String = "") {
        let line = status
        guard line != sent || !fields.isEmpty else { return }
        sent = line
        Notify.send(fields + "STATUS=" + line)
    }

    private var status: String {
        let cache = core.store.cache
        let why = pressure.account.reason.map { " (\($0.words))" } ?? ""
        return """
            \(core.readers.count.counting("reader")) on \(core.documents.count.counting("document")), \
            \(cache.count.counting("page")) in the cache, \
            \(cache.bytes >> 20) of \(core.store.limitsInForce.soft >> 20) MB\(why)
            """
    }
}

extension Int {
    /// So many of something, in words.
    func counting(_ what: String) -> String { "\(self) \(what)\(self == 1 ? "" : "s")" }
}
