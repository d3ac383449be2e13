import CSheafShims
import Glibc

/// The service's second thread: it closes descriptors.
///
/// Closing 256 MB of pages takes 35 ms, and closing a file on a dead FUSE mount never ends; neither may hold up the loop.
/// Descriptors travel through a pipe as their numbers, so the two threads share no memory.
package final class DescriptorCloser: Sendable {
    /// Room for a quarter of a million descriptors that wait: more than a process can have open. The largest pipe that
    /// an unprivileged process may ask for.
    private static let pipeCapacity: UInt32 = 1 << 20

    private let writingEnd: Int32

    /// Hands over to whoever reads numbers at the other end of a pipe.
    init(handingTo writingEnd: consuming FileDescriptor) {
        self.writingEnd = writingEnd.release()
    }

    /// Starts the thread.
    package convenience init() throws(OSError) {
        var ends: (Int32, Int32) = (-1, -1)
        let result = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
            unsafe sheaf_file_pipe(bytes.assumingMemoryBound(to: Int32.self).baseAddress, Self.pipeCapacity)
        }
        try check(result, "make the pipe of the closing thread")
        self.init(handingTo: FileDescriptor(owning: ends.1))

        var thread = pthread_t()
        let readingEnd = unsafe UnsafeMutableRawPointer(bitPattern: Int(ends.0))
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                let readingEnd = Int32(Int(bitPattern: argument))
                var number: Int32 = -1
                while true {
                    let count = unsafe read(readingEnd, &number, MemoryLayout<Int32>.size)
                    if count < 0, errno == EINTR { continue }
                    guard count == MemoryLayout<Int32>.size else { break }
                    Glibc.close(number)
                }
                Glibc.close(readingEnd)
                return nil
            }, readingEnd)
        guard failure == 0 else {
            Glibc.close(ends.0)
            throw OSError(code: failure, operation: "start the closing thread")
        }
        pthread_detach(thread)
    }

    deinit {
        Glibc.close(writingEnd)
    }

    /// Hands a descriptor over; returns at once.
    package func close(_ descriptor: consuming FileDescriptor) {
        var number = descriptor.release()
        let written = unsafe write(writingEnd, &number, MemoryLayout<Int32>.size)
        if written != MemoryLayout<Int32>.size {
            // The thread is stuck and the pipe full: better one more wait here than a descriptor lost for good.
            Glibc.close(number)
        }
    }
}

extension DescriptorCloser? {
    /// Has a descriptor closed; here, where there is no closer.
    package func close(_ descriptor: consuming FileDescriptor) {
        guard let self else { return }
        self.close(descriptor)
    }
}
