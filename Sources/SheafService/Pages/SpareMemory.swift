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
/// Writing 8 MB into new memory takes two to three times as long as into memory that is there already. So it is allocated in a pause.
final class SpareMemory {
    /// Smaller pages gain too little.
    static let leastBytes = 1 << 20
    /// Nothing is rendered for so long before memory is allocated, in microseconds: whoever asks for page after page would wait for that.
    private static let pause: UInt64 = 5_000

    private let loop: EventLoop
    private let worker: BackgroundWorker
    private var memory: SharedDescriptor?
    /// Of the memory; 0 where there is none.
    private(set) var bytes = 0
    private var timer: TimerSource?

    init(loop: EventLoop, worker: BackgroundWorker) {
        self.loop = loop
        self.worker = worker
    }

    deinit { timer?.cancel() }

    /// The memory for a page that is rendered now; nil where there is none of its size.
    func take(_ bytes: Int) -> SharedDescriptor? {
        timer?.cancel()
        guard bytes == self.bytes else { return nil }
        defer { release() }
        return memory
    }

    /// Has so much allocated after a pause, unless a page is rendered before.
    ///
    /// - Parameter isWanted: whether it still is to be, after the pause.
    func prepare(_ bytes: Int, where isWanted: @escaping () -> Bool) {
        timer?.cancel()
        guard bytes >= Self.leastBytes, bytes != self.bytes else { return }
        // Without it the next page takes longer.
        timer = try? loop.schedule(after: Self.pause) { [weak self] in if isWanted() { self?.allocate(bytes) } }
    }

    private func allocate(_ bytes: Int) {
        release()
        do throws(OSError) {
            let memory = try SharedDescriptor.pixels(bytes, named: "sheaf-page", worker: worker)
            worker.allocate(memory.number, bytes: bytes, isAhead: true)
            (self.memory, self.bytes) = (memory, bytes)
        } catch {
            // The next page says that there is none, if that is so still.
        }
    }

    /// Gives it back, and has none allocated.
    func release() {
        timer?.cancel()
        (memory, bytes) = (nil, 0)
    }
}
