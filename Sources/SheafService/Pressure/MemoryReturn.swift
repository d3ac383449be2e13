import SheafOS

/// Memory that is on its way back to the system: what was let go is closed by the closing thread, which then has the allocator
/// give back what it has free.
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
