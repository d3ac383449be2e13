package import SheafOS

/// The descriptors that came with a message. Those that nobody takes are closed, and sockets at once: a socket can't be a
/// document, and it may hold connections, this one among them, and other sockets.
package struct VarlinkDescriptors {
    /// Owns them. A message without descriptors, which is nearly every one, needs none.
    private final class Storage {
        /// In the place of one that was taken, and of a socket.
        static let taken: Int32 = -1
        static let socket: Int32 = -2

        private(set) var numbers: [Int32]
        private let worker: BackgroundWorker?
        let account: PeerUser?

        init(_ numbers: [Int32], worker: BackgroundWorker?, account: PeerUser?) {
            self.numbers = numbers
            self.worker = worker
            self.account = account
            account?.receivedDescriptors += numbers.count
            for index in numbers.indices where UnixSocket.isSocket(numbers[index]) {
                // One that is to send something before would hold up who closes it, for as long as its sender has said.
                UnixSocket.endLinger(numbers[index])
                if let socket = take(at: index, leaving: Self.socket) { worker.close(socket, tally: account?.closing) }
            }
        }

        func take(at index: Int, leaving mark: Int32) -> FileDescriptor? {
            let number = numbers[index]
            guard number >= 0 else { return nil }
            numbers[index] = mark
            account?.receivedDescriptors -= 1
            return FileDescriptor(owning: number)
        }

        deinit {
            for index in numbers.indices {
                if let descriptor = take(at: index, leaving: Self.taken) {
                    worker.close(descriptor, tally: account?.closing)
                }
            }
        }
    }

    private let storage: Storage?

    /// None.
    package init() {
        storage = nil
    }

    /// Takes ownership of open descriptors.
    ///
    /// - Parameters:
    ///   - worker: closes those that nobody takes.
    ///   - account: what the user takes who has sent them.
    init(owning numbers: [Int32], worker: BackgroundWorker?, account: PeerUser? = nil) {
        storage = numbers.isEmpty ? nil : Storage(numbers, worker: worker, account: account)
    }

    /// Counts descriptors of their sender while their closing waits.
    package var closing: ClosingTally? { storage?.account?.closing }

    /// The number of descriptors that came.
    package var count: Int { storage?.numbers.count ?? 0 }

    /// Hands over the descriptor that a message names by `index`; nil where there is none, where it was taken before, and
    /// where it is a socket's.
    package func take(at index: Int) -> FileDescriptor? {
        guard let storage, storage.numbers.indices.contains(index) else { return nil }
        return storage.take(at: index, leaving: Storage.taken)
    }

    /// Whether a socket came there.
    package func isSocket(at index: Int) -> Bool {
        guard let storage, storage.numbers.indices.contains(index) else { return false }
        return storage.numbers[index] == Storage.socket
    }
}
