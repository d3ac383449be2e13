import HostSupervision
import SheafOS

extension SharedDescriptor {
    /// Memory for pixels that a host is to write: it can't be made larger. Closed by the worker.
    ///
    /// - Parameter name: as `/proc` shows it ("sheaf-…", ``HostLimits/memoryName``).
    static func pixels(_ bytes: Int, named name: String, worker: BackgroundWorker) throws(OSError) -> SharedDescriptor {
        let memory = SharedDescriptor(try Memfd.create(name: name, size: bytes), worker: worker)
        try Memfd.sealGrowth(memory.number)
        return memory
    }
}

/// Memory for a page that nobody has asked for yet, as large as the one that was rendered last: the pages of a document mostly
/// have one size.
///
/// Writing 8 MB into new memory takes as long as rendering a page does, and half as long into memory that is there. So the host maps
/// it in a pause, and draws the next page there.
final class SpareMemory {
    /// Smaller pages gain too little.
    static let leastBytes = 1 << 20
    /// Nothing is rendered for so long before memory is prepared, in microseconds: whoever asks for page after page would wait for that.
    private static let pause: UInt64 = 5_000

    private let loop: EventLoop
    private let worker: BackgroundWorker
    /// The memory that a host has mapped for the next page. The host owns it, or the page that it was taken for: nothing of it may outlive that page.
    private weak var prepared: PreparedMemory?
    private var timer: TimerSource?

    init(loop: EventLoop, worker: BackgroundWorker) {
        self.loop = loop
        self.worker = worker
    }

    deinit { timer?.cancel() }

    /// Of the memory; 0 where there is none.
    var bytes: Int { prepared.map { $0.isThere ? $0.bytes : 0 } ?? 0 }

    /// Has so much prepared after a pause by the host of a document, unless a page is rendered before.
    ///
    /// - Parameter isWanted: whether it still is to be, after the pause.
    func prepare(_ bytes: Int, for document: HostDocument, where isWanted: @escaping () -> Bool) {
        timer?.cancel()
        guard bytes >= Self.leastBytes, document.preparedBytes != bytes else { return }
        // Without it the next page takes longer.
        timer = try? loop.schedule(after: Self.pause) { [weak self] in
            if isWanted() { self?.prepare(bytes, for: document) }
        }
    }

    private func prepare(_ bytes: Int, for document: HostDocument) {
        release()
        do throws(OSError) {
            let memory = try SharedDescriptor.pixels(bytes, named: "sheaf-page", worker: worker)
            prepared = document.prepare(memory, bytes: bytes)
        } catch {
            // The next page says that there is none, if that is so still.
        }
    }

    /// A page is rendered now: none is prepared meanwhile.
    func pageBegins() { timer?.cancel() }

    /// Gives it back, and has none prepared.
    func release() {
        timer?.cancel()
        if bytes > 0 { prepared?.release() }
    }
}
