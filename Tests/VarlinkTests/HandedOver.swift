import Glibc
import Testing

@testable import SheafOS

/// A worker whose thread is the test: what is handed over stays open until the test has seen it.
final class HandedOver {
    let worker: BackgroundWorker
    private let readingEnd: FileDescriptor

    init() throws {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
        try #require(result == 0)
        _ = fcntl(ends.0, F_SETFL, O_NONBLOCK)
        readingEnd = FileDescriptor(owning: ends.0)
        worker = BackgroundWorker(handingTo: FileDescriptor(owning: ends.1))
    }

    /// Closes what was handed over, and says how many descriptors that were: each was open.
    func takeOpen() -> Int {
        var count = 0
        var task = BackgroundWorker.Task(number: -1, blocks: 0)
        while read(readingEnd.number, &task, MemoryLayout<BackgroundWorker.Task>.size) > 0 {
            #expect(close(task.number) == 0)
            task.tally?.takeRetainedValue().end()
            count += 1
        }
        return count
    }
}
