import Glibc

/// A descriptor with several owners; the last one closes it.
package final class SharedDescriptor: Sendable {
    /// The number, for calls into the system. It stays open as long as this object lives.
    package let number: Int32
    private let worker: BackgroundWorker?
    private let tally: ClosingTally?

    /// - Parameters:
    ///   - worker: closes it off the loop, for files whose closing can take long or never end.
    ///   - tally: counts it while that waits.
    package init(_ descriptor: consuming FileDescriptor, worker: BackgroundWorker? = nil, tally: ClosingTally? = nil) {
        self.number = descriptor.release()
        self.worker = worker
        self.tally = tally
    }

    /// Gives the memory of a memfd back to the system, off the loop: whoever has it mapped finds zeros.
    package func free() {
        if let worker { worker.free(number) } else { Memfd.free(number) }
    }

    deinit {
        if let worker {
            worker.close(FileDescriptor(owning: number), tally: tally, onlyIfItWaits: true)
        } else {
            close(number)
        }
    }
}
